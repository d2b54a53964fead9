//! Reconciles steps, which structured data often truncate or join.

use std::collections::{HashMap, HashSet};

use recipe::{Doubt, Span};

use super::words::{Bag, Words};
use super::words_of;
use crate::draft::Line;
use crate::text::letters;

/// Maximum mean words per step if the steps are only headings.
const WORDS_OF_A_HEADING: usize = 6;
/// Maximum words of the data that any line of the page may contain by chance.
const WORDS_BY_CHANCE: usize = 5;

/// The steps of the data, or the steps of the page if they contain the same words and more.
///
/// Additional lines are mostly stories or comments, so the page is preferred only if the steps of the data
/// are headings, are joined or truncated, or omit ingredients.
pub(super) fn reconcile(ours: Vec<Line>, theirs: &[Line], ingredients: &[Line]) -> Vec<Line> {
    let ours = completed(ours, theirs);
    if let Some(better) = resplit(&ours, theirs)
        .or_else(|| explained(&ours, theirs))
        .or_else(|| continued(&ours, theirs, ingredients))
    {
        return better.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect();
    }
    let their_words = words_of(theirs);
    let our_bag = Bag::of(&words_of(&ours));
    // A line may share a few words with the data by chance.
    let is_ours = |words: &Words| {
        let known = words.iter().filter(|word| our_bag.holds(*word)).count();
        known == words.len() || known > WORDS_BY_CHANCE && known * 4 > words.len() * 3
    };
    if names_sections(&ours, theirs) {
        return theirs.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect();
    }
    let Some(first) = their_words.iter().position(is_ours) else { return ours };
    let are_headings = our_bag.total() <= ours.len() * WORDS_OF_A_HEADING;
    let Some(last) = their_words.iter().rposition(is_ours) else { return ours };
    let bag = Bag::of(their_words.span(first..=last));
    let shared = our_bag.shared(&bag);
    if shared * 10 < our_bag.total() * 9 {
        return ours;
    }
    let group = theirs.get(last).and_then(|line| line.group.as_ref());
    let rest = theirs.span(last + 1..).iter().take_while(|line| line.group.as_ref() == group).count();
    let is_cut_off = uses_many_more_ingredients(ingredients, &our_bag, their_words.span(last + 1..));
    let end = if is_cut_off { theirs.len() } else { last + 1 + rest };
    let shown_words: usize = their_words.span(first..end).iter().map(Words::len).sum();
    if (are_headings && shown_words > our_bag.total() * 3)
        || forgotten(ingredients, &our_bag, their_words.span(last + 1..end)) >= MIN_UNUSED_INGREDIENTS
    {
        return theirs
            .span(first..end)
            .iter()
            .map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() })
            .collect();
    }
    let shown = theirs.span(first..=last);
    let is_one = ours.len() == 1 && shown.len() > 1;
    if is_one && shared * 10 >= bag.total() * 9 {
        return shown.to_vec();
    }
    ours
}

/// Adds headings of the page, if the data has none and most of its steps are on the page. A single heading
/// above all steps is not added.
pub(super) fn add_headings(ours: &mut [Line], theirs: &[Line]) {
    let first = theirs.first().and_then(|line| line.group.as_ref());
    if ours.iter().any(|line| line.group.is_some()) || theirs.iter().all(|line| line.group.as_ref() == first)
    {
        return;
    }
    let groups: HashMap<String, &Option<String>> =
        theirs.iter().rev().map(|line| (letters(&line.text), &line.group)).collect();
    let found: Vec<Option<&Option<String>>> =
        ours.iter().map(|line| groups.get(&letters(&line.text)).copied()).collect();
    if found.iter().flatten().count() * 2 > ours.len() {
        for (line, group) in ours.iter_mut().zip(found) {
            line.group = group.cloned().flatten();
        }
    }
}

/// Replaces each step that ends with an ellipsis by the page's complete step.
fn completed(mut ours: Vec<Line>, theirs: &[Line]) -> Vec<Line> {
    let is_cut = |line: &Line| line.text.ends_with('…') || line.text.ends_with("...");
    if !ours.iter().any(is_cut) {
        return ours;
    }
    let shown: Vec<String> = theirs.iter().map(|line| letters(&line.text)).collect();
    for line in ours.iter_mut().filter(|line| is_cut(line)) {
        let start = letters(&line.text);
        let is_whole = |shown: &String| shown.len() > start.len() && shown.starts_with(&start);
        let whole = shown.iter().position(is_whole).filter(|_| start.len() >= MIN_LETTERS_OF_CUT_STEP);
        if let Some(whole) = whole.and_then(|at| theirs.get(at)) {
            let cut = std::mem::replace(&mut line.text, whole.text.clone());
            line.instead_of = Some(cut);
            line.doubt = Some(Doubt::Mended);
        }
    }
    ours
}

const MIN_LETTERS_OF_CUT_STEP: usize = 12;

