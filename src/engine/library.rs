//! The variants that the engine can play, prepared on demand.

use super::folder::{Folder, FolderRole};
use crate::load;
use crate::net::{self, Evaluation, NetFolders};
use crate::position::Game;
use crate::rules::GameRules;
use crate::tables::TableError;
use crate::variant::Variant;
use crate::variant::nearest::suggestion;
use crate::variant_names;
use crate::xboard::{self, Dialect};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// A variant prepared for play.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The rules, with weights for the evaluation.
    pub game: Arc<Game>,
    /// Its description for XBoard.
    pub dialect: Arc<Dialect>,
}

/// Conventions of the GUI for a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// XBoard's own array where it differs; the engine shuffles arrays.
    XBoard,
    /// The variant's array; the GUI sends other ones as positions.
    Plain {
        /// The king castles with any partner, from any square, to the squares of the variant (`UCI_Chess960`).
        fischer: bool,
    },
}

/// The file in the user's settings that lists the variants to show first.
pub const MENU: &str = "menu.txt";

/// Longest list of names that fits in a line for XBoard, bytes; longer lines end the session. SPEC: `xboard.md` 1.1.
const LONGEST_LIST: usize = 8000;

/// Number of variants named in the message that the list is full.
const MAX_NAMED: usize = 10;

/// Number of prepared variants kept: XBoard asks for the same one before every game.
const KEPT: usize = 3;

/// Limit on the total size of their tables, bytes; beyond it the oldest are dropped before another variant is
/// prepared.
const KEPT_BYTES: usize = 128 << 20;

/// Variants by name.
#[derive(Debug, Default)]
pub struct Library {
    /// The user's variants, then the built-in ones.
    variants: Vec<Variant>,
    /// Number of [`Self::variants`] that come from [`Self::folders`].
    added: usize,
    /// Sources of further definitions.
    folders: Vec<Folder>,
    /// True if the first built-in variant, which `new` sets up, is the only one offered.
    only: bool,
    offered: Vec<String>,
    /// Names for which the list has no room.
    unlisted: Vec<String>,
    ready: Vec<(usize, Convention, Ready)>,
    /// Names of the variants whose buttons the user wants first.
    menu: Vec<String>,
    /// Seed for shuffled arrays; 0: a different array each game.
    seed: u64,
    /// Faults of the definitions read at the start.
    faults: Vec<String>,
    /// Where the learned evaluations are, besides [`Self::folders`].
    nets: NetFolders,
    /// Whether they are used.
    uses_nets: bool,
    /// Why the last variant that was prepared does without one, if there is one.
    net_fault: Option<String>,
}

impl Library {
    /// Offers all of `variants`; `new` sets up the first.
    pub fn all(variants: Vec<Variant>) -> Self {
        let mut library = Self { variants, uses_nets: true, ..Self::default() };
        library.list();
        library
    }

