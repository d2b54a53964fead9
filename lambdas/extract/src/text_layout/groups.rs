use std::collections::HashSet;

use super::foods::Foods;
use super::line_breaks::Edges;
use super::marks::Mark;
use super::print::{BLANK, MeasuredText, Row};
use super::wrap::{self, LineDistances};
use crate::cues;

const LONGEST_GROUP_CHARS: usize = 60;
const LONGEST_UNMARKED_CHARS: usize = 80;
const MAX_WORDS_OF_A_NAME: usize = 6;
const MIN_CLOSE: usize = 4;
const LONGEST_STEPS: usize = 120;

pub(super) struct Look {
    pub(super) foods: Foods,
    /// Headings among the steps, which may also occur in the list.
    repeated: HashSet<String>,
    has_amounts: bool,
    is_marked: bool,
    bold_is_rare: bool,
    capitals_are_rare: bool,
    /// Whether most lines have an amount and few names are capitalised, so that title case indicates a
    /// heading.
    titles_are_rare: bool,
    is_close: bool,
    /// Whether a name is directly above the first amount.
    is_grouped: bool,
    size: f32,
    edges: Edges,
    leads: LineDistances,
}

impl Look {
    pub(super) fn of(print: &MeasuredText<'_>, rows: &[usize]) -> Self {
        let row = |at: &usize| print.rows.row(*at);
        let is_rare = |test: &dyn Fn(&Row<'_>) -> bool| {
            rows.iter().filter(|at| test(row(at))).count() * 3 <= rows.len().max(1)
        };
        let has_amount = |at: &&usize| row(at).has_amount();
        let mut sizes: Vec<f32> = rows.iter().map(|at| row(at).size).collect();
        sizes.sort_by(f32::total_cmp);
        let is_grouped = rows.first().zip(rows.get(1)).is_some_and(|(first, second)| {
            !row(first).has_amount() && may_name(&row(first).text) && row(second).has_amount()
        });
        let foods = if print.is_page {
            let listed = rows.iter().map(row).filter(|row| row.has_amount() && row.chars > 4);
            Foods::of(listed.map(|row| cues::without_amount(row.words_or_amount())))
        } else {
            Foods::default()
        };
        let behind = rows.last().map_or(0, |last| last + 1)..;
        let behind = print.rows.get(behind).filter(|_| print.is_page).unwrap_or_default();
        let repeated = behind
            .array_windows()
            .take(LONGEST_STEPS)
            .filter(|[row, next]| row.chars <= LONGEST_GROUP_CHARS && cues::is_instruction(next.words()));
        Self {
            foods,
            repeated: repeated.map(|[row, _]| name_of(&row.text)).collect(),
            is_grouped,
            has_amounts: rows.iter().filter(has_amount).count() >= 2,
            is_marked: wrap::are_marked(print, rows),
            bold_is_rare: is_rare(&|row| row.line.is_bold),
            capitals_are_rare: is_rare(&|row| cues::is_in_capitals(&row.text)),
            titles_are_rare: rows.iter().filter(has_amount).count() * 10 >= rows.len() * 7
                && rows.iter().filter(|at| row(at).has_amount() && ends_with_capital(&row(at).text)).count()
                    * 5
                    <= rows.len(),
            is_close: rows.len() >= MIN_CLOSE
                && rows.iter().filter(|at| row(at).drop >= BLANK).count() * 2 < rows.len(),
            size: sizes.get(sizes.len() / 2).copied().filter(|size| *size > 0.0).unwrap_or(1.0),
            edges: Edges::of(print, rows),
            leads: LineDistances::of(print, rows),
        }
    }

    /// Whether the row is like a name with space only below it, or is also a heading among the steps.
    fn is_set_apart(&self, row: &Row<'_>, after: &Row<'_>) -> bool {
        let is_spaced = self.is_close && row.drop < BLANK && after.drop >= BLANK && is_name_like(&row.text);
        is_spaced || !row.text.contains(',') && self.repeated.contains(&name_of(&row.text))
    }

