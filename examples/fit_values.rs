//! Fits the constants of the estimator to published piece values, and tells how well they hold for the others.
use griffon::eval::constants::Constants;
use griffon::eval::values::profiles_with;
use griffon::position::Game;
use griffon::variant::{self, catalogue};
use std::collections::BTreeMap;

struct Row { context: String, piece: String, unit: String, value: f64, low: f64, high: f64 }
struct Set { rows: Vec<(usize, usize, usize, f64, f64, f64, String)> } // game, piece, unit
fn rows(text: &str, first: bool) -> Vec<Row> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| {
        let f: Vec<&str> = l.splitn(7, ',').collect();
        let n = |i: usize| f[i].parse::<f64>().unwrap();
        if first { Row { context: f[2].into(), piece: f[1].into(), unit: "N".into(), value: n(3), low: n(4), high: n(5) } }
        else { Row { context: f[0].into(), piece: f[1].into(), unit: f[2].into(), value: n(3), low: n(4), high: n(5) } }
    }).collect()
}
struct Lab { games: Vec<Game>, index: BTreeMap<String, usize> }
impl Lab {
    fn game(&mut self, context: &str, betza: &[String]) -> usize {
        if let Some(&i) = self.index.get(context) { return i; }
        let game = if context.contains('x') && context.as_bytes()[0].is_ascii_digit() {
            let (w, h) = context.split_once('x').unwrap();
            let mut text = format!("files={w}\nranks={h}\nroyal=0\nmaxPromote=0\n");
            for (i, b) in betza.iter().enumerate() { text += &format!("x{i}:{}{}:{b}::\n", (b'A' + (i % 26) as u8) as char, ["", "'", "!"][i / 26]); }
            let (v, _) = variant::read("lab", &text).map_err(|e| panic!("{}", variant::diagnostic::render(&e, "lab", &text))).unwrap();
            Game::new(v).unwrap()
        } else { Game::new(catalogue::load(context).unwrap().variant).unwrap() };
        self.games.push(game);
        self.index.insert(context.into(), self.games.len() - 1);
        self.games.len() - 1
    }
}
fn params(c: &mut Constants) -> Vec<(&'static str, &mut f64)> {
    let [d0, d1] = &mut c.density;
    let [b0, b1] = &mut c.beyond;
    vec![("density0", d0), ("density1", d1), ("per_target", &mut c.per_target), ("capture", &mut c.capture),
        ("forward", &mut c.forward), ("sideways", &mut c.sideways), ("lame", &mut c.lame), ("victim", &mut c.second_victim),
        ("nearness", &mut c.nearness), ("beyond0", b0), ("beyond1", b1), ("waiting", &mut c.waiting)]
}
fn errors2(lab: &Lab, set: &Set, c: &Constants) -> [Vec<(f64, f64)>; 2] {
    let used: std::collections::BTreeSet<usize> = set.rows.iter().map(|r| r.0).collect();
    let p: BTreeMap<usize, _> = used.iter().map(|&g| (g, profiles_with(&lab.games[g], c))).collect();
    [0, 1].map(|phase| set.rows.iter().map(|r| {
        let e = p[&r.0][r.1 * 2].value[phase] / p[&r.0][r.2 * 2].value[phase];
        (e, (e / r.3).ln())
    }).collect())
}
fn errors(lab: &Lab, set: &Set, c: &Constants, phase: usize) -> Vec<(f64, f64)> { let [a, b] = errors2(lab, set, c); if phase == 0 { a } else { b } }
fn rms(v: &[(f64, f64)]) -> f64 { (v.iter().filter(|x| x.0 != 1.0).map(|x| x.1 * x.1).sum::<f64>() / v.len() as f64).sqrt() }
// Loss: mean square, plus distance outside the range.
fn loss(lab: &Lab, set: &Set, c: &Constants, skip: Option<usize>, w: [f64; 2]) -> f64 {
    let both = errors2(lab, set, c);
    (0..2).filter(|&ph| w[ph] > 0.0).map(|ph| {
        let e = &both[ph];
        let s: f64 = e.iter().enumerate().filter(|(i, _)| Some(*i) != skip).map(|(i, x)| {
            let r = &set.rows[i];
            let out = (r.4 / 1.05 / x.0).ln().max(0.0) + (x.0 / r.5 / 1.05).ln().max(0.0);
            x.1 * x.1 + 2.0 * out * out
        }).sum();
        w[ph] * s / e.len() as f64
    }).sum()
}
fn fit(lab: &Lab, set: &Set, start: Constants, free: &[&str], skip: Option<usize>, w: [f64; 2], rounds: usize) -> Constants {
    let mut best = start;
    let mut value = loss(lab, set, &best, skip, w);
    let mut step = 0.2;
    for _ in 0..rounds {
        let mut moved = false;
        for name in free { for sign in [1.0, -1.0] {
            let mut c = best;
            for (n, x) in params(&mut c) { if n == *name { *x += sign * step * x.abs().max(0.05); } }
            let l = loss(lab, set, &c, skip, w);
            if l < value - 1e-9 { value = l; best = c; moved = true; break; }
        } }
        if !moved { step *= 0.5; if step < 0.004 { break; } }
    }
    best
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let a = rows(include_str!("../tests/data/published-values.csv"), true);
    let b = rows(include_str!("../tests/data/published-elsewhere.csv"), false);
    let mut lab = Lab { games: vec![], index: BTreeMap::new() };
    let mut betza: Vec<String> = a.iter().chain(&b).filter(|r| r.context == "8x8").map(|r| r.piece.clone()).collect();
    betza.dedup();
    let mut make = |rows: &[Row]| Set { rows: rows.iter().map(|r| {
        let g = lab.game(&r.context, &betza);
        let find = |id: &str| if r.context == "8x8" { betza.iter().position(|x| x == id).unwrap() } else { lab.games[g].variant.pieces.iter().position(|p| p.id == id).expect(&format!("{} {id}", r.context)) };
        (g, find(&r.piece), find(&r.unit), r.value, r.low, r.high, format!("{:10} {:8}", r.context, r.piece))
    }).collect() };
    let (sa, sb) = (make(&a), make(&b));
    let mut c = Constants::STANDARD;
    for arg in &args { if let Some((k, v)) = arg.split_once('=') { for (n, x) in params(&mut c) { if n == k { *x = v.parse().unwrap(); } } } }
    let free: Vec<&str> = args.iter().filter_map(|x| x.strip_prefix("free:")).flat_map(|x| x.split(',')).collect();
    let both = args.iter().any(|x| x == "both");
    let w = [1.0, if args.iter().any(|x| x == "eg") { 0.5 } else { 0.0 }];
    if !free.is_empty() {
        if both { let mut all = Set { rows: vec![] }; let held: Vec<&str> = args.iter().filter_map(|x| x.strip_prefix("hold:")).flat_map(|x| x.split(',')).collect(); for s in [&sa, &sb] { all.rows.extend(s.rows.iter().filter(|r| !held.iter().any(|h| r.6.starts_with(h))).cloned()); } c = fit(&lab, &all, c, &free, None, w, 60); }
        else { c = fit(&lab, &sa, c, &free, None, w, 60); }
        for (n, x) in params(&mut c) { print!("{n}={x:.4} "); }
        println!();
    }
    for (name, set) in [("A", &sa), ("B", &sb)] {
        let (mg, eg) = (errors(&lab, set, &c, 0), errors(&lab, set, &c, 1));
        for (i, r) in set.rows.iter().enumerate() {
            let mark = |x: f64| if x < r.4 / 1.1 { "<" } else if x > r.5 * 1.1 { ">" } else { " " };
            let p = profiles_with(&lab.games[r.0], &c);
            let t = &p[r.1 * 2].terms[0];
            println!("{} {:5.2} [{:.2} {:.2}]  mg {:5.2}{} {:+.2}  eg {:5.2}{} {:+.2}   mean {:5.2} near {:.3} cover {:.2} nominal {:5.2} v {:.0} eg {:.0}", r.6, r.3, r.4, r.5, mg[i].0, mark(mg[i].0), mg[i].1, eg[i].0, mark(eg[i].0), eg[i].1, t.mean.targets, t.nearness, p[r.1 * 2].coverage, t.nominal, p[r.1*2].value[0], p[r.1*2].value[1]);
        }
        println!("{name}: mg {:.4} eg {:.4}", rms(&mg), rms(&eg));
    }
    if args.iter().any(|x| x == "loo") {
        let mut out = vec![];
        for i in 0..sa.rows.len() {
            let f = fit(&lab, &sa, c, &free, Some(i), w, 30);
            out.push(errors(&lab, &sa, &f, 0)[i]);
        }
        println!("leave one out: {:.4}", rms(&out));
    }
}
