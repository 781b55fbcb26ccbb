//! The layers of `src`: imports point downwards, and no circle joins more than two files.
//!
//! The test reads every `use` and every path of the sources. A re-export counts as an import of the file that defines
//! the item. `GRIFFON_SRC` names another folder of sources.

use crate::support::files;
use crate::tokens::tokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, lowest first. A file imports from its own module and from those before it.
const LAYERS: [&str; 31] = [
    "random",
    "declare_params",
    "board",
    "notation",
    "variant",
    "tables",
    "rules",
    "values",
    "net",
    "position",
    "moves",
    "movegen",
    "perft",
    "load",
    "eval",
    "search",
    "system",
    "movetext",
    "variant_names",
    "fsf",
    "xboard",
    "engine",
    "session",
    "cecp",
    "uci",
    "arena",
    "learn",
    "cli",
    "",
    "main",
    "oracle",
];

type Module = Vec<String>;

/// One source file.
#[derive(Default)]
struct Source {
    path: PathBuf,
    tokens: Vec<String>,
    /// Paths from the root by the name that a `use` binds.
    bound: BTreeMap<String, Module>,
    /// Modules whose items are all imported.
    globs: Vec<Module>,
    /// Paths from the root to everything that the file names.
    paths: BTreeSet<Module>,
}

/// The sources by module.
struct Crate {
    sources: BTreeMap<Module, Source>,
}

/// `a/b/mod.rs` and `a/b.rs` are the module `a::b`; `lib.rs` is the root.
fn module_of(relative: &Path) -> Module {
    let mut module: Module =
        relative.with_extension("").iter().map(|part| part.to_str().unwrap().to_string()).collect();
    if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads the tree of a `use` from `at`: calls `bind(path, alias)` for each leaf; returns the place after the tree.
fn use_tree(
    tokens: &[String],
    mut at: usize,
    mut path: Module,
    bind: &mut impl FnMut(Module, Option<String>),
) -> usize {
    loop {
        match tokens[at].as_str() {
            "::" => at += 1,
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = use_tree(tokens, at, path.clone(), bind);
                    if tokens[at] == "," {
                        at += 1;
                    }
                }
                return at + 1;
            }
            "*" => {
                bind(path, None);
                return at + 1;
            }
            "as" => {
                bind(path, Some(tokens[at + 1].clone()));
                return at + 2;
            }
            token if is_name(token) => {
                path.push(token.to_string());
                at += 1;
            }
            _ => {
                if path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let name = path.last().cloned();
                bind(path, name);
                return at;
            }
        }
    }
}

impl Crate {
    fn read(root: &Path) -> Crate {
        let mut sources = BTreeMap::new();
        for path in files(root, &["rs"]) {
            let relative = path.strip_prefix(root).unwrap().to_path_buf();
            let tokens = tokens(&fs::read_to_string(&path).unwrap());
            sources.insert(module_of(&relative), Source { path: relative, tokens, ..Source::default() });
        }
        let modules: BTreeSet<Module> = sources.keys().cloned().collect();
        for (module, source) in &mut sources {
            source.read_uses(module, &modules);
        }
        Crate { sources }
    }

    /// The file that defines the last segment of `path`, and the segments below it.
    fn definition(&self, path: &[String], seen: &mut BTreeSet<Module>) -> Option<Module> {
        if !seen.insert(path.to_vec()) {
            return None;
        }
        let depth = (0..=path.len()).rev().find(|&depth| self.sources.contains_key(&path[..depth]))?;
        if depth == path.len() {
            return Some(path.to_vec());
        }
        let source = &self.sources[&path[..depth]];
        if let Some(bound) = source.bound.get(&path[depth]) {
            let target: Module = bound.iter().chain(&path[depth + 1..]).cloned().collect();
            if let Some(found) = self.definition(&target, seen) {
                return Some(found);
            }
        }
        if source.defines(&path[depth]) {
            return Some(path[..depth].to_vec());
        }
        for glob in &source.globs {
            let target: Module = glob.iter().chain(&path[depth..]).cloned().collect();
            if let Some(found) = self.definition(&target, seen)
                && self.sources[&found].defines(&path[path.len() - 1])
            {
                return Some(found);
            }
        }
        Some(path[..depth].to_vec())
    }

    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut imports = BTreeMap::new();
        for (module, source) in &self.sources {
            let targets = source.paths.iter().filter_map(|path| self.definition(path, &mut BTreeSet::new()));
            // Macros are exported from the root.
            imports.insert(
                module.clone(),
                targets.filter(|target| target != module && !target.is_empty()).collect(),
            );
        }
        imports
    }

    fn name(&self, module: &Module) -> String {
        self.sources[module].path.display().to_string()
    }
}

