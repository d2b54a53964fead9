//! Which line of one list is which of the other, and in which order a cook wants them.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use super::words::{Words, shared};
use crate::cues;
use crate::draft::Line;
use crate::text::letters;

/// How far apart the same line may stand in two lists.
const WINDOW: usize = 6;
/// Fewer lines are sorted by chance.
const LEAST_SORTED: usize = 4;

/// Our lines in the order of the page, where both have the same ones and ours are sorted by name: a cook wants them as they
/// are used.
pub(super) fn in_their_order(ours: &[Line], theirs: &[Line]) -> Option<Vec<Line>> {
    if ours.len() != theirs.len() || !are_sorted_by_name(ours) {
        return None;
    }
    let mut by_letters: HashMap<String, VecDeque<&Line>> = HashMap::new();
    for line in ours {
        by_letters.entry(letters(&line.text)).or_default().push_back(line);
    }
    let mut take = |shown: &Line| {
        let line = by_letters.get_mut(&letters(&shown.text))?.pop_front()?;
        Some(Line { group: shown.group.clone().or_else(|| line.group.clone()), ..line.clone() })
    };
    theirs.iter().map(&mut take).collect()
}

/// Whether names follow each other in the order of the alphabet; some lines do by chance.
fn are_sorted_by_name(lines: &[Line]) -> bool {
    lines.len() >= LEAST_SORTED && lines.is_sorted_by_key(|line| letters(cues::without_amount(&line.text)))
}

/// For each of `lines` the one of `others` that is most like it, if one holds more than half of the other.
///
/// Both lists run in the same order, so only a few lines around the last match are looked at.
pub(super) fn align(lines: &[Words], others: &[Words]) -> Vec<Option<usize>> {
    let mut cursor = 0_usize;
    lines
        .iter()
        .map(|line| {
            let from = cursor.saturating_sub(WINDOW);
            let to = others.len().min(cursor + WINDOW + 1);
            // Among equals the nearest one, and the one ahead.
            let (_, _, at) = (from..to)
                .filter_map(|at| {
                    let other = others.get(at)?;
                    let common = shared(line, other);
                    let shorter = line.len().min(other.len());
                    // A part is like its whole, and the whole is like what has little else.
                    let likeness =
                        common * 1_000 / shorter.max(1) + common * 2_000 / (line.len() + other.len()).max(1);
                    (common * 2 > shorter).then_some((likeness, Reverse(at.abs_diff(cursor)), at))
                })
                .max()?;
            cursor = at;
            Some(at)
        })
        .collect()
}
