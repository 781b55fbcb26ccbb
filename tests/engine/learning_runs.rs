//! Learning runs: their files, what is removed or added between two starts, and how they stop.

use crate::support::{defined, folder, game};
use griffon::learn::gate::{self, Gate};
use griffon::learn::state::{LearningRound, LearningState};
use griffon::learn::{Learning, LearningPlan, LearningStart};
use griffon::net::{self, FeatureSet, LearnedWeights, NetFile, NetHeader};
use griffon::position::Game;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The plan of a run in an empty folder.
fn plan(name: &str) -> LearningPlan {
    let place = folder(name);
    LearningPlan {
        name: String::from(name),
        folder: place.join("data"),
        out: place.join("tiny.gnn"),
        start: LearningStart::Default,
        hours: None,
        games: Some(100),
        threads: 1,
        nodes: Some(1),
    }
}

/// Begins a run that is stopped before its first game. Returns what it says.
fn begin(plan: &LearningPlan, game: &Game) -> io::Result<String> {
    let mut said = String::new();
    let mut say = |text: &str| said = format!("{said}{text}\n");
    let stop = AtomicBool::new(true);
    Learning::open(plan, game, &stop, &mut say).and_then(|mut learning| learning.run())?;
    Ok(said)
}

fn state(plan: &LearningPlan) -> LearningState {
    LearningState::read(&plan.folder).expect("reads").expect("a state")
}

/// A net without layers whose first weight is `value`, with a gain of this many tenths of Elo.
fn net_of(game: &Game, value: i16, elo: i32) -> NetFile {
    let features = FeatureSet::new(game.game_rules());
    let rules_hash = net::rules_hash(game.game_rules(), &features);
    let header = NetHeader {
        rules_hash,
        features: features.count() as u32,
        elo,
        elo_error: 30,
        ..NetHeader::default()
    };
    let mut weights = LearnedWeights::of(&game.weights);
    weights.square[0] = (value, value);
    NetFile { header, weights, layers: None }
}

fn write(path: &Path, file: &NetFile) {
    fs::write(path, file.write()).expect("writes");
}

fn first_weight(path: &Path) -> i16 {
    NetFile::open(path).expect("a net").weights.square[0].0
}

fn round(elo: f64, passed: bool) -> LearningRound {
    LearningRound { elo, error: 5.0, passed, nodes: [2000, 2000], speed: 1.0, ..LearningRound::default() }
}

/// What is in the place of the net is where learning starts; another net there is kept.
#[test]
fn no_net_is_lost() {
    let (game, plan) = (game("gardner"), plan("learn-nets"));
    write(&plan.out, &net_of(&game, 11, 250));
    let said = begin(&plan, &game).expect("begins");
    assert!(said.contains("learning starts from "), "{said}");
    let best = plan.folder.join("best.gnn");
    assert_eq!((first_weight(&best), state(&plan).first_elo), (11, [25.0, 3.0]));

    // A candidate passes; its predecessor has lost to it and is not kept.
    let pass = |value: i16| {
        write(&plan.folder.join("candidate.gnn"), &net_of(&game, value, 0));
        let mut state = state(&plan);
        state.rounds.push(round(10.0, true));
        state.unpublished = true;
        state.write(&plan.folder).expect("writes");
    };
    let kept = |name: &str| plan.out.with_file_name(name);
    pass(12);
    let said = begin(&plan, &game).expect("begins");
    assert!(said.contains("tiny.gnn: +35 "), "{said}");
    assert_eq!([&best, &plan.out].map(|path| first_weight(path)), [12, 12]);
    assert_eq!(NetFile::open(&plan.out).expect("a net").header.elo, 350);
    assert!(!kept("tiny.old.gnn").exists() && !state(&plan).unpublished);

    // Nets from elsewhere.
    for (value, name) in [(50, "tiny.old.gnn"), (51, "tiny.old2.gnn")] {
        write(&plan.out, &net_of(&game, value, 0));
        pass(13);
        let said = begin(&plan, &game).expect("begins");
        assert!(said.contains(&format!("it is kept as {}", kept(name).display())), "{said}");
        assert_eq!((first_weight(&kept(name)), first_weight(&plan.out)), (value, 13));
        pass(14);
        begin(&plan, &game).expect("begins");
    }

    // A file that could not be written is written later.
    pass(15);
    fs::remove_file(&plan.out).expect("removes");
    begin(&plan, &game).expect("begins");
    assert_eq!(first_weight(&plan.out), 15);
}

