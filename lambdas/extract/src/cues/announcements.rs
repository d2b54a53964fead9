//! Detects section headings by the words and emphasis of a line.

use super::facts::{is_measure, is_portions, is_time};
use super::headings::{
    KnownHeading, LONGEST_HEADING_BYTES, announced, ends_with_ingredients, is_qualifier, resembles,
};
use super::lines::{is_instruction, starts_with_amount};
use super::lists::{enumerated, names_several};
use super::topic::Topic;

const MAX_WORDS_AFTER: usize = 6;
/// Maximum words between a heading word and the final colon: "Method by oven:".
const MAX_WORDS_OF_A_LEAD: usize = 2;
const LONGEST_NAME_BYTES: usize = 40;
const MAX_WORDS_AFTER_NOTES: usize = 3;
const MIN_AMOUNTS: usize = 2;
const LONGEST_NOTES_CHARS: usize = 40;

/// How much the form of a line differs from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Emphasis {
    None,
    /// In a text: large, bold, in capitals, with a final colon, or short and apart.
    Apart,
    /// On a page: bold, or a label such as that of a tab.
    Strong,
    Heading,
}

/// A line that may be a section heading, without its bullet or number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    /// The next line; `None` if it is in another block.
    pub(crate) next: Option<&'a str>,
    pub(crate) is_above_prose: bool,
    pub(crate) emphasis: Emphasis,
    /// Whether an element separates it from its neighbours, not just a blank line.
    pub(crate) is_own_block: bool,
    /// Whether it is a list item, or has a bullet or number.
    pub(crate) is_item: bool,
    /// Whether it is a title, in which words after the heading word name the dish.
    pub(crate) is_title: bool,
    pub(crate) is_large: bool,
    /// Whether it may be the label of a button: "Select ingredients".
    pub(crate) may_be_button: bool,
    /// Whether it comes from OCR, so that letters may be wrong.
    pub(crate) is_recognised: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadingKind<'a> {
    Part {
        topic: Topic,
        inline: Option<usize>,
        /// The part that the line names: "for the sauce".
        of: Option<&'a str>,
    },
    /// Another section, such as notes or nutrition, or a remark in the line.
    Other {
        words: &'a str,
        /// Byte offset of the remark in the line.
        inline: Option<usize>,
    },
    /// The label of a time or amount, which starts no section.
    Value,
}

pub(crate) fn classify_heading<'a>(line: &Line<'a>) -> Option<HeadingKind<'a>> {
    // On a page, steps without a heading would join the list.
    let may_hold_list = !line.is_item && !line.is_own_block;
    if let Some(list) = list_after_servings(line.text).filter(|_| may_hold_list) {
        let inline = Some(line.text.len() - list.len());
        return Some(HeadingKind::Part { topic: Topic::Ingredients, inline, of: None });
    }
    let Some(heading) = announced(line.text) else { return heading_without_known_start(line) };
    if heading.words_after == 0 {
        return heading_without_further_words(line, &heading);
    }
    // "Preparation: 20 minutes" and "Method 25 min" state a time.
    if heading.topic == Topic::Steps && is_time(heading.rest) {
        if line.emphasis == Emphasis::Heading && line.is_above_prose && !heading.has_colon {
            return Some(HeadingKind::Part { topic: heading.topic, inline: None, of: None });
        }
        return Some(HeadingKind::Value);
    }
    match heading.topic {
        Topic::Other => heading_of_notes(line, &heading),
        topic => heading_with_further_words(line, &heading).or_else(|| of_part_within(line, &heading, topic)),
    }
}

/// Classifies a line without a known heading at its start, because of OCR errors or because the name of the
/// dish precedes.
fn heading_without_known_start<'a>(line: &Line<'a>) -> Option<HeadingKind<'a>> {
    let Line { text, emphasis, .. } = *line;
    if emphasis == Emphasis::None || line.may_be_button || text.len() > LONGEST_HEADING_BYTES {
        return None;
    }
    let part = |topic| HeadingKind::Part { topic, inline: None, of: None };
    if line.is_recognised
        && let Some(topic) = resembles(text)
    {
        return Some(part(topic));
    }
    if line.is_title || line.is_item {
        return None;
    }
    if !text.ends_with('.') && !line.is_above_prose && ends_with_ingredients(text) {
        return Some(part(Topic::Ingredients));
    }
    topic_after_separator(text).filter(|_| emphasis >= Emphasis::Strong).map(part)
}