    /// Sets the variants to list first among those that XBoard does not know, since it has buttons for only some of
    /// them. `text` names them, in any number of lines; `#` starts a comment. Unknown names are kept as faults.
    pub fn set_menu(&mut self, text: &str) {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let names = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == ','));
        self.menu = names.filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let unknown = self.menu.iter().filter(|name| !self.knows(name));
        let faults: Vec<String> = unknown.map(|name| format!("{MENU}: there is no variant {name}")).collect();
        self.faults.extend(faults);
        self.list();
    }

    /// Offers only `home`, so that the GUI chooses it; `others` can still be selected by name.
    pub fn only(home: Variant, others: Vec<Variant>) -> Self {
        let variants = std::iter::once(home).chain(others).collect();
        let mut library = Self { only: true, ..Self::all(variants) };
        library.list();
        library
    }

    /// Also offers the definitions of a folder or file, now and after every change. Returns their faults, one per
    /// line.
    pub fn add(&mut self, folder: Folder) -> Vec<String> {
        self.folders.retain(|known| known.role != folder.role);
        self.folders.push(folder);
        self.reload()
    }

    /// Like [`Self::add`], before the session starts: the faults are kept for it.
    pub fn add_at_start(&mut self, folder: Folder) {
        let faults = self.add(folder);
        self.faults.extend(faults);
    }

    /// Reports a fault when the session starts.
    pub fn report_at_start(&mut self, fault: String) {
        self.faults.push(fault);
    }

    /// Takes the faults of [`Self::add_at_start`] and the others at the start.
    pub fn faults_of_start(&mut self) -> Vec<String> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(self.net_fault());
        faults
    }

    /// Reads the folders again if they have changed. Returns the faults in that case, else `None`.
    pub fn refresh(&mut self) -> Option<Vec<String>> {
        self.folders.iter().any(Folder::has_changed).then(|| self.reload())
    }

    fn reload(&mut self) -> Vec<String> {
        let (variants, faults): (Vec<_>, Vec<_>) = self.folders.iter_mut().rev().map(Folder::read).unzip();
        let built_in = self.variants.split_off(self.added);
        self.variants = variants.into_iter().flatten().collect();
        self.added = self.variants.len();
        self.variants.extend(built_in);
        self.ready.clear();
        self.list();
        faults.into_iter().flatten().collect()
    }

    /// Rebuilds the list of variants offered.
    fn list(&mut self) {
        let (added, built_in) = self.variants.split_at(self.added);
        let built_in = if self.only { &built_in[..1] } else { built_in };
        let built_in = built_in.iter().filter(|v| self.only || variant_names::is_shown(v));
        let added = added.iter().filter(|v| variant_names::is_shown(v)).map(variant_names::offered);
        // Standard names first: XBoard searches the text of the list for the first occurrence of a name.
        let (known, own): (Vec<_>, Vec<_>) = built_in.partition(|v| variant_names::known_as(v).is_some());
        let own = own.into_iter().map(variant_names::offered);
        // XBoard chooses the first name, so a single variant must come first. The user's variants come before the
        // built-in ones, as the GUI has buttons for only some.
        let others: Vec<String> = if self.only {
            own.chain(added).collect()
        } else {
            let menu = self.menu.iter().filter_map(|name| self.index_of(name, Convention::XBoard));
            let menu: Vec<String> = menu.map(|at| variant_names::offered(&self.variants[at])).collect();
            let mut others: Vec<String> = added.chain(own).collect();
            others.sort_by_key(|name| menu.iter().position(|other| other == name).unwrap_or(menu.len()));
            others
        };
        self.offered = unique(known.into_iter().map(variant_names::offered).chain(others));
        let mut length = 0;
        let mut fits = |name: &String| {
            length += name.len() + 1;
            length <= LONGEST_LIST
        };
        let listed = self.offered.iter().take_while(|name| fits(name)).count();
        self.unlisted = self.offered.split_off(listed);
    }

    /// Sets the seed for shuffled arrays; 0: a different one each time.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.reshuffle();
    }

    /// Starts a new game, which gets a new array unless a seed is set.
    pub fn new_game(&mut self) {
        if self.seed == 0 {
            self.reshuffle();
        }
    }

    /// Forgets the shuffled arrays.
    fn reshuffle(&mut self) {
        let variants = &self.variants;
        self.ready.retain(|&(index, ..)| !variants.get(index).is_some_and(Variant::shuffles));
    }

    /// Sets where the learned evaluations are.
    pub fn set_nets(&mut self, nets: NetFolders) {
        self.nets = nets;
        self.ready.clear();
    }

    /// Sets whether learned evaluations are used.
    pub fn use_nets(&mut self, on: bool) {
        self.uses_nets = on;
        self.ready.clear();
    }

    /// Builds a game with its learned evaluation if there is one. `seed` shuffles the array.
    ///
    /// # Errors
    /// Its tables cannot be built.
    pub fn build(&mut self, variant: &Variant, seed: Option<u64>) -> Result<Game, TableError> {
        let evaluation = |game: GameRules<'_>| {
            if !self.uses_nets {
                return Evaluation::estimate(game);
            }
            let (evaluation, fault) = net::learned(game, &self.net_folders());
            self.net_fault = fault.map(|fault| fault + net::IGNORED);
            evaluation
        };
        load::shuffled_game(variant, seed, evaluation)
    }

    /// Where learned evaluations are now: first in the folders chosen in the session, the last choice first.
    fn net_folders(&self) -> NetFolders {
        let chosen = self.folders.iter().rev().filter(|folder| folder.role != FolderRole::Standard);
        let chosen = chosen.filter_map(Folder::directory).map(Path::to_path_buf);
        NetFolders {
            file: self.nets.file.clone(),
            folders: chosen.chain(self.nets.folders.iter().cloned()).collect(),
        }
    }

    /// Takes the reason why the last variant that was prepared does without its learned evaluation.
    pub fn net_fault(&mut self) -> Option<String> {
        self.net_fault.take()
    }

    /// Names for XBoard, in the order of the list.
    pub fn offered(&self) -> &[String] {
        &self.offered
    }

    /// Reasons why variants are not in [`Self::offered`] though they can be played, one per line: definitions of the
    /// user that XBoard cannot show, and names that do not fit in the list.
    pub fn left_out(&self) -> Vec<String> {
        let reason = |v: &Variant| Some(format!("{}: {}", v.name, variant_names::why_not_shown(v)?));
        let not_shown = self.variants[..self.added].iter().filter_map(reason);
        let (named, rest) = self.unlisted.split_at(self.unlisted.len().min(MAX_NAMED));
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let no_room = format!("XBoard's list of variants has no room for {}{more}", named.join(", "));
        not_shown.chain((!named.is_empty()).then_some(no_room)).collect()
    }

    /// Names for other GUIs, the start variant first.
    pub fn plain_names(&self) -> Vec<String> {
        let home = self.variants.get(self.added);
        let rest = if self.only { &self.variants[..self.added] } else { &self.variants[..] };
        unique(home.into_iter().chain(rest).map(variant_names::in_uci))
    }

    /// The variant that `new` sets up.
    ///
    /// # Errors
    /// If its tables cannot be built.
    pub fn home(&mut self, convention: Convention) -> Result<Ready, String> {
        self.make(self.added, convention)
    }

    /// Finds a variant by the name offered, its own name, or an alias.
    ///
    /// # Errors
    /// If there is no such variant, or its tables cannot be built.
    pub fn find(&mut self, name: &str, convention: Convention) -> Result<Ready, String> {
        let Some(index) = self.index_of(name, convention) else {
            let names = self.variants.iter().flat_map(Variant::names);
            return Err(format!("no variant {name}{}", suggestion(name, names)));
        };
        self.make(index, convention)
    }

    /// Whether there is a variant of this name, playable or not.
    pub fn knows(&self, name: &str) -> bool {
        self.index_of(name, Convention::XBoard).is_some()
    }

    fn index_of(&self, name: &str, convention: Convention) -> Option<usize> {
        let is_offered = |v: &Variant| match convention {
            Convention::XBoard => variant_names::offered(v) == name,
            Convention::Plain { .. } => variant_names::in_uci(v) == name,
        };
        let by_offer = self.variants.iter().position(is_offered);
        by_offer.or_else(|| self.variants.iter().position(|v| v.is_called(name)))
    }

    fn make(&mut self, index: usize, convention: Convention) -> Result<Ready, String> {
        if let Some((.., ready)) = self.ready.iter().find(|r| r.0 == index && r.1 == convention) {
            return Ok(ready.clone());
        }
        let bytes = |(.., ready): &(_, _, Ready)| ready.game.tables.stats().bytes;
        while self.ready.len() >= KEPT || self.ready.iter().map(bytes).sum::<usize>() > KEPT_BYTES {
            self.ready.remove(0);
        }
        let variant = self.variants.get(index).ok_or("no variant")?.clone();
        let variant = match convention {
            Convention::XBoard => variant.in_xboard(),
            Convention::Plain { fischer: true } => variant.castling_from_anywhere(),
            Convention::Plain { fischer: false } => variant,
        };
        let shuffles = convention == Convention::XBoard && xboard::shuffles(&variant);
        let seed = shuffles.then(|| if self.seed > 0 { self.seed } else { chance() });
        let game = self.build(&variant, seed).map_err(|error| {
            let piece = self.variants[index].pieces.get(error.piece).map_or("", |piece| piece.name.as_str());
            format!("{piece}: {}", error.message)
        })?;
        let dialect = Arc::new(Dialect::new(&game.variant));
        let ready = Ready { game: Arc::new(game), dialect };
        self.ready.push((index, convention, ready.clone()));
        Ok(ready)
    }
}

