//! What a line announces, told by its words and by what whoever shows it does to set it off.
//!
//! Elements and classes of a page, or sizes and places of print, become the cues of a [`Line`]; the judgement is one for both.

use super::facts::{is_measure, is_time};
use super::headings::{
    Announced, LONGEST_HEADING_BYTES, announced, ends_with_ingredients, is_qualifier, resembles,
};
use super::lines::{is_told, starts_with_amount};
use super::lists::names_several;
use super::topic::Topic;

/// A heading goes on with few words: "Ingredients for the sauce".
const MOST_WORDS_AFTER: usize = 6;
/// Nor has one that stands out by its colon alone: "Method by oven:".
const MOST_WORDS_OF_A_LEAD: usize = 2;
/// A name behind a colon is short: "Ingredients: the sauce".
const LONGEST_NAME_BYTES: usize = 40;
/// A heading that names its notes is short: "Tips for storage".
const MOST_WORDS_AFTER_NOTES: usize = 3;
/// Nor has a heading that only looks like one more letters.
const LONGEST_NOTES_CHARS: usize = 40;

/// How much a line is set off from the lines around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Emphasis {
    /// It is not.
    None,
    /// The eye may take it for a heading: it is short and stands apart, or a colon ends it.
    Apart,
    /// It is shown as headings are, in bold letters or on a tab.
    Strong,
    /// Its source says that it is one.
    Heading,
}

/// A line that may announce something, without a bullet or number before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    /// The line below it, if that stands in the same block.
    pub(crate) next: Option<&'a str>,
    /// The line below it is a sentence, and no line of a list.
    pub(crate) is_above_prose: bool,
    pub(crate) emphasis: Emphasis,
    /// Its source parts it from the lines around it, as an element does and a blank line does not.
    pub(crate) is_own_block: bool,
    /// An item of a list, or one with a bullet or number.
    pub(crate) is_item: bool,
    /// Its source says that it is the title: with more words, it names the dish.
    pub(crate) is_title: bool,
    /// It is printed larger than the text, as titles are, too.
    pub(crate) is_large: bool,
    /// It may be a button: "Select ingredients".
    pub(crate) may_be_button: bool,
    /// It was recognised in a picture, so that letters may be wrong.
    pub(crate) is_recognised: bool,
}

/// What a line announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Announcement<'a> {
    /// Ingredients or steps, below the line or within it.
    Part {
        topic: Topic,
        /// Where in the line itself they begin, when they do.
        inline: Option<usize>,
        /// For whom or for what they are, as the line says it: "for the sauce".
        of: Option<&'a str>,
    },
    /// What is neither, below the line or, when it is a remark, within it.
    Other {
        /// The words that announce it.
        words: &'a str,
        /// Where in the line itself the remark begins.
        inline: Option<usize>,
    },
    /// Nothing: it names a time or an amount beside or below it.
    Value,
}

/// What the line announces, if anything.
pub(crate) fn announcement<'a>(line: &Line<'a>) -> Option<Announcement<'a>> {
    let Some(said) = announced(line.text) else { return of_other_words(line) };
    if said.words_after == 0 {
        return of_words_alone(line, &said);
    }
    // "Preparation: 20 minutes", "Method 25 min" are times.
    if said.topic == Topic::Steps && is_time(said.rest) {
        return Some(Announcement::Value);
    }
    match said.topic {
        Topic::Other => of_remark(line, &said),
        topic => of_part(line, &said).or_else(|| of_part_within(line, &said, topic)),
    }
}

/// What no known heading begins: one with letters that were taken for others, or with the dish before its last word.
fn of_other_words<'a>(line: &Line<'a>) -> Option<Announcement<'a>> {
    let Line { text, emphasis, .. } = *line;
    if emphasis == Emphasis::None || line.may_be_button || text.len() > LONGEST_HEADING_BYTES {
        return None;
    }
    let part = |topic| Announcement::Part { topic, inline: None, of: None };
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
    behind_dash(text).filter(|_| emphasis >= Emphasis::Strong).map(part)
}

/// What a heading announces behind the dish's name: "Fig pie – Preparation".
fn behind_dash(line: &str) -> Option<Topic> {
    let (_, behind) = [" – ", " — ", " - ", " | ", ": "].iter().find_map(|mark| line.rsplit_once(mark))?;
    let said = announced(behind)?;
    (said.words_after == 0 && said.topic != Topic::Other).then_some(said.topic)
}

