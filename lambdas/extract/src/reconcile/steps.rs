//! Steps: structured data cuts them short or runs them together more often than it gets their words wrong.

use std::collections::HashSet;

use recipe::{Doubt, Span};

use super::words::{Bag, Words};
use super::words_of;
use crate::draft::Line;
use crate::text::letters;

/// Shorter steps than this on average are headings of steps.
const WORDS_OF_A_HEADING: usize = 6;
/// Longer steps than this on average are several that were joined.
const WORDS_OF_JOINED_STEPS: usize = 80;
/// So many words of a line may stand among ours whatever it says.
const WORDS_BY_CHANCE: usize = 5;

/// The steps of structured data, or those that the page shows when these say the same and more.
///
/// What the page shows beside our steps is mostly no step: a story, notes, comments. So it counts only where our steps
/// are mere headings of what stands between them or several joined into one, or where it uses ingredients that our steps
/// forget.
pub(super) fn reconcile(ours: Vec<Line>, theirs: &[Line], ingredients: &[Line]) -> Vec<Line> {
    let their_words = words_of(theirs);
    let our_bag = Bag::of(&words_of(&ours));
    // Of a few words most are ours by chance.
    let is_ours = |words: &Words| {
        let known = words.iter().filter(|word| our_bag.holds(*word)).count();
        known == words.len() || known > WORDS_BY_CHANCE && known * 4 > words.len() * 3
    };
    if names_sections(&ours, theirs) {
        return theirs.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect();
    }
    let Some(first) = their_words.iter().position(is_ours) else { return ours };
    let are_headings = our_bag.total() <= ours.len() * WORDS_OF_A_HEADING;
    let shown_heading = theirs.iter().rposition(|line| is_one_of(line, &ours)).filter(|_| are_headings);
    let Some(last) = shown_heading.or_else(|| their_words.iter().rposition(is_ours)) else { return ours };
    let bag = Bag::of(their_words.span(first..=last));
    let shared = our_bag.shared(&bag);
    if shared * 10 < our_bag.total() * 9 {
        return ours;
    }
    // The rest of the same section: what follows under another heading is something else.
    let group = theirs.get(last).and_then(|line| line.group.as_ref());
    let rest = theirs.span(last + 1..).iter().take_while(|line| line.group.as_ref() == group).count();
    let is_cut_off = uses_many(ingredients, &our_bag, their_words.span(last + 1..));
    let end = if is_cut_off { theirs.len() } else { last + 1 + rest };
    let shown_words: usize = their_words.span(first..end).iter().map(Words::len).sum();
    if (are_headings && shown_words > our_bag.total() * 3)
        || forgotten(ingredients, &our_bag, their_words.span(last + 1..end)) >= FORGOTTEN
    {
        return theirs
            .span(first..end)
            .iter()
            .map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() })
            .collect();
    }
    let shown = theirs.span(first..=last);
    let is_one = ours.len() == 1 && shown.len() > 1;
    // Where only some are joined, the page must say the same and nothing less: a remark between two steps counts.
    let are_joined = our_bag.total() >= ours.len() * WORDS_OF_JOINED_STEPS
        && shown.len() >= ours.len() * 2
        && shared * 50 >= our_bag.total() * 49;
    if (is_one || are_joined) && shared * 10 >= bag.total() * 9 {
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

/// Whether what follows under whatever headings uses a third of all ingredients, which our steps do not: no story does.
fn uses_many(ingredients: &[Line], ours: &Bag, more: &[Words]) -> bool {
    let forgotten = forgotten(ingredients, ours, more);
    forgotten > FORGOTTEN && forgotten * 3 >= ingredients.len()
}

/// Whether a line says the same as one of the others.
fn is_one_of(line: &Line, others: &[Line]) -> bool {
    let said = letters(&line.text);
    others.iter().any(|other| letters(&other.text) == said)
}

/// How many ingredients that our steps do not use the steps that go on after them use: then ours were cut off.
fn forgotten(ingredients: &[Line], ours: &Bag, more: &[Words]) -> usize {
    if more.is_empty() || ingredients.len() <= FORGOTTEN {
        return 0;
    }
    let lines = words_of(ingredients);
    let all = Bag::of(&lines);
    let more = Bag::of(more);
    // A word of one line only names what is special about it; "chopped" stands in several.
    let forgotten = lines.iter().filter(|line| {
        let mut own = line.iter().filter(|word| all.count(*word) == 1);
        own.clone().all(|word| !ours.holds(word)) && own.any(|word| more.holds(word))
    });
    forgotten.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extraction::Reader;

    /// The lines of a list, each behind its group if it has one: "Dough: Knead it."
    fn list(reader: Reader, lines: &str) -> Vec<Line> {
        let line = |line: &str| match line.split_once(": ") {
            Some((group, text)) => {
                Line { group: Some(group.to_owned()), ..Line::marked(reader, text.to_owned()) }
            }
            None => Line::marked(reader, line.to_owned()),
        };
        lines.split(" | ").map(line).collect()
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

    #[test]
    fn steps_of_the_page_count_as_far_as_they_are_ours() {
        const FOOD: &str = "3 figs | 1 egg | 100 g flour | salt";
        const BEATEN: &str = "Beat the egg until it is as pale as it can get.";
        let joined = |first: usize| -> String {
            let told =
                (first..first + 12).map(|bowl| format!("Stir bowl {bowl} until it is smooth and pale."));
            told.collect::<Vec<_>>().join(" ")
        };
        let parted = |text: String| text.replace(". ", ". | ");
        for (data, page, expected) in [
            // Cut off before headings of what uses most of the list.
            (
                BEATEN.to_owned(),
                format!("{BEATEN} | Dough: Fold in the flour and the salt. | Top: Lay the figs on it."),
                format!("{BEATEN} | Fold in the flour and the salt. | Lay the figs on it."),
            ),
            // A story below another heading uses one or two things of it.
            (
                BEATEN.to_owned(),
                format!("{BEATEN} | Eggs: My aunt eats figs with salt."),
                BEATEN.to_owned(),
            ),
            // Headings of steps, and behind them what the children may do.
            (
                "The dough | The bake".to_owned(),
                "The dough | Mix the egg, the salt and the flour | The bake | Bake with the figs on top for an hour \
                 | Kids: The dough may be kneaded by them | Kids: The bake must be watched"
                    .to_owned(),
                "The dough | Mix the egg, the salt and the flour | The bake | Bake with the figs on top for an hour"
                    .to_owned(),
            ),
            // Data that run many steps together into two.
            (
                format!("{} | {}", joined(0), joined(12)),
                format!("{} | {}", parted(joined(0)), parted(joined(12))),
                format!("{} | {}", parted(joined(0)), parted(joined(12))),
            ),
        ] {
            let reconciled = reconcile(
                list(Reader::JsonLd, &data),
                &list(Reader::Visible, &page),
                &list(Reader::JsonLd, FOOD),
            );
            let texts: Vec<_> = reconciled.iter().map(|line| line.text.as_str()).collect();
            assert_eq!(texts.join(" | "), expected, "{data} <> {page}");
        }
    }
}