fn topic_after_separator(line: &str) -> Option<Topic> {
    let (_, behind) = [" – ", " — ", " - ", " | ", ": "].iter().find_map(|mark| line.rsplit_once(mark))?;
    let heading = announced(behind)?;
    (heading.words_after == 0 && heading.topic != Topic::Other).then_some(heading.topic)
}

fn heading_without_further_words<'a>(line: &Line<'a>, heading: &KnownHeading<'a>) -> Option<HeadingKind<'a>> {
    let is_value = match heading.topic {
        Topic::Ingredients => false,
        Topic::Steps => line.next.is_some_and(is_measure),
        Topic::Other => line.next.is_some_and(is_time),
    };
    if is_value {
        return Some(HeadingKind::Value);
    }
    match heading.topic {
        // "Notes" in a list item is content, unless emphasis shows that it is the label of a tab.
        Topic::Other if line.is_item && line.emphasis < Emphasis::Strong => None,
        Topic::Other => Some(HeadingKind::Other { words: line.text, inline: None }),
        topic => Some(HeadingKind::Part { topic, inline: None, of: None }),
    }
}

/// Classifies a line that starts with a heading of notes. "Tip: use fresh herbs." is a remark, "Tips for
/// storage" a heading.
fn heading_of_notes<'a>(line: &Line<'a>, heading: &KnownHeading<'a>) -> Option<HeadingKind<'a>> {
    let words = line.text.get(..heading.start)?;
    let is_heading = line.emphasis == Emphasis::Heading && line.text.len() <= LONGEST_HEADING_BYTES;
    let other = |inline| Some(HeadingKind::Other { words, inline });
    if is_heading {
        return if line.is_title { None } else { other(None) };
    }
    if heading.has_colon || words.trim_end().ends_with(['-', '–', '—', '.']) {
        return other(Some(heading.start));
    }
    let is_short = heading.words_after <= MAX_WORDS_AFTER_NOTES
        && line.text.chars().nth(LONGEST_NOTES_CHARS).is_none()
        && !is_instruction(line.text);
    let is_apart = line.emphasis >= Emphasis::Apart || line.text.ends_with(':');
    let is_named = is_apart && !line.is_item && is_short;
    if is_named || line.is_large { other(None) } else { None }
}

fn heading_with_further_words<'a>(line: &Line<'a>, heading: &KnownHeading<'a>) -> Option<HeadingKind<'a>> {
    let Line { text, emphasis, .. } = *line;
    let rest = heading.rest;
    let is_listed = line.is_item && emphasis == Emphasis::None;
    // "Ingredients: 200 g of flour" contains the list, unless it is emphasised.
    let is_named = || heading.topic == Topic::Ingredients && names_several(rest);
    let is_list =
        heading.has_colon && (starts_with_amount(rest) || is_named()) && emphasis < Emphasis::Strong;
    if text.len() > LONGEST_HEADING_BYTES || is_listed || is_list {
        return None;
    }
    let is_bracketed = rest.starts_with('(')
        || text.get(..heading.start).is_some_and(|before| before.trim_end().ends_with('('));
    let is_counted = heading.topic == Topic::Steps && counts_steps(rest);
    let qualifies = is_bracketed || is_counted || is_qualifier(rest);
    let is_brief = heading.words_after <= MAX_WORDS_AFTER && !is_instruction(text);
    let is_lead = line.is_own_block && text.ends_with(':') && heading.words_after <= MAX_WORDS_OF_A_LEAD;
    let announces = match emphasis {
        _ if heading.topic == Topic::Ingredients && qualifies && is_brief => true,
        // A title with a heading word at its start names a dish: "Recipe of the house".
        _ if line.is_title => false,
        Emphasis::Heading | Emphasis::Strong => true,
        Emphasis::Apart => {
            let is_named = heading.has_colon && rest.len() <= LONGEST_NAME_BYTES;
            is_brief && (qualifies && !line.is_large || is_named || is_lead)
        }
        Emphasis::None => is_brief && (is_bracketed || is_counted || is_lead),
    };
    let of = Some(rest).filter(|_| qualifies && !is_counted);
    announces.then_some(HeadingKind::Part { topic: heading.topic, inline: None, of })
}

