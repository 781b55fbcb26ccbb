//! The page "Betza notation (extended)" in its current revision and in that of 2020, sentence by sentence.

use crate::seeds::{appendix, basics, extension, extension_current, further, legs, verify};
use griffon::notation::Notation;

#[test]
fn basics() {
    verify("XBetza, both revisions, basics", Notation::Xbetza, basics::BOTH);
    verify("XBetza, current revision, basics", Notation::Xbetza, basics::CURRENT);
    verify("XBetza, both revisions, further sentences", Notation::Xbetza, further::XBETZA);
    verify("XBetza, revision of 2020, basics and ideas", Notation::Xbetza, basics::OF_2020);
}

#[test]
fn extension() {
    verify("XBetza, both revisions, extension", Notation::Xbetza, extension::BOTH);
    verify("XBetza, current revision, extension", Notation::Xbetza, extension_current::ALL);
}

#[test]
fn case_studies() {
    verify("XBetza, both revisions, case studies", Notation::Xbetza, appendix::BOTH);
    verify("XBetza, current revision, case studies", Notation::Xbetza, appendix::CURRENT);
}

#[test]
fn between_the_definitions() {
    verify("XBetza, both revisions, legs", Notation::Xbetza, legs::BOTH);
    verify("XBetza, current revision, legs", Notation::Xbetza, legs::CURRENT);
    verify("XBetza, revision of 2020, legs", Notation::Xbetza, legs::OF_2020);
}