/// The steps of the page, if the data is the same text without separators.
fn resplit<'a>(ours: &[Line], theirs: &'a [Line]) -> Option<&'a [Line]> {
    (theirs.len() > ours.len() && super::has_same_letters(ours, theirs)).then_some(theirs)
}

/// The steps of the page, if the data has only their first words: "Fry", "Simmer".
fn explained<'a>(ours: &[Line], theirs: &'a [Line]) -> Option<&'a [Line]> {
    let our_words: usize = words_of(ours).iter().map(Words::len).sum();
    if ours.len() < 2 || our_words > ours.len() * WORDS_OF_A_HEADING {
        return None;
    }
    let mut first = None;
    let mut rest = theirs.iter().enumerate();
    let mut last = 0;
    for heading in ours {
        let start = letters(&heading.text);
        let continues =
            |line: &Line| letters(&line.text).strip_prefix(&start).is_some_and(|more| !more.is_empty());
        let (at, _) = rest.find(|(_, line)| continues(line))?;
        first = first.or(Some(at));
        last = at;
    }
    let shown = theirs.span(first?..=last);
    let their_words: usize = words_of(shown).iter().map(Words::len).sum();
    (their_words > our_words * 3).then_some(shown)
}

/// The steps of the page, if the data has the first items of their list, and the other items are at least as
/// many or use another ingredient. Of paragraphs, the data has only the first, and the others use an ingredient.
fn continued<'a>(ours: &[Line], theirs: &'a [Line], ingredients: &[Line]) -> Option<&'a [Line]> {
    let is_same = |(ours, theirs): (&Line, &Line)| letters(&ours.text) == letters(&theirs.text);
    let list = theirs.first()?.list;
    let end = theirs.iter().position(|line| line.list != list).unwrap_or(theirs.len());
    let is_start = ours.len() < end && ours.iter().zip(theirs).all(is_same);
    let more = theirs.span(ours.len().min(end)..end);
    let uses_more = || forgotten(ingredients, &Bag::of(&words_of(ours)), &words_of(more)) > 0;
    let continues = match list {
        Some(_) => more.len() >= ours.len() || uses_more(),
        None => ours.len() == 1 && more.len() > 1 && uses_more(),
    };
    (is_start && continues).then(|| theirs.span(..end))
}

fn names_sections(ours: &[Line], theirs: &[Line]) -> bool {
    let groups: HashSet<String> =
        theirs.iter().filter_map(|line| line.group.as_deref()).map(letters).collect();
    let named = ours.iter().filter(|line| groups.contains(&letters(&line.text))).count();
    named > 0 && named * 4 >= ours.len() * 3 && theirs.len() >= ours.len()
}

const MIN_UNUSED_INGREDIENTS: usize = 2;

fn uses_many_more_ingredients(ingredients: &[Line], ours: &Bag, more: &[Words]) -> bool {
    let forgotten = forgotten(ingredients, ours, more);
    forgotten > MIN_UNUSED_INGREDIENTS && forgotten * 3 >= ingredients.len()
}

