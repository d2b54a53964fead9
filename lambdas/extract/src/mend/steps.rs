//! Steps: structured data cuts them short or runs them together more often than it gets their words wrong.

use recipe::Doubt;

use super::words::{Bag, Words};
use super::words_of;
use crate::draft::Line;

/// Shorter steps than this on average are headings of steps.
const WORDS_OF_A_HEADING: usize = 6;

/// The steps of structured data, or those that the page shows when these say the same and more in between.
///
/// What the page shows before and after our steps is mostly no step: a story, notes, comments.
pub(super) fn mend(ours: Vec<Line>, theirs: &[Line]) -> Vec<Line> {
    let their_words = words_of(theirs);
    let our_bag = Bag::of(&words_of(&ours));
    let is_ours =
        |words: &Words| words.iter().filter(|word| our_bag.holds(*word)).count() * 4 > words.len() * 3;
    let Some(first) = their_words.iter().position(is_ours) else { return ours };
    let Some(last) = their_words.iter().rposition(is_ours) else { return ours };
    let bag = Bag::of(&their_words[first..=last]);
    let shared = our_bag.shared(&bag);
    if shared * 10 < our_bag.total() * 9 {
        return ours;
    }
    let shown = &theirs[first..=last];
    let are_headings = our_bag.total() <= ours.len() * WORDS_OF_A_HEADING;
    if are_headings && bag.total() > our_bag.total() * 3 {
        shown.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect()
    } else if ours.len() == 1 && shown.len() > 1 && shared * 10 >= bag.total() * 9 {
        shown.to_vec()
    } else {
        ours
    }
}
