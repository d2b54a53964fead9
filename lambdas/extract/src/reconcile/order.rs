use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use super::words::{Words, shared};
use crate::cues;
use crate::draft::Line;
use crate::text::letters;

/// Maximum distance in lines from the last match, in either direction.
const WINDOW: usize = 6;
const MIN_SORTED: usize = 4;

/// The lines of the data in the order of the page, if both have the same lines and the data is sorted by
/// name.
pub(super) fn reordered_like_page(ours: &[Line], theirs: &[Line]) -> Option<Vec<Line>> {
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

fn are_sorted_by_name(lines: &[Line]) -> bool {
    lines.len() >= MIN_SORTED && lines.is_sorted_by_key(|line| letters(cues::without_amount(&line.text)))
}

/// For each line, the most similar one of `others`. A pair shares over half of the words of the shorter line.
/// Only lines near the last match are compared.
pub(super) fn align(lines: &[Words], others: &[Words]) -> Vec<Option<usize>> {
    let mut cursor = 0_usize;
    lines
        .iter()
        .map(|line| {
            let from = cursor.saturating_sub(WINDOW);
            let to = others.len().min(cursor + WINDOW + 1);
            // Of equally similar lines the nearest, then the later one.
            let (_, _, at) = (from..to)
                .filter_map(|at| {
                    let other = others.get(at)?;
                    let common = shared(line, other);
                    let shorter = line.len().min(other.len());
                    // Similarity is the overlap coefficient plus the Dice coefficient, in thousandths.
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