fn forgotten(ingredients: &[Line], ours: &Bag, more: &[Words]) -> usize {
    if more.is_empty() || ingredients.len() <= MIN_UNUSED_INGREDIENTS {
        return 0;
    }
    let lines = words_of(ingredients);
    let all = Bag::of(&lines);
    let more = Bag::of(more);
    // A word identifies an ingredient only if no other line contains it; "chopped" does not.
    let forgotten = lines.iter().filter(|line| {
        let mut own = line.iter().filter(|word| all.count(*word) == 1);
        own.clone().all(|word| !ours.holds(word)) && own.any(|word| more.holds(word))
    });
    forgotten.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::NodeId;
    use crate::extraction::Reader;

    /// Builds steps from a text with separators " | " and optional groups: "Dough: Knead it."
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
    fn page_steps_replace_joined_or_truncated_steps_in_data() {
        const FOOD: &str = "3 figs | 1 egg | 100 g flour | salt";
        for (data, page, from_page) in [
            ("Mix egg and salt. Bake the figs.", "Mix egg and salt. | Bake the figs.", true),
            ("Mix egg and salt. | Bake the figs.", "Mix egg and salt. Bake the figs.", false),
            (
                "The dough | The bake",
                "The dough | Mix the egg, the salt and the flour | The bake | Bake with the figs on top for an hour",
                true,
            ),
            (
                "Beat the egg and salt.",
                "Beat the egg and salt. | Fold in the flour. | Lay the figs on top.",
                true,
            ),
            (
                "Beat the egg with flour and salt. | Lay the figs on top.",
                "Beat the egg with flour and salt. | Lay the figs on top. | A fresh egg floats, says my aunt who loves figs.",
                false,
            ),
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
    fn steps_that_the_data_cut_are_taken_from_the_page() {
        let item = |line: Line| Line { list: Some(NodeId(7)), ..line };
        const PAGE: &str = "Steam the pumpkin until it is soft. | Stir in the cream. | Serve it warm.";
        for (data, page, expected) in [
            ("Steam the pumpkin until… | Stir in the cream. | Serve it warm.", PAGE, PAGE),
            ("Steam the pumpkin until it is soft.Stir in the cream.Serve it warm.", PAGE, PAGE),
            ("Steam the pumpkin until it is soft.", PAGE, PAGE),
            (
                "Steam the pumpkin until it is soft. | Stir in the cream.",
                PAGE,
                "Steam the pumpkin until it is soft. | Stir in the cream.",
            ),
            (
                "Steam the pumpkin until it is soft. | Stir in the cream.",
                "Steam the pumpkin until it is soft. | Stir in the cream. | Add the nutmeg.",
                "Steam the pumpkin until it is soft. | Stir in the cream. | Add the nutmeg.",
            ),
            ("Stir in the cream.", PAGE, "Stir in the cream."),
            (
                "Steam | Stir",
                "Steam the pumpkin in wedges for half an hour. | Stir in the cream over low heat.",
                "Steam the pumpkin in wedges for half an hour. | Stir in the cream over low heat.",
            ),
        ] {
            let theirs: Vec<Line> = list(Reader::Visible, page).into_iter().map(item).collect();
            const FOOD: &str = "1 kg pumpkin | 100 ml cream | 1 pinch of nutmeg";
            let reconciled = reconcile(list(Reader::JsonLd, data), &theirs, &list(Reader::JsonLd, FOOD));
            let texts: Vec<_> = reconciled.iter().map(|line| line.text.as_str()).collect();
            assert_eq!(texts.join(" | "), expected, "{data}");
        }
        let first = "Steam the pumpkin until it is soft.";
        let food = "1 kg pumpkin | 100 ml cream | 1 pinch of nutmeg";
        let microdata = list(Reader::Microdata, first);
        let continued = reconcile(microdata, &list(Reader::Visible, PAGE), &list(Reader::Microdata, food));
        assert_eq!(continued.len(), 3, "only the first paragraph is marked");
        let paragraphs = list(Reader::Visible, PAGE);
        let data = "Steam the pumpkin until it is soft. | Stir in the cream.";
        assert_eq!(reconcile(list(Reader::JsonLd, data), &paragraphs, &[]).len(), 2, "a story may follow");
    }

    #[test]
    fn page_steps_replace_data_only_within_the_recipe() {
        const FOOD: &str = "3 figs | 1 egg | 100 g flour | salt";
        const BEATEN: &str = "Beat the egg until it is as pale as it can get.";
        let joined = |first: usize| -> String {
            let sentences =
                (first..first + 12).map(|bowl| format!("Stir bowl {bowl} until it is smooth and pale."));
            sentences.collect::<Vec<_>>().join(" ")
        };
        let parted = |text: String| text.replace(". ", ". | ");
        for (data, page, expected) in [
            (
                BEATEN.to_owned(),
                format!("{BEATEN} | Dough: Fold in the flour and the salt. | Top: Lay the figs on it."),
                format!("{BEATEN} | Fold in the flour and the salt. | Lay the figs on it."),
            ),
            (
                BEATEN.to_owned(),
                format!("{BEATEN} | Eggs: My aunt eats figs with salt."),
                BEATEN.to_owned(),
            ),
            (
                "The dough | The bake".to_owned(),
                "The dough | Mix the egg, the salt and the flour | The bake | Bake with the figs on top for an hour \
                 | Kids: The dough may be kneaded by them | Kids: The bake must be watched"
                    .to_owned(),
                "The dough | Mix the egg, the salt and the flour | The bake | Bake with the figs on top for an hour"
                    .to_owned(),
            ),
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

    #[test]
    fn headings_of_the_page_are_added_to_the_same_steps() {
        let with_headings = |data: &str, page: &str| {
            let mut ours = list(Reader::JsonLd, data);
            add_headings(&mut ours, &list(Reader::Visible, page));
            let show = |line: &Line| format!("{}| {}", line.group.as_deref().unwrap_or_default(), line.text);
            ours.iter().map(show).collect::<Vec<_>>()
        };
        let page = "Heat the oven. | Dough: Knead it! | Dough: Let it rest. | To bake: Bake for an hour.";
        assert_eq!(
            with_headings("Heat the oven. | Knead it. | Leave it alone. | Bake for an hour.", page),
            ["| Heat the oven.", "Dough| Knead it.", "| Leave it alone.", "To bake| Bake for an hour."]
        );
        for (data, page) in [
            ("A: Knead it. | B: Bake for an hour.", page),
            ("Knead it. | Bake for an hour.", "Method: Knead it. | Method: Bake for an hour."),
            ("Chop. | Boil. | Knead it.", page),
        ] {
            assert_eq!(with_headings(data, page), with_headings(data, "Nothing."), "{data}");
        }
    }
}