fn counts_steps(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let (_, count, steps) = (words.next(), words.next(), words.next());
    let is_count = count.is_some_and(|count| count.bytes().all(|b| b.is_ascii_digit()));
    let is_steps = || {
        steps
            .and_then(announced)
            .is_some_and(|heading| heading.topic == Topic::Steps && heading.words_after == 0)
    };
    is_count && words.next().is_none() && is_steps()
}

/// Classifies a line that contains its list: "You will need 200 g of flour, ...".
fn of_part_within<'a>(line: &Line<'a>, heading: &KnownHeading<'a>, topic: Topic) -> Option<HeadingKind<'a>> {
    let is_inline_list = topic == Topic::Ingredients
        && starts_with_amount(heading.rest)
        && (line.text.len() > LONGEST_HEADING_BYTES || heading.rest.contains(','));
    if line.is_item || line.is_title {
        return None;
    }
    let start = match list_after_heading_with_servings(heading) {
        Some(list) if topic == Topic::Ingredients => line.text.len() - list.len(),
        _ if heading.has_colon || is_inline_list => heading.start,
        _ => return None,
    };
    Some(HeadingKind::Part { topic, inline: Some(start), of: None })
}

/// The list in "Serves 4: 2 plums, 1 egg and salt", "Pour 4 personnes : ...".
fn list_after_servings(text: &str) -> Option<&str> {
    let (servings, list) = text.split_once(':').or_else(|| text.split_once(". "))?;
    let list = list.trim_start();
    let mut words = servings.split_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_servings = servings.len() <= LONGEST_NAME_BYTES
        && is_qualifier(servings)
        && words.nth(1).is_some_and(is_number)
        && (words.next().is_none() || is_portions(servings));
    (is_servings && starts_with_amount(list) && enumerated(list, MIN_AMOUNTS).is_some()).then_some(list)
}

