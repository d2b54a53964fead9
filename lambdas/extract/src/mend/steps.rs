//! Steps: structured data cuts them short or runs them together more often than it gets their words wrong.

use recipe::Doubt;

use super::words::Bag;
use super::words_of;
use crate::draft::Line;

/// The steps of structured data, or those that the page shows when these say the same and more.
pub(super) fn mend(ours: Vec<Line>, theirs: &[Line]) -> Vec<Line> {
    let (our_bag, their_bag) = (Bag::of(&words_of(&ours)), Bag::of(&words_of(theirs)));
    let shared = our_bag.shared(&their_bag);
    if shared * 10 < our_bag.total() * 9 {
        return ours;
    }
    let says_more = their_bag.total() * 20 > our_bag.total() * 23;
    let is_cut_better = ours.len() == 1 && theirs.len() > 1 && shared * 10 >= their_bag.total() * 9;
    if says_more {
        theirs.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect()
    } else if is_cut_better {
        theirs.to_vec()
    } else {
        ours
    }
}
