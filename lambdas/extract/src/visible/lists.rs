//! Reads the lines of a section, without unrelated text.

use super::outline::{BlockKind, Outline};
use super::row::Row;
use super::rows;
use super::sections::{Section, SectionSource};
use recipe::{Doubt, Span};

use crate::cues;
use crate::draft::Line;
use crate::extraction::Reader;
use crate::labels;

const MAX_LINES: usize = 300;
const LONGEST_GROUP_BYTES: usize = 80;

const GUESSED_CONFIDENCE: u8 = 60;
const MIN_WORDS_OF_NUMBERED_STEP: usize = 3;
const MAX_FRAGMENT_BYTES: usize = 20;

#[derive(Default)]
pub(super) struct Lines {
    pub(super) lines: Vec<Line>,
    /// Likelihood of the topic; at most 10 per line.
    pub(super) score: i32,
    pub(super) amounts: usize,
    pub(super) instructions: usize,
}

pub(super) fn ingredients(outline: &Outline<'_>, section: &Section) -> Lines {
    let rows = rows::of_ingredients(outline, section);
    if section.means != SectionSource::Plugin && rows.iter().all(|row| row.is_link) {
        // Links lead to other recipes.
        return Lines::default();
    }
    let look = Look::of(&rows);
    let mut found = Lines::default();
    let mut group: Option<String> = None;
    for (index, row) in rows.iter().enumerate() {
        let text = cues::without_bullet(&row.text).trim();
        if row.is_button || cues::is_portions(text) || !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        let is_measured = cues::is_measured(text) && !cues::names_portions(text);
        let starts_with_amount = cues::starts_with_amount(text);
        let has_amount = is_measured || starts_with_amount;
        // Times and servings above the list.
        if found.lines.is_empty() && !starts_with_amount && labels::is_fact(text) {
            continue;
        }
        let has_next = index + 1 < rows.len();
        let is_above_amount = rows.get(index + 1).is_some_and(|next| cues::starts_with_amount(&next.text));
        let has_class = |at: usize| rows.get(at).is_some_and(|other| other.class == row.class);
        let is_alone =
            found.lines.is_empty() || !has_class(index + 1) && !index.checked_sub(1).is_some_and(has_class);
        let names_group = || {
            look.is_group(row, text, is_alone) || is_above_amount && cues::starts_a_group(&cues::tidy(text))
        };
        if !has_amount && has_next && text.len() <= LONGEST_GROUP_BYTES && names_group() {
            group = Some(text.trim_end_matches(':').trim_end().to_owned());
            continue;
        }
        // A heading at the end does not belong to the list.
        if !has_amount && !has_next && text.ends_with(':') && !found.lines.is_empty() {
            continue;
        }
        // A number and one word above the items are the yield: "12 bröd".
        let is_yield = || found.lines.is_empty() && text.split_whitespace().count() == 2;
        let is_between = look.has_items
            && row.kind == BlockKind::Plain
            && (!has_amount || cues::is_bare_amount(text) || is_yield());
        if look.is_heading(row) || is_between {
            continue;
        }
        found.amounts += usize::from(cues::has_number(text));
        found.score += match (has_amount, cues::may_be_ingredient(text)) {
            _ if is_measured => 10,
            (true, true) => 10,
            (false, true) if !cues::is_sentence(text) => {
                if look.has_amounts {
                    6
                } else {
                    3
                }
            }
            (true, false) => -3,
            _ => -10,
        };
        if found.lines.len() < MAX_LINES {
            let line = line(section, text, group.clone());
            found.lines.push(if row.is_prose { guessed(line) } else { line });
        }
    }
    found
}

/// Marks a line that was recognised only by its wording.
fn guessed(line: Line) -> Line {
    Line { confidence: GUESSED_CONFIDENCE, doubt: Some(Doubt::Guessed), ..line }
}

struct Look<'a> {
    has_amounts: bool,
    has_items: bool,
    bold_is_rare: bool,
    label_is_rare: bool,
    capitals_are_rare: bool,
    usual_class: Option<&'a str>,
    /// Heading level, if a page builder marks lines as headings.
    line_level: Option<u8>,
}