/// Collects names, each once.
fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// Returns a random number.
pub fn chance() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    #[test]
    fn the_menu_lists_variants_first() {
        let variants = ["normal", "metamachy", "omega", "chu"]
            .map(|name| catalogue::find(name).unwrap().variant.clone());
        let mut library = Library::all(variants.to_vec());
        assert_eq!(library.offered(), ["normal", "metamachy", "omega", "chushogi"]);
        library.set_menu("# mine\nchu, nosuch\nomega # too\n");
        assert_eq!(library.offered(), ["normal", "chushogi", "omega", "metamachy"]);
        assert_eq!(library.faults_of_start(), ["menu.txt: there is no variant nosuch"]);
    }

    #[test]
    fn the_list_is_cut_at_the_longest_line() {
        let chess = &catalogue::find("normal").unwrap().variant;
        let named =
            |n: usize| Variant { name: format!("variant{n:029}"), aliases: Vec::new(), ..chess.clone() };
        let mut library = Library::all((0..250).map(named).collect());
        let listed = library.offered().to_vec();
        assert!(listed.join(",").len() <= LONGEST_LIST && listed.len() > 200, "{}", listed.len());
        let [text] = &library.left_out()[..] else { panic!("{:?}", library.left_out()) };
        assert!(text.contains(&format!(" {},", named(listed.len()).name)), "{text}");
        assert!(text.ends_with(&format!(" and {} more", 250 - listed.len() - MAX_NAMED)), "{text}");
        assert!(library.find(&named(249).name, Convention::XBoard).is_ok());
        assert!(Library::all((0..200).map(named).collect()).left_out().is_empty());
    }
}
