//! Steps: structured data cuts them short or runs them together more often than it gets their words wrong.

use std::collections::HashSet;

use recipe::{Doubt, Span};

use super::words::{Bag, Words};
use super::words_of;
use crate::draft::Line;
use crate::text::letters;

/// Shorter steps than this on average are headings of steps.
const WORDS_OF_A_HEADING: usize = 6;

/// The steps of structured data, or those that the page shows when these say the same and more.
///
/// What the page shows beside our steps is mostly no step: a story, notes, comments. So it counts only where our steps
/// are mere headings of what stands between them, or where it uses ingredients that our steps forget.
pub(super) fn reconcile(ours: Vec<Line>, theirs: &[Line], ingredients: &[Line]) -> Vec<Line> {
    let their_words = words_of(theirs);
    let our_bag = Bag::of(&words_of(&ours));
    let is_ours =
        |words: &Words| words.iter().filter(|word| our_bag.holds(*word)).count() * 4 > words.len() * 3;
    if names_sections(&ours, theirs) {
        return theirs.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect();
    }
    let Some(first) = their_words.iter().position(is_ours) else { return ours };
    let Some(last) = their_words.iter().rposition(is_ours) else { return ours };
    let bag = Bag::of(their_words.span(first..=last));
    let shared = our_bag.shared(&bag);
    if shared * 10 < our_bag.total() * 9 {
        return ours;
    }
    // The rest of the same section: what follows under another heading is something else.
    let group = theirs.get(last).and_then(|line| line.group.as_ref());
    let rest = theirs.span(last + 1..).iter().take_while(|line| line.group.as_ref() == group).count();
    let end = last + 1 + rest;
    let are_headings = our_bag.total() <= ours.len() * WORDS_OF_A_HEADING;
    let shown_words: usize = their_words.span(first..end).iter().map(Words::len).sum();
    if (are_headings && shown_words > our_bag.total() * 3)
        || uses_forgotten(ingredients, &our_bag, their_words.span(last + 1..end))
    {
        return theirs
            .span(first..end)
            .iter()
            .map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() })
            .collect();
    }
    let shown = theirs.span(first..=last);
    if ours.len() == 1 && shown.len() > 1 && shared * 10 >= bag.total() * 9 {
        return shown.to_vec();
    }
    ours
}

/// Whether our steps are nothing but the headings of theirs.
fn names_sections(ours: &[Line], theirs: &[Line]) -> bool {
    let groups: HashSet<String> =
        theirs.iter().filter_map(|line| line.group.as_deref()).map(letters).collect();
    let named = ours.iter().filter(|line| groups.contains(&letters(&line.text))).count();
    named > 0 && named * 4 >= ours.len() * 3 && theirs.len() >= ours.len()
}

/// How many ingredients our steps must forget and the page's go on to use.
const FORGOTTEN: usize = 2;

/// Whether steps that go on after ours use ingredients which ours do not: then ours were cut off.
fn uses_forgotten(ingredients: &[Line], ours: &Bag, more: &[Words]) -> bool {
    if more.is_empty() || ingredients.len() <= FORGOTTEN {
        return false;
    }
    let lines = words_of(ingredients);
    let all = Bag::of(&lines);
    let more = Bag::of(more);
    // A word of one line only names what is special about it; "chopped" stands in several.
    let forgotten = lines.iter().filter(|line| {
        let mut own = line.iter().filter(|word| all.count(*word) == 1);
        own.clone().all(|word| !ours.holds(word)) && own.any(|word| more.holds(word))
    });
    forgotten.count() >= FORGOTTEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extraction::Reader;

    fn list(reader: Reader, lines: &str) -> Vec<Line> {
        lines.split(" | ").map(|line| Line::marked(reader, line.to_owned())).collect()
    }

    #[test]
    fn steps_are_taken_from_the_page_where_the_data_forget_them() {
        const FOOD: &str = "3 figs | 1 egg | 100 g flour | salt";
        for (data, page, from_page) in [
            // One blob of text that the page shows in steps.
            ("Mix egg and salt. Bake the figs.", "Mix egg and salt. | Bake the figs.", true),
            ("Mix egg and salt. | Bake the figs.", "Mix egg and salt. Bake the figs.", false),
            // Headings of steps, and the steps below them.
            (
                "The dough | The bake",
                "The dough | Mix the egg, the salt and the flour | The bake | Bake with the figs on top for an hour",
                true,
            ),
            // Cut off before the flour and the figs.
            (
                "Beat the egg and salt.",
                "Beat the egg and salt. | Fold in the flour. | Lay the figs on top.",
                true,
            ),
            // A note uses nothing new.
            (
                "Beat the egg with flour and salt. | Lay the figs on top.",
                "Beat the egg with flour and salt. | Lay the figs on top. | A fresh egg floats, says my aunt who loves figs.",
                false,
            ),
            // Another recipe.
            ("Beat the egg and salt.", "Cook the rice. | Fold in the flour. | Lay the figs on top.", false),
        ] {
            let reconciled = reconcile(
                list(Reader::JsonLd, data),
                &list(Reader::Visible, page),
                &list(Reader::JsonLd, FOOD),
            );
            let texts: Vec<_> = reconciled.iter().map(|line| line.text.as_str()).collect();
            let expected: Vec<_> = if from_page { page } else { data }.split(" | ").collect();
            assert_eq!(texts, expected, "{data} <> {page}");
        }
    }
}