fn of_words_alone<'a>(line: &Line<'a>, said: &Announced<'a>) -> Option<Announcement<'a>> {
    // "Preparation" above "20 min" is a time.
    let is_value = match said.topic {
        Topic::Ingredients => false,
        Topic::Steps => line.next.is_some_and(is_measure),
        Topic::Other => line.next.is_some_and(is_time),
    };
    if is_value {
        return Some(Announcement::Value);
    }
    match said.topic {
        // "Notes" in a list is one of its items, "Ingredients" a tab.
        Topic::Other if line.is_item && line.emphasis < Emphasis::Strong => None,
        Topic::Other => Some(Announcement::Other { words: line.text, inline: None }),
        topic => Some(Announcement::Part { topic, inline: None, of: None }),
    }
}

/// "Tip: use fresh herbs." is a remark among steps, "Tips for storage" a heading behind them.
fn of_remark<'a>(line: &Line<'a>, said: &Announced<'a>) -> Option<Announcement<'a>> {
    let words = line.text.get(..said.start)?;
    let is_heading = line.emphasis == Emphasis::Heading && line.text.len() <= LONGEST_HEADING_BYTES;
    let other = |inline| Some(Announcement::Other { words, inline });
    if is_heading {
        return if line.is_title { None } else { other(None) };
    }
    if said.has_colon || words.trim_end().ends_with(['-', '–', '—', '.']) {
        return other(Some(said.start));
    }
    let is_short = said.words_after <= MOST_WORDS_AFTER_NOTES
        && line.text.chars().nth(LONGEST_NOTES_CHARS).is_none()
        && !is_told(line.text);
    let is_apart = line.emphasis >= Emphasis::Apart || line.text.ends_with(':');
    let is_named = is_apart && !line.is_item && is_short;
    if is_named || line.is_large { other(None) } else { None }
}

/// A heading with words behind it.
fn of_part<'a>(line: &Line<'a>, said: &Announced<'a>) -> Option<Announcement<'a>> {
    let Line { text, emphasis, .. } = *line;
    let rest = said.rest;
    let is_listed = line.is_item && emphasis == Emphasis::None;
    // "Ingredients: 200 g of flour" is the list itself; what stands in a heading, "1x 2x 3x", is none.
    let is_named = || said.topic == Topic::Ingredients && names_several(rest);
    let is_list = said.has_colon && (starts_with_amount(rest) || is_named()) && emphasis < Emphasis::Strong;
    if text.len() > LONGEST_HEADING_BYTES || is_listed || is_list {
        return None;
    }
    let is_bracketed = rest.starts_with('(')
        || text.get(..said.start).is_some_and(|before| before.trim_end().ends_with('('));
    let is_counted = said.topic == Topic::Steps && counts_steps(rest);
    let qualifies = is_bracketed || is_counted || is_qualifier(rest);
    let is_brief = said.words_after <= MOST_WORDS_AFTER && !is_told(text);
    let is_lead = line.is_own_block && text.ends_with(':') && said.words_after <= MOST_WORDS_OF_A_LEAD;
    let announces = match emphasis {
        // A title that begins with such a word names a dish: "Recipe of the house".
        _ if said.topic == Topic::Ingredients && qualifies && is_brief => true,
        _ if line.is_title => false,
        Emphasis::Heading | Emphasis::Strong => true,
        Emphasis::Apart => {
            let is_named = said.has_colon && rest.len() <= LONGEST_NAME_BYTES;
            is_brief && (qualifies && !line.is_large || is_named || is_lead)
        }
        Emphasis::None => is_brief && (is_bracketed || is_counted || is_lead),
    };
    let of = Some(rest).filter(|_| qualifies && !is_counted);
    announces.then_some(Announcement::Part { topic: said.topic, inline: None, of })
}

/// Whether what a heading goes on with says in how many steps it is made: "in 5 steps", "en 3 étapes".
fn counts_steps(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let (_, count, steps) = (words.next(), words.next(), words.next());
    let is_count = count.is_some_and(|count| count.bytes().all(|b| b.is_ascii_digit()));
    let is_steps =
        || steps.and_then(announced).is_some_and(|said| said.topic == Topic::Steps && said.words_after == 0);
    is_count && words.next().is_none() && is_steps()
}