/// Each file may be removed between two starts.
#[test]
fn removed_files_are_noticed() {
    // A game without a net, which a run would begin with.
    let (game, plan) = (game("microchess"), plan("learn-removed"));
    let path = |name: &str| plan.folder.join(name);
    let change = |change: &dyn Fn(&mut LearningState)| {
        let mut state = state(&plan);
        change(&mut state);
        state.write(&plan.folder).expect("writes");
        begin(&plan, &game).expect("begins")
    };
    begin(&plan, &game).expect("begins");
    let said = change(&|state| state.pending = Some(round(0.0, false)));
    assert!(said.contains("candidate.gnn is missing"), "{said}");
    assert_eq!(state(&plan).pending, None);

    write(&path("candidate.gnn"), &net_of(&game, 1, 0));
    let said = change(&|state| state.playoff = Some([round(0.0, false), round(0.0, false)]));
    assert!(said.contains("rival.gnn is missing"), "{said}");
    assert_eq!(state(&plan).playoff, None);

    // The gain goes with the net; the odds were measured against it.
    let said = change(&|state| {
        (state.first_elo, state.rounds) = ([25.0, 3.0], vec![round(10.0, true)]);
        state.pending = Some(round(0.0, false));
    });
    assert!(said.contains("best.gnn is missing"), "{said}");
    let now = state(&plan);
    assert_eq!(
        (now.gained(), now.rounds.len(), now.pending.map(|round| round.speed)),
        ((0.0, 0.0), 0, Some(0.0))
    );

    // The net tells its gain if the state is lost.
    write(&path("best.gnn"), &net_of(&game, 1, 120));
    fs::remove_file(path("state.json")).expect("removes");
    begin(&plan, &game).expect("begins");
    assert_eq!(state(&plan).gained(), (12.0, 3.0));

    // The games of earlier runs.
    change(&|state| (state.first_games, state.goal_games) = (300, 400));
    assert_eq!((state(&plan).first_games, state(&plan).games_of_run()), (0, 100));
}

/// What was learned with other rules is neither used nor lost.
#[test]
fn other_rules_need_another_folder() {
    let (own, other, plan) = (game("gardner"), game("minishogi"), plan("learn-rules"));
    // A net that does not fit begins no run.
    fs::create_dir(&plan.folder).expect("a folder");
    let best = plan.folder.join("best.gnn");
    write(&best, &net_of(&other, 1, 0));
    let error = begin(&plan, &own).expect_err("other rules").to_string();
    assert!(error.contains("best.gnn: it was learned with other rules\nhelp: remove it"), "{error}");
    assert_eq!(LearningState::read(&plan.folder).expect("reads"), None);
    fs::remove_file(best).expect("removes");

    begin(&plan, &own).expect("begins");
    let expected = "data: this folder holds what was learned with other rules\nhelp: choose another folder";
    let error = begin(&plan, &other).expect_err("other rules").to_string();
    assert!(error.contains(expected), "{error}");
    // Without the state the games tell the rules.
    fs::remove_file(plan.folder.join("state.json")).expect("removes");
    let error = begin(&plan, &other).expect_err("other rules").to_string();
    assert!(error.contains(expected), "{error}");
    let hash = |game: &Game| net::rules_hash(game.game_rules(), &FeatureSet::new(game.game_rules()));
    let folder_for = |game: &Game| griffon::learn::folder_for(plan.folder.clone(), hash(game));
    assert_eq!(folder_for(&own), plan.folder);
    let beside = PathBuf::from(format!("{}-{:016x}", plan.folder.display(), hash(&other)));
    assert_eq!(folder_for(&other), beside);
}

/// Games without a move or without a search fill no file.
#[test]
fn games_that_are_over_at_once_end_the_run() {
    let error = |name: &str, pieces: &str| {
        let game = defined(&format!("files=4\nranks=2\nroyal=K\nsymmetry=none\nking:K:fK::a2,,d1\n{pieces}"));
        let plan = plan(name);
        let stop = AtomicBool::new(false);
        let mut say = |_: &str| ();
        let mut learning = Learning::open(&plan, &game, &stop, &mut say).expect("opens");
        let error = learning.run().expect_err("nothing to learn").to_string();
        let length = fs::metadata(plan.folder.join("games.bin")).map_or(0, |file| file.len());
        assert!(length < 50, "{length} bytes");
        error
    };
    let over = error("learn-over", "");
    assert!(over.starts_with("the game is over in the start position"), "{over}");
    // White's only piece moves, then Black has no move.
    let empty = error("learn-empty", "wazir:W:W::b2\n");
    assert!(empty.contains("games were over after their random openings"), "{empty}");
}

/// Neither the measurement of the speed nor a match goes on with results of searches that were stopped.
#[test]
fn a_stop_counts_at_once() {
    let (game, place) = (game("gardner"), folder("learn-stop"));
    let stop = AtomicBool::new(true);
    assert_eq!(gate::speed_ratio([&game, &game], 1, &stop), None);
    let candidate = place.join("candidate.gnn");
    write(&candidate, &net_of(&game, 1, 0));
    // Stopped, then at the end of its time. With these nodes a move takes hours, so a search that goes on hangs here.
    for (stop, is_played) in [(true, false), (false, true)] {
        let gate = Gate {
            game: &game,
            name: "gardner",
            candidate: &candidate,
            present: None,
            games: 100,
            threads: 2,
            seed: 1,
            pgn: place.join("gate.pgn"),
            time: Duration::ZERO,
        };
        let mut round = LearningRound { nodes: [1 << 40; 2], ..LearningRound::default() };
        let played = gate.run(&mut round, &AtomicBool::new(stop), &mut |_| ()).expect("runs");
        assert_eq!((played, round.gate_games, round.passed), (is_played, 0, false));
    }
}