impl Source {
    /// Whether an item of this name is declared here: a type, function, constant, macro, module.
    fn defines(&self, name: &str) -> bool {
        const KEYWORDS: [&str; 9] =
            ["struct", "enum", "fn", "const", "static", "type", "trait", "union", "mod"];
        self.tokens.windows(2).any(|pair| pair[1] == name && KEYWORDS.contains(&pair[0].as_str()))
    }

    fn read_uses(&mut self, module: &Module, modules: &BTreeSet<Module>) {
        let (mut at, tokens) = (0, std::mem::take(&mut self.tokens));
        let absolute = |path: &[String]| -> Option<Module> {
            let mut base = module.clone();
            let mut rest = path;
            match rest.first()?.as_str() {
                "crate" => {
                    base.clear();
                    rest = &rest[1..];
                }
                "self" => rest = &rest[1..],
                "super" => {
                    while rest.first().is_some_and(|first| first == "super") {
                        base.pop();
                        rest = &rest[1..];
                    }
                }
                first => {
                    let child: Module = base.iter().cloned().chain([first.to_string()]).collect();
                    if !modules.contains(&child) {
                        return None;
                    }
                }
            }
            base.extend(rest.iter().cloned());
            Some(base)
        };
        let mut rest = Vec::new();
        while at < tokens.len() {
            if tokens[at] == "use" {
                let public = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                let (bound, globs, paths) = (&mut self.bound, &mut self.globs, &mut self.paths);
                at = use_tree(&tokens, at + 1, Vec::new(), &mut |path, alias| {
                    let Some(path) = absolute(&path) else { return };
                    match alias {
                        Some(alias) => {
                            // A re-export is no use; nor is a module, whose items are used by paths.
                            if !public && !modules.contains(&path) {
                                paths.insert(path.clone());
                            }
                            bound.insert(alias, path);
                        }
                        None => {
                            if !public {
                                paths.insert(path.clone());
                            }
                            globs.push(path);
                        }
                    }
                });
            } else {
                rest.push(tokens[at].clone());
                at += 1;
            }
        }
        let mut at = 0;
        while at < rest.len() {
            let start = at;
            let mut path = Module::new();
            while at < rest.len() && is_name(&rest[at]) {
                path.push(rest[at].clone());
                at += 1;
                if rest.get(at).is_some_and(|token| token == "::")
                    && rest.get(at + 1).is_some_and(|next| is_name(next))
                {
                    at += 1;
                } else {
                    break;
                }
            }
            at = at.max(start + 1);
            if path.len() < 2 || (start > 0 && rest[start - 1] == "::") {
                continue;
            }
            // An item that `use` binds is an import already.
            match self.bound.get(&path[0]).cloned() {
                Some(bound) if modules.contains(&bound) => {
                    self.paths.insert(bound.into_iter().chain(path.into_iter().skip(1)).collect());
                }
                Some(_) => {}
                None => self.paths.extend(absolute(&path)),
            }
        }
        self.tokens = tokens;
    }
}