/// "Ingredients: 200 g of flour, ..." in one paragraph, "You will need 200 g of flour, ..." in one sentence.
fn of_part_within<'a>(line: &Line<'a>, said: &Announced<'a>, topic: Topic) -> Option<Announcement<'a>> {
    let is_told = topic == Topic::Ingredients
        && starts_with_amount(said.rest)
        && (line.text.len() > LONGEST_HEADING_BYTES || said.rest.contains(','));
    if line.is_item || line.is_title {
        return None;
    }
    let start = match list_behind_people(said) {
        Some(list) if topic == Topic::Ingredients => line.text.len() - list.len(),
        _ if said.has_colon || is_told => said.start,
        _ => return None,
    };
    Some(Announcement::Part { topic, inline: Some(start), of: None })
}

/// The list that a heading's own line goes on with behind the people that it is for: "Ingredients for 4 people: 2 plums, 1 l
/// water".
fn list_behind_people<'a>(said: &Announced<'a>) -> Option<&'a str> {
    let (whom, list) = said.rest.split_once(':').filter(|_| !said.has_colon)?;
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

    /// The kind of an announcement, and where it goes on within its line.
    fn told(found: Option<Announcement<'_>>) -> (&'static str, Option<usize>) {
        match found {
            Some(Announcement::Part { topic: Topic::Ingredients, inline, .. }) => ("ingredients", inline),
            Some(Announcement::Part { inline, .. }) => ("steps", inline),
            Some(Announcement::Other { inline, .. }) => ("other", inline),
            Some(Announcement::Value) => ("value", None),
            None => ("", None),
        }
    }

    #[test]
    fn what_sets_a_line_off_says_whether_its_words_announce() {
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
                told(announcement(&line(text, emphasis))),
                (expected, Option::None),
                "{text:?} {emphasis:?}"
            );
        }
    }

    #[test]
    fn lists_and_remarks_may_stand_within_their_line() {
        for (text, expected) in [
            ("Ingredients: 2 plums, 1 l water", ("ingredients", Some(13))),
            ("You need 2 plums, 1 l water", ("ingredients", Some(9))),
            ("Ingredients for 4 people: 2 plums, 1 l water", ("ingredients", Some(26))),
            ("Ingrédients (pour 4 personnes) : 2 prunes, 1 l d'eau", ("ingredients", Some(34))),
            ("Method: cook the plums until they are soft", ("steps", Some(8))),
            ("Tip: use a heavy pan", ("other", Some(5))),
        ] {
            assert_eq!(told(announcement(&line(text, Emphasis::None))), expected, "{text:?}");
            let item = Line { is_item: true, ..line(text, Emphasis::None) };
            assert!(!matches!(announcement(&item), Some(Announcement::Part { .. })), "{text:?}");
        }
    }

    #[test]
    fn what_stands_around_a_line_changes_what_it_says() {
        let alone = line("Preparation", Emphasis::None);
        assert_eq!(told(announcement(&alone)), ("steps", None));
        assert_eq!(told(announcement(&Line { next: Some("20 min"), ..alone })), ("value", None));
        let notes = line("Notes", Emphasis::None);
        assert_eq!(told(announcement(&notes)), ("other", None));
        assert_eq!(told(announcement(&Line { is_item: true, ..notes })), ("", None));
        let lead = line("Method by oven:", Emphasis::None);
        assert_eq!(told(announcement(&lead)), ("steps", None));
        assert_eq!(told(announcement(&Line { is_own_block: false, ..lead })), ("", None));
        let title = Line { is_title: true, ..line("Recipe of the house", Emphasis::Heading) };
        assert_eq!(told(announcement(&title)), ("", None));
        let dish = Line { is_large: true, ..line("Method for the house", Emphasis::Apart) };
        assert_eq!(told(announcement(&dish)), ("", None));
        let story = line("About our ingredients", Emphasis::Apart);
        assert_eq!(told(announcement(&story)), ("ingredients", None));
        assert_eq!(told(announcement(&Line { is_above_prose: true, ..story })), ("", None));
        let button = line("Select ingredients", Emphasis::Strong);
        assert_eq!(told(announcement(&button)), ("ingredients", None));
        assert_eq!(told(announcement(&Line { may_be_button: true, ..button })), ("", None));
        let misread = line("Ingredionts", Emphasis::Apart);
        assert_eq!(told(announcement(&misread)), ("", None));
        assert_eq!(told(announcement(&Line { is_recognised: true, ..misread })), ("ingredients", None));
    }
}