    pub(super) fn is_group(&self, print: &MeasuredText<'_>, rows: &[usize], at: usize) -> bool {
        let row = print.rows.row(at);
        if row.is_heading() {
            return true;
        }
        let text = row.text.as_str();
        let is_marked_row = matches!(row.mark, Mark::Bullet | Mark::Number(_)) || row.is_item();
        let index = rows.binary_search(&at).unwrap_or_default();
        let (before, after) = (
            index.checked_sub(1).and_then(|before| rows.get(before)).map(|at| print.rows.row(*at)),
            rows.get(index + 1).map(|at| print.rows.row(*at)),
        );
        let Some(after) = after else { return false };
        // On a page, a line without a bullet among lines with bullets is a heading.
        let is_unmarked = self.is_marked && row.mark == Mark::None && after.mark == Mark::Bullet;
        if print.is_page && is_unmarked && row.chars <= LONGEST_UNMARKED_CHARS {
            return true;
        }
        if row.chars > LONGEST_GROUP_CHARS || row.has_amount() || row.text.starts_with('(') {
            return false;
        }
        // A line between blank lines in a dense list is a heading.
        let is_alone = row.drop >= BLANK && after.drop >= BLANK && row.line.place.is_none();
        if self.is_close && is_alone && row.mark == Mark::None && !print.is_wrapped {
            return true;
        }
        let is_parted = || !is_marked_row && self.is_set_apart(row, after);
        if print.is_page && after.has_amount() && (text.ends_with(['-', '–', '—']) || is_parted()) {
            return true;
        }
        if continues(before, row) {
            return false;
        }
        // A line as close to the one above as a continuation is a heading only if its words are clear.
        let is_below = before.is_some_and(|before| before.column == row.column);
        let is_named = text.ends_with(':') || cues::is_in_capitals(text);
        if print.is_wrapped && is_below && !is_named && self.leads.is_tight(row) {
            return false;
        }
        // On a page, a heading needs space above it or clear words.
        let is_clear_heading =
            || text.ends_with(':') || cues::is_in_capitals(text) || cues::starts_a_group(&cues::tidy(text));
        // A pasted heading may have lost the space around it.
        let is_named = cues::names_a_part(text)
            || self.is_grouped && !self.foods.names_seasoning(text)
            || self.foods.lacks_food(text);
        if print.is_page && self.is_close && after.has_amount() && may_name(text) && is_named {
            return true;
        }
        if print.is_page && self.is_close && row.drop < BLANK && before.is_some() && !is_clear_heading() {
            return false;
        }
        if text.ends_with(':') && !(is_marked_row && self.is_marked && after.mark == Mark::None) {
            return true;
        }
        if is_marked_row && self.is_marked {
            return false;
        }
        // The space above the first row belongs to the heading of the list.
        let is_entry = before.is_none() && text.contains(' ') && recipe::names_food(text);
        let starts_upper = text.starts_with(char::is_uppercase);
        // The line above has room for the row's first word, so the row is separate.
        let is_apart = before
            .is_none_or(|before| before.block != row.block || self.edges.has_room(before, row) == Some(true));
        let has_gap = row.drop >= 1.25 || is_apart;
        let is_marked_next = self.is_marked && matches!(after.mark, Mark::Bullet | Mark::Blot);
        let is_followed = after.has_amount() || is_marked_next;
        !text.contains(',')
            && starts_upper
            && (row.line.is_bold && self.bold_is_rare
                || self.capitals_are_rare && cues::is_in_capitals(text)
                || self.titles_are_rare && is_followed && is_title_cased(text)
                || row.size >= self.size * 1.15
                    && row.size < self.size * 2.0
                    && is_followed
                    && (has_gap && !print.text.is_inexact || row.drop >= 1.25)
                || cues::starts_a_group(&cues::tidy(text)) && (is_followed || has_gap)
                || is_marked_next && row.mark == Mark::None && has_gap
                || self.has_amounts
                    && is_followed
                    && !is_entry
                    && has_gap
                    && row.drop >= 1.25
                    && row.chars <= 30
                    && (self.is_close || !print.is_page || self.foods.lacks_food(text)))
    }
}

fn may_name(text: &str) -> bool {
    text.starts_with(char::is_uppercase) && is_name_like(text)
}

fn is_name_like(text: &str) -> bool {
    !text.contains(',')
        && !text.ends_with(['.', ')'])
        && text.split_whitespace().nth(MAX_WORDS_OF_A_NAME).is_none()
}

fn name_of(text: &str) -> String {
    cues::tidy(text).to_lowercase()
}

fn is_title_cased(text: &str) -> bool {
    let mut words = text.split_whitespace().filter(|word| word.chars().nth(3).is_some());
    let all_capital = words.clone().all(|word| word.starts_with(char::is_uppercase));
    words.nth(1).is_some() && all_capital
}

fn ends_with_capital(text: &str) -> bool {
    text.split_whitespace().last().is_some_and(|word| word.starts_with(char::is_uppercase))
}

fn continues(before: Option<&Row<'_>>, row: &Row<'_>) -> bool {
    let Some(before) = before.filter(|before| before.column == row.column) else { return false };
    let open = before.text.matches('(').count() > before.text.matches(')').count();
    open || before.text.ends_with([',', '-', '&', '/'])
        || super::chrome::is_open(&before.text)
        || row.text.starts_with(char::is_lowercase) && !row.text.ends_with(':')
}
