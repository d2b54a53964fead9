//! Reconciles structured data with the visible page.
//!
//! Keeps the data, unless the page has the same words with fewer errors: lines split correctly, and amounts,
//! lines or steps that the data lacks. Compares multisets of words, in linear time.

mod lines;
mod order;
mod steps;
mod words;

#[cfg(test)]
mod tests;

use crate::draft::{Draft, Line};
use crate::text::letters;
use words::{Bag, Words};

/// Corrects the lists of `draft` with drafts of the same recipe, the most reliable first. Later ones do not
/// change a list that an earlier one confirms.
pub(crate) fn reconcile(draft: &mut Draft, others: &[Draft]) {
    let (mut lines_are_sure, mut steps_are_sure) = (false, false);
    for other in others {
        if !lines_are_sure && !draft.lines.is_empty() && !other.lines.is_empty() {
            lines_are_sure = has_same_words(&draft.lines, &other.lines);
            draft.lines = lines::reconcile(std::mem::take(&mut draft.lines), &other.lines);
        }
        if !steps_are_sure && !draft.steps.is_empty() && !other.steps.is_empty() {
            steps_are_sure = has_same_words(&draft.steps, &other.steps);
            draft.steps = steps::reconcile(std::mem::take(&mut draft.steps), &other.steps, &draft.lines);
        }
        steps::add_headings(&mut draft.steps, &other.steps);
    }
}

/// Whether the lists share 95 % of their words.
fn has_same_words(one: &[Line], other: &[Line]) -> bool {
    let (one, other) = (Bag::of(&words_of(one)), Bag::of(&words_of(other)));
    one.shared(&other) * 20 >= one.total().max(other.total()) * 19
}

/// Whether both drafts are the same recipe: the longer list contains half of the words of the shorter one.
/// Compares ingredients or, without them, steps.
pub(crate) fn is_same(one: &Draft, other: &Draft) -> bool {
    let agree = |one: &[Line], other: &[Line]| {
        if one.is_empty() || other.is_empty() {
            return None;
        }
        let bag = |lines: &[Line]| Bag::of(&words_of(lines));
        let (one, other) = (bag(one), bag(other));
        Some(one.shared(&other) * 2 >= one.total().min(other.total()))
    };
    agree(&one.lines, &other.lines).or_else(|| agree(&one.steps, &other.steps)).unwrap_or(true)
}

/// Whether both drafts have the same ingredients or, without them, the same steps. Ignores titles.
pub(crate) fn is_duplicate(one: &Draft, other: &Draft) -> bool {
    let is_same = |one: &[Line], other: &[Line]| {
        (!one.is_empty() && !other.is_empty()).then(|| has_same_words(one, other))
    };
    is_same(&one.lines, &other.lines).or_else(|| is_same(&one.steps, &other.steps)).unwrap_or(false)
}

/// Whether the lists differ only in punctuation, white space and the ends of lines.
fn has_same_letters(one: &[Line], other: &[Line]) -> bool {
    let of = |lines: &[Line]| lines.iter().map(|line| letters(&line.text)).collect::<String>();
    of(one) == of(other)
}

fn words_of(lines: &[Line]) -> Vec<Words> {
    lines.iter().map(|line| Words::of(&line.text)).collect()
}