impl<'a> Look<'a> {
    fn of(rows: &[Row<'a>]) -> Self {
        let is_rare = |test: &dyn Fn(&Row<'a>) -> bool| {
            rows.iter().filter(|row| test(row)).count() * 3 < rows.len().max(1)
        };
        let mut items: Vec<&str> =
            rows.iter().filter(|row| row.kind == BlockKind::Item).map(|row| row.class).collect();
        items.sort_unstable();
        // A majority includes the middle item.
        let middle = items.get(items.len() / 2).copied();
        let usual_class =
            middle.filter(|class| items.iter().filter(|item| *item == class).count() * 2 > items.len());
        Self {
            has_amounts: rows.iter().any(|row| cues::starts_with_amount(&row.text)),
            has_items: rows.iter().filter(|row| matches!(row.kind, BlockKind::Item | BlockKind::Row)).count()
                * 2
                > rows.len(),
            bold_is_rare: is_rare(&|row| row.is_bold),
            label_is_rare: rows.iter().filter(|row| row.kind == BlockKind::Label).count() * 2 <= rows.len(),
            capitals_are_rare: is_rare(&|row| cues::is_in_capitals(&row.text)),
            usual_class,
            line_level: line_level(rows),
        }
    }

    fn is_heading(&self, row: &Row<'_>) -> bool {
        matches!(row.kind, BlockKind::Heading(level) if self.line_level != Some(level))
    }

    /// Whether a row without amount is a group heading. `is_alone`: no neighbour has its class.
    fn is_group(&self, row: &Row<'_>, text: &str, is_alone: bool) -> bool {
        row.is_group
            || self.is_heading(row)
            || row.kind == BlockKind::Label && self.label_is_rare
            || text.ends_with(':')
            || row.is_bold && self.bold_is_rare
            || self.has_items && row.kind == BlockKind::Plain
            || row.kind == BlockKind::Item
                && is_alone
                && self.usual_class.is_some_and(|usual| usual != row.class)
            || self.capitals_are_rare && cues::is_in_capitals(text)
    }
}

fn line_level(rows: &[Row<'_>]) -> Option<u8> {
    let mut levels: Vec<u8> = rows
        .iter()
        .filter_map(|row| match row.kind {
            BlockKind::Heading(level) => Some(level),
            _ => None,
        })
        .collect();
    levels.sort_unstable();
    let middle = levels.get(levels.len() / 2).copied()?;
    (levels.iter().filter(|level| **level == middle).count() * 2 > rows.len()).then_some(middle)
}

pub(super) fn steps(outline: &Outline<'_>, section: &Section) -> Lines {
    let mut rows = rows::plain(outline, section);
    if section.means != SectionSource::Heading {
        drop_around_items(&mut rows);
    }
    let counted = counted(&rows);
    let line_level = line_level(&rows);
    let instructions = rows.iter().filter(|row| cues::is_instruction(&row.text)).count();
    let is_mostly_instructions = instructions >= 2 && instructions * 2 > rows.len();
    let mut found = Lines::default();
    let mut group: Option<String> = None;
    let mut is_below_count = false;
    for row in rows {
        // A line below a step number is a step, even without a full stop.
        let is_counted = std::mem::replace(&mut is_below_count, cues::is_step_count(&row.text))
            && row.text.split_whitespace().nth(MIN_WORDS_OF_NUMBERED_STEP - 1).is_some();
        let text = without_number(cues::without_bullet(&row.text), counted);
        if row.is_button || cues::is_noise(text) || !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        let is_heading = match row.kind {
            BlockKind::Heading(level) => line_level != Some(level),
            kind => kind == BlockKind::Label,
        } || row.is_group
            || row.is_bold && cues::starts_a_group(text.trim_end_matches(':'));
        let is_lead = text.ends_with(':') && row.kind != BlockKind::Item
            || row.leads_list && !cues::is_instruction(text);
        if text.len() <= LONGEST_GROUP_BYTES && (is_heading || is_lead) {
            let name = text.trim_end_matches(':').trim_end();
            group = (!cues::is_step_count(name)).then(|| name.to_owned());
            continue;
        }
        let is_instruction = cues::is_instruction(text);
        // Skips the ingredients of a step, and advertisements.
        let is_ingredient = instructions >= 2
            && cues::starts_with_amount(text)
            && (!is_instruction || cues::lists_amounts(text));
        let is_numbered = text.len() < cues::without_bullet(&row.text).trim().len();
        let is_short_sentence = text.ends_with(['.', '!']);
        let is_scrap = is_mostly_instructions
            && !(is_instruction || is_numbered || is_short_sentence)
            && row.kind == BlockKind::Plain
            && text.len() <= MAX_FRAGMENT_BYTES;
        let is_aside = row.kind == BlockKind::Plain && (row.is_link || cues::is_remark(text));
        let is_fact = !is_instruction && (labels::is_fact(text) || cues::names_a_time(text));
        if cues::is_step_count(text) || is_ingredient || is_aside || is_scrap || is_fact {
            continue;
        }
        found.instructions += usize::from(is_instruction || is_counted);
        found.score += match (is_instruction || is_counted, row.kind) {
            (true, _) => 10,
            // List items may be short: "Boil them".
            (false, BlockKind::Item) if !row.is_link => 4,
            (false, _) => 2,
        };
        if found.lines.len() < MAX_LINES {
            found.lines.push(Line { list: row.list, ..line(section, text, group.clone()) });
        }
    }
    found
}

/// Drops the rows before and after list items that have most of the text, if at least half of the items are
/// instructions.
fn drop_around_items(rows: &mut Vec<Row<'_>>) {
    let is_item = |row: &Row<'_>| row.kind == BlockKind::Item;
    let (Some(first), Some(last)) = (rows.iter().position(is_item), rows.iter().rposition(is_item)) else {
        return;
    };
    // Items below numbers are parts of steps.
    if rows.span(..first).iter().any(|row| cues::is_step_count(&row.text)) {
        return;
    }
    let items = rows.iter().filter(|row| is_item(row));
    let (instructions, all) =
        (items.clone().filter(|row| cues::is_instruction(&row.text)).count(), items.count());
    let bytes = |rows: &[Row<'_>]| rows.iter().map(|row| row.text.len()).sum::<usize>();
    if instructions * 2 >= all && bytes(rows.span(first..=last)) * 2 > bytes(rows) {
        rows.truncate(last + 1);
        let mut index = 0;
        rows.retain(|row| {
            index += 1;
            index > first || matches!(row.kind, BlockKind::Heading(_)) || row.is_group
        });
    }
}

/// The last number of "1 Peel the plums.", "2 Chop them."; 0 with fewer than two, or without instructions among them.
fn counted(rows: &[Row<'_>]) -> u32 {
    let mut last = 0;
    let mut has_instruction = false;
    for row in rows {
        let digits = row.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(row.text.len());
        if row.text.span(digits..).starts_with(' ') && row.text.span(..digits).parse() == Ok(last + 1) {
            last += 1;
            has_instruction |= cues::is_instruction(&row.text);
        }
    }
    if last >= 2 && has_instruction { last } else { 0 }
}

fn line(section: &Section, text: &str, group: Option<String>) -> Line {
    let (reader, confidence) = match section.means {
        SectionSource::Plugin => (Reader::Plugin, 95),
        _ => (Reader::Visible, 85),
    };
    let line = Line { group, confidence, ..Line::marked(reader, text.to_owned()) };
    if section.means == SectionSource::Guess { guessed(line) } else { line }
}

/// Removes a leading number: "1.", "2)", "Step 3:". A number without punctuation must be at most `counted`.
fn without_number(text: &str, counted: u32) -> &str {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if (1..=2).contains(&digits) {
        let rest = text.span(digits..);
        if let Some(after) = rest
            .strip_prefix(['.', ')', ':', '-'])
            .filter(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
        {
            return after.trim_start();
        }
        let is_count =
            rest.starts_with(' ') && text.span(..digits).parse().is_ok_and(|number: u32| number <= counted);
        if rest.trim().is_empty() || is_count {
            return rest.trim();
        }
    }
    cues::without_step_count(text)
}
