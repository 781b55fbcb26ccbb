//! Default moves of pieces, by name.

/// Widest board on which a castling king travels two squares; on wider ones it travels three.
const ORTHODOX_FILES: u16 = 8;

/// Names and moves. SPEC: diagram readings, "Moves taken from the piece name".
const MOVES: &str = "pawn=ifmnDfmWfceF knight=N bishop=B rook=R queen=Q archbishop=BN cardinal=BN chancellor=RN \
                     marshall=RN amazon=QN lion=KNADcaKcabKmabK horse=mafsW mao=mafsW elephant=mafF cannon=mRcpR \
                     pao=mRcpR advisor=F ferz=F lance=fR copper=vWfF silver=FfW silvergeneral=FfW gold=WfF \
                     goldgeneral=WfF man=K commoner=K camel=C zebra=Z nightrider=N0 grasshopper=gQ \
                     griffon=FyafsF gryphon=FyafsF wizard=FC champion=WAD falcon=nCnZ";

/// The entries of [`MOVES`].
fn moves() -> impl Iterator<Item = (&'static str, &'static str)> {
    MOVES.split_whitespace().filter_map(|entry| entry.split_once('='))
}

/// Returns the default move of a piece called `name` on a board of `files` files, ignoring case, blanks, hyphens and a
/// plural `s`.
///
/// SPEC: "For a few standard pieces (FIDE and a few common fairies) the name will be recognized" (section Pieces).
pub(super) fn default_move(name: &str, files: u16) -> Option<&'static str> {
    let plain = plain(name);
    let singular = plain.strip_suffix('s').unwrap_or(&plain);
    [plain.as_str(), singular].into_iter().find_map(|name| match name {
        "king" if files > ORTHODOX_FILES => Some("KisO3"),
        "king" => Some("KisO2"),
        _ => moves().find(|(known, _)| *known == name).map(|(_, betza)| betza),
    })
}

/// Returns a name in lower case, without blanks and hyphens.
pub(super) fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'));
    letters.collect::<String>().to_ascii_lowercase()
}

/// Returns the names that have a default move.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    moves().map(|(name, _)| name).chain(["king"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognised_in_any_spelling() {
        assert_eq!(default_move("Silver General", 9), Some("FfW"));
        assert_eq!(default_move("PAWNS", 8), Some("ifmnDfmWfceF"));
        assert_eq!(default_move("kings", 8), Some("KisO2"));
        assert_eq!(default_move("king", 10), Some("KisO3"));
        assert_eq!(default_move("warrior", 8), None);
    }
}