/// The list in "Ingredients for 4 people: 2 plums, 1 l water".
fn list_after_heading_with_servings<'a>(heading: &KnownHeading<'a>) -> Option<&'a str> {
    let (whom, list) = heading.rest.split_once(':').filter(|_| !heading.has_colon)?;
    let list = list.trim_start();
    let is_brief = whom.len() <= LONGEST_NAME_BYTES && (whom.starts_with('(') || is_qualifier(whom));
    (is_brief && starts_with_amount(list) && list.contains(',')).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, emphasis: Emphasis) -> Line<'_> {
        Line {
            text,
            next: None,
            is_above_prose: false,
            emphasis,
            is_own_block: true,
            is_item: false,
            is_title: false,
            is_large: false,
            may_be_button: false,
            is_recognised: false,
        }
    }

    fn kind_and_offset(found: Option<HeadingKind<'_>>) -> (&'static str, Option<usize>) {
        match found {
            Some(HeadingKind::Part { topic: Topic::Ingredients, inline, .. }) => ("ingredients", inline),
            Some(HeadingKind::Part { inline, .. }) => ("steps", inline),
            Some(HeadingKind::Other { inline, .. }) => ("other", inline),
            Some(HeadingKind::Value) => ("value", None),
            None => ("", None),
        }
    }

    #[test]
    fn emphasis_decides_whether_heading_words_are_a_section_heading() {
        use Emphasis::{Apart, Heading, None, Strong};
        for (text, emphasis, expected) in [
            ("Ingredients", None, "ingredients"),
            ("Ingredients for the plum soup", None, "ingredients"),
            ("Method we like best", None, ""),
            ("Method we like best", Heading, "steps"),
            ("Method we like best", Strong, "steps"),
            ("Method we like best:", Apart, ""),
            ("Method by oven:", None, "steps"),
            ("Method: the best", Apart, "steps"),
            ("Method (for busy people)", None, "steps"),
            ("Method in 4 steps", None, "steps"),
            ("Preparación en 3 pasos", None, "steps"),
            ("Method in 4 pans", None, ""),
            ("Plum soup ingredients", None, ""),
            ("Plum soup ingredients", Apart, "ingredients"),
            ("Plum soup – Method", Apart, ""),
            ("Plum soup – Method", Strong, "steps"),
            ("Notes on plums", None, ""),
            ("Notes on plums", Apart, "other"),
            ("Notes on where our plums come from", Apart, ""),
            ("Notes on where our plums come from", Heading, "other"),
            ("Method 25 min", None, "value"),
            ("We ate soup", Heading, ""),
        ] {
            assert_eq!(
                kind_and_offset(classify_heading(&line(text, emphasis))),
                (expected, Option::None),
                "{text:?} {emphasis:?}"
            );
        }
    }

    #[test]
    fn lists_and_remarks_are_found_on_the_headings_own_line() {
        for (text, expected) in [
            ("Ingredients: 2 plums, 1 l water", ("ingredients", Some(13))),
            ("You need 2 plums, 1 l water", ("ingredients", Some(9))),
            ("Ingredients for 4 people: 2 plums, 1 l water", ("ingredients", Some(26))),
            ("Ingrédients (pour 4 personnes) : 2 prunes, 1 l d'eau", ("ingredients", Some(34))),
            ("Method: cook the plums until they are soft", ("steps", Some(8))),
            ("Tip: use a heavy pan", ("other", Some(5))),
        ] {
            assert_eq!(kind_and_offset(classify_heading(&line(text, Emphasis::None))), expected, "{text:?}");
            let item = Line { is_item: true, ..line(text, Emphasis::None) };
            assert!(!matches!(classify_heading(&item), Some(HeadingKind::Part { .. })), "{text:?}");
        }
    }

    #[test]
    fn context_of_a_line_changes_its_classification() {
        let alone = line("Preparation", Emphasis::None);
        assert_eq!(kind_and_offset(classify_heading(&alone)), ("steps", None));
        assert_eq!(
            kind_and_offset(classify_heading(&Line { next: Some("20 min"), ..alone })),
            ("value", None)
        );
        let notes = line("Notes", Emphasis::None);
        assert_eq!(kind_and_offset(classify_heading(&notes)), ("other", None));
        assert_eq!(kind_and_offset(classify_heading(&Line { is_item: true, ..notes })), ("", None));
        let lead = line("Method by oven:", Emphasis::None);
        assert_eq!(kind_and_offset(classify_heading(&lead)), ("steps", None));
        assert_eq!(kind_and_offset(classify_heading(&Line { is_own_block: false, ..lead })), ("", None));
        let title = Line { is_title: true, ..line("Recipe of the house", Emphasis::Heading) };
        assert_eq!(kind_and_offset(classify_heading(&title)), ("", None));
        let dish = Line { is_large: true, ..line("Method for the house", Emphasis::Apart) };
        assert_eq!(kind_and_offset(classify_heading(&dish)), ("", None));
        let story = line("About our ingredients", Emphasis::Apart);
        assert_eq!(kind_and_offset(classify_heading(&story)), ("ingredients", None));
        assert_eq!(kind_and_offset(classify_heading(&Line { is_above_prose: true, ..story })), ("", None));
        let button = line("Select ingredients", Emphasis::Strong);
        assert_eq!(kind_and_offset(classify_heading(&button)), ("ingredients", None));
        assert_eq!(kind_and_offset(classify_heading(&Line { may_be_button: true, ..button })), ("", None));
        let misread = line("Ingredionts", Emphasis::Apart);
        assert_eq!(kind_and_offset(classify_heading(&misread)), ("", None));
        assert_eq!(
            kind_and_offset(classify_heading(&Line { is_recognised: true, ..misread })),
            ("ingredients", None)
        );
    }
}