/// Strongly connected groups of more than one file.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = imports
        .keys()
        .map(|start| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(module) = open.pop() {
                for next in &imports[module] {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            (start, seen)
        })
        .collect();
    let (mut found, mut placed) = (Vec::new(), BTreeSet::new());
    for module in imports.keys() {
        let circle: Vec<Module> = reach[module]
            .iter()
            .filter(|other| reach[**other].contains(module))
            .map(|other| (*other).clone())
            .collect();
        if circle.len() > 1 && placed.insert(circle.clone()) {
            found.push(circle);
        }
    }
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

fn top(module: &Module) -> &str {
    module.first().map_or("", String::as_str)
}

fn layer(module: &Module) -> usize {
    LAYERS
        .iter()
        .position(|&name| name == top(module))
        .unwrap_or_else(|| panic!("{module:?} is missing from LAYERS"))
}

fn sources() -> Crate {
    let root = std::env::var("GRIFFON_SRC")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/src").to_string());
    Crate::read(Path::new(&root))
}

#[test]
fn imports_point_downwards() {
    let sources = sources();
    let missing: Vec<_> =
        LAYERS.iter().filter(|&&name| !sources.sources.keys().any(|module| top(module) == name)).collect();
    assert!(missing.is_empty(), "no module: {missing:?}");
    let mut upward = Vec::new();
    for (module, targets) in sources.imports() {
        for target in targets {
            if layer(&target) > layer(&module) {
                upward.push(format!("{} imports {}", sources.name(&module), sources.name(&target)));
            }
        }
    }
    assert!(upward.is_empty(), "{} imports point upwards:\n{}", upward.len(), upward.join("\n"));
}

/// Names of the methods that the sources add to `Position`, `Game` and `Variant`, with their layers.
fn shared_methods(sources: &Crate) -> BTreeMap<&str, BTreeSet<usize>> {
    const OWNERS: [&str; 3] = ["Position", "Game", "Variant"];
    let mut found: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (module, source) in &sources.sources {
        let (mut owner, mut depth) = (None, 0);
        for (at, token) in source.tokens.iter().enumerate() {
            match token.as_str() {
                "impl" if depth == 0 => {
                    let head = source.tokens[at..].iter().take_while(|token| *token != "{");
                    owner = head.last().filter(|name| OWNERS.contains(&name.as_str()));
                }
                "{" => depth += 1,
                "}" => depth -= 1,
                "fn" if depth == 1 && owner.is_some() => {
                    found.entry(&source.tokens[at + 1]).or_default().insert(layer(module));
                }
                "fn" if depth == 0 => owner = None,
                _ => {}
            }
        }
    }
    found
}

/// A method needs no import, so that those of upper layers are looked for by name.
#[test]
fn methods_of_upper_layers_are_not_called() {
    const RECEIVERS: [&str; 6] = ["self", "pos", "position", "next", "game", "variant"];
    let sources = sources();
    let methods = shared_methods(&sources);
    assert!(methods.contains_key("make") && methods.contains_key("unmake"), "{methods:?}");
    let mut upward = Vec::new();
    for (module, source) in &sources.sources {
        for call in source.tokens.windows(4) {
            let [receiver, dot, name, open] = call else { unreachable!() };
            let is_call = dot == "." && open == "(" && RECEIVERS.contains(&receiver.as_str());
            let Some(layers) = methods.get(name.as_str()).filter(|_| is_call) else { continue };
            // A type of this file may have a method of the same name.
            if layers.iter().all(|&other| other > layer(module)) && !source.defines(name) {
                upward.push(format!("{} calls `{receiver}.{name}`", source.path.display()));
            }
        }
    }
    assert!(upward.is_empty(), "{} calls point upwards:\n{}", upward.len(), upward.join("\n"));
}

#[test]
fn no_circle_joins_more_than_two_files() {
    let sources = sources();
    let imports = sources.imports();
    let mut faults = Vec::new();
    for circle in circles(&imports) {
        let folders: BTreeSet<&str> = circle.iter().map(top).collect();
        if circle.len() > 2 || folders.len() > 1 {
            let mut lines = format!("circle of {} files", circle.len());
            for module in &circle {
                let inside: Vec<String> = imports[module]
                    .iter()
                    .filter(|target| circle.contains(target))
                    .map(|target| sources.name(target))
                    .collect();
                lines += &format!("\n    {} imports {}", sources.name(module), inside.join(", "));
            }
            faults.push(lines);
        }
    }
    assert!(faults.is_empty(), "{} circles:\n{}", faults.len(), faults.join("\n"));
}

/// Words of the sources that stand for structures that are gone, each with the files that may use it.
const RETIRED: [(&str, &[&str]); 3] = [
    ("with_weights", &[]),
    ("speaks_uci", &[]),
    // Whoever goes from a node to the root uses `ancestors`.
    ("NO_PARENT", &["tables/tree.rs", "tables/unroll/walk.rs"]),
];

#[test]
fn retired_structures_stay_away() {
    for (module, source) in &sources().sources {
        for (word, allowed) in RETIRED {
            let path = source.path.display().to_string();
            let found = source.tokens.iter().any(|token| token == word);
            assert!(!found || allowed.contains(&path.as_str()), "{module:?} names `{word}`");
        }
    }
}

/// Files have at most 500 lines.
#[test]
fn files_are_short() {
    for path in files(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &["rs"]) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 500, "{}: {lines} lines", path.display());
    }
}
