//! Which lines of a recipe are its ingredients, which its steps, and which stand beside them.

use recipe::Places;
use std::ops::Range;

use super::Role;
use super::heads::Head;
use super::marks::Mark;
use super::print::{Print, Row};
use crate::cues::{self, Topic};
use crate::labels;

/// From so far below it, a line begins a paragraph of its own.
const PARAGRAPH: f32 = 1.4;
/// No step has more lines of print.
const LONGEST_STEP_ROWS: usize = 80;
/// Between a heading and its list stand no more lines of a story.
const MOST_LEADING_ROWS: usize = 4;
/// More lines of a paragraph are not looked at.
const MOST_LOOKED_AT: usize = 12;

/// Lines about one topic.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) topic: Topic,
    pub(super) rows: Vec<usize>,
    /// The part of the dish that its heading names.
    pub(super) part: Option<String>,
    /// Whether the part was recognised by its own wording, because no heading announces it.
    pub(super) is_guessed: bool,
    head: Option<usize>,
}

impl Section {
    /// A section that no heading announces.
    pub(super) fn guessed(topic: Topic, rows: Vec<usize>) -> Self {
        Self { topic, rows, part: None, is_guessed: true, head: None }
    }
}

/// The lines of one recipe.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) sections: Vec<Section>,
    /// Title, description, times and whatever else stands around, in order.
    pub(super) rest: Vec<usize>,
}

/// Tells the lines of `range` apart. `noise` says of each of them whether it is none of the recipe.
pub(super) fn parts(print: &Print<'_>, noise: &[bool], heads: &[Head], range: Range<usize>) -> Parts {
    let mut walk = Walk {
        print,
        noise,
        first: range.start,
        end: range.end,
        parts: Parts::default(),
        state: State::Rest,
    };
    let mut heads = heads.iter().filter(|head| range.contains(&head.row)).peekable();
    for at in range.clone() {
        let head = heads.next_if(|head| head.row == at);
        if noise.at(at - range.start) {
            continue;
        }
        match head {
            Some(head) => walk.open(head),
            None => walk.add(at),
        }
    }
    let mut parts = walk.parts;
    parts.sections.retain(|section| !section.rows.is_empty());
    parts
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before anything is announced, or behind what did not belong to it.
    Rest,
    /// In the section of that index.
    In(usize),
    /// In a remark of one paragraph within a section, or behind one.
    Remark(Option<usize>, usize),
    /// In notes, tables or lists of other recipes, which stand behind a section.
    Aside { section: Option<usize>, from: usize, is_end: bool },
}

struct Walk<'a, 'b> {
    print: &'a Print<'b>,
    /// Of the rows from `first` on.
    noise: &'a [bool],
    first: usize,
    end: usize,
    parts: Parts,
    state: State,
}

impl Walk<'_, '_> {
    fn section(&self) -> Option<usize> {
        match self.state {
            State::Rest => None,
            State::In(section) => Some(section),
            State::Remark(section, _) | State::Aside { section, .. } => section,
        }
    }

    fn open(&mut self, head: &Head) {
        if head.topic == Topic::Other {
            let section = self.section();
            self.state = match head.inline {
                Some(_) => State::Remark(section, head.row),
                None => State::Aside { section, from: head.row, is_end: head.is_end },
            };
            return;
        }
        // "Method" once more in the running title: the list goes on.
        let rows = head.inline.map(|_| head.row).into_iter().collect();
        self.parts.sections.push(Section {
            topic: head.topic,
            rows,
            part: head.part.clone(),
            is_guessed: false,
            head: Some(head.row),
        });
        self.state = State::In(self.parts.sections.len() - 1);
    }

    /// Adds a row to a section.
    fn take(&mut self, section: usize, at: usize) {
        if let Some(section) = self.parts.sections.get_mut(section) {
            section.rows.push(at);
        }
    }

    fn add(&mut self, at: usize) {
        match self.state {
            State::In(section) if self.belongs(section, at) => self.take(section, at),
            State::In(section) => {
                if !self.is_fact_within(section, at) && !self.leads_to_list(section, at) {
                    self.state = State::Rest;
                }
                self.parts.rest.push(at);
            }
            State::Rest => match self.interrupted(at) {
                Some(section) => {
                    self.state = State::In(section);
                    self.take(section, at);
                }
                None => self.parts.rest.push(at),
            },
            State::Remark(section, from) => {
                if at > from && self.begins_paragraph(at) {
                    self.state = section.map_or(State::Rest, State::In);
                    self.add(at);
                }
            }
            State::Aside { section: Some(section), from, is_end }
                if self.resumes(section, from, is_end, at) =>
            {
                self.state = State::In(section);
                self.take(section, at);
            }
            // The title may stand in the column beside the notes.
            State::Aside { is_end, from, .. }
                if self.is_title(at)
                    || !is_end
                        && self.print.rows.row(at).column != self.print.rows.row(from).column
                        && self.print.rows.row(at).line.place.is_some() =>
            {
                self.state = State::Rest;
                self.add(at);
            }
            State::Aside { .. } => {}
        }
    }

    fn begins_paragraph(&self, at: usize) -> bool {
        let row = self.print.rows.row(at);
        let Some(before) = at.checked_sub(1).map(|before| self.print.rows.row(before)) else { return true };
        !self.print.is_wrapped
            || row.block != before.block
            || row.column != before.column
            || row.drop >= PARAGRAPH
            || matches!(row.mark, Mark::Number(_) | Mark::Bullet)
            || row.is_heading()
    }

    fn is_title(&self, at: usize) -> bool {
        let row = self.print.rows.row(at);
        row.is_much_larger() && !cues::is_told(&row.text)
            || matches!(row.line.role, Role::Title | Role::Heading(1))
    }

    /// Whether a line belongs to the section that is open.
    fn belongs(&self, section: usize, at: usize) -> bool {
        let row = self.print.rows.row(at);
        let Some(section) = self.parts.sections.get(section) else { return false };
        if let Role::Heading(level) = row.line.role {
            let own = section.head.map(|head| self.print.rows.row(head).line.role);
            let is_below = match own {
                Some(Role::Heading(own)) => level > own,
                _ => level > 1,
            };
            return is_below;
        }
        let head_size = section.head.map_or(1.0, |head| self.print.rows.row(head).size);
        if row.is_much_larger() && row.size >= head_size * 1.1
            || row.line.role == Role::Title
            || is_fact(&row.text) && self.is_fact_here(section, at)
        {
            return false;
        }
        match section.topic {
            Topic::Ingredients => self.is_ingredient(section, at),
            _ => self.is_step(section, at),
        }
    }

    fn is_fact_here(&self, section: &Section, at: usize) -> bool {
        let row = self.print.rows.row(at);
        // "4 portions of sea bass" is an ingredient.
        section.rows.is_empty()
            && section.topic == Topic::Ingredients
            && (is_brief(&row.text) || is_parted(&row.text))
            || (row.chars <= 60 || row.text.contains(['|', '/', '·', '•']))
                && row.text.contains(':')
                && matches!(row.mark, Mark::None | Mark::Bare(_))
                && !row.text.ends_with('.')
    }

    /// Whether a time or a number of people stands within the section without ending it.
    fn is_fact_within(&self, section: usize, at: usize) -> bool {
        let section = self.parts.sections.get(section);
        is_fact(&self.print.rows.row(at).text)
            && section.is_some_and(|section| self.is_fact_here(section, at))
    }

    /// Whether a sentence stands between a heading and its list.
    fn leads_to_list(&self, section: usize, at: usize) -> bool {
        let is_open = |section: &Section| section.topic == Topic::Ingredients && section.rows.is_empty();
        let next = at + 1..self.end.min(at + 1 + MOST_LEADING_ROWS);
        self.parts.sections.get(section).is_some_and(is_open)
            && next.filter_map(|at| self.print.rows.get(at)).any(Row::has_amount)
    }

    fn is_ingredient(&self, section: &Section, at: usize) -> bool {
        let print = self.print;
        let row = print.rows.row(at);
        let Some(last) = section.rows.last().map(|last| print.rows.row(*last)) else {
            return !is_prose(print, at) || row.mark != Mark::None || row.has_amount();
        };
        if row.has_amount() && !is_prose(print, at)
            || cues::starts_with_amount(row.words_or_amount())
            || row.is_item() && last.is_item()
        {
            return row.chars <= 250;
        }
        if row.column != last.column || row.drop >= PARAGRAPH || row.block != last.block || !print.is_wrapped
        {
            return self.reads_as_ingredients(section, at);
        }
        !(is_prose(print, at) && (at + 1 >= self.end || is_prose(print, at + 1)))
    }

    /// Whether the paragraph that begins at `at` reads as a part of the list.
    fn reads_as_ingredients(&self, section: &Section, at: usize) -> bool {
        let print = self.print;
        let first = print.rows.row(at);
        let is_listed = |at: usize| {
            let row = print.rows.row(at);
            row.has_amount() || row.mark == Mark::Bullet
        };
        let (mut listed, mut short, mut prose) = (0, 0, 0);
        for next in at..self.end.min(at + MOST_LOOKED_AT) {
            if next > at
                && (print.rows.row(next).column != first.column
                    || print.rows.row(next).drop >= PARAGRAPH && listed > 0)
            {
                break;
            }
            if self.noise.at(next - self.first) {
                continue;
            }
            match () {
                () if is_listed(next) => listed += 1,
                () if is_prose(print, next) => prose += 1,
                () => short += 1,
            }
            if !print.is_wrapped && listed + prose > 0 {
                break;
            }
        }
        let of_list = section.rows.iter().filter(|row| is_listed(**row)).count();
        let is_list_listed = of_list * 2 >= section.rows.len() && of_list > 0;
        let is_beside = section.rows.last().is_some_and(|last| print.rows.row(*last).column != first.column);
        if listed > 0 {
            return listed + short / 2 > prose && (!is_beside || listed > short + prose);
        }
        let is_own_size = (0.78..1.4).contains(&(first.size / self.usual_size(section)));
        !is_prose(print, at)
            && first.chars <= 70
            && (!is_beside || !is_list_listed)
            && (is_own_size || first.text.ends_with(':'))
    }

    fn usual_size(&self, section: &Section) -> f32 {
        let mut sizes: Vec<f32> =
            section.rows.iter().rev().take(5).map(|row| self.print.rows.row(*row).size).collect();
        sizes.sort_by(f32::total_cmp);
        sizes.get(sizes.len() / 2).copied().filter(|size| *size > 0.0).unwrap_or(1.0)
    }

    fn is_step(&self, section: &Section, at: usize) -> bool {
        let print = self.print;
        let row = print.rows.row(at);
        let is_beside = section.rows.last().is_some_and(|last| print.rows.row(*last).column != row.column);
        // The list of ingredients stands in the next column.
        let is_list = || {
            let rows = at..self.end.min(at + 6);
            let amounts = rows
                .clone()
                .filter(|at| cues::starts_with_unit_amount(print.rows.row(*at).words_or_amount()))
                .count();
            amounts >= 2 && amounts * 2 >= rows.len() && !rows.clone().any(|at| is_prose(print, at))
        };
        if self.is_boxed_remark(section, at) {
            return false;
        }
        !(is_beside || section.rows.is_empty()) || !is_list()
    }

    /// "Good to know: A heavy pan helps.", without a number and apart from steps that have one.
    fn is_boxed_remark(&self, section: &Section, at: usize) -> bool {
        let row = self.print.rows.row(at);
        let name = row.text.split_once(':').map_or("", |(name, _)| name);
        let is_named = !name.is_empty() && name.len() <= 40 && name.split(' ').count() <= 4;
        let is_apart = section.rows.last().is_some_and(|last| {
            let last = self.print.rows.row(*last);
            row.column != last.column || row.drop >= 1.8 || row.block != last.block
        });
        is_named && is_apart && row.mark == Mark::None && self.last_number(section).is_some()
    }

    /// The section that ended too early, if the line surely belongs to it: the list goes on behind a picture's caption.
    fn interrupted(&self, at: usize) -> Option<usize> {
        let index = self.parts.sections.len().checked_sub(1)?;
        let section = self.parts.sections.get(index).filter(|section| !section.rows.is_empty())?;
        let row = self.print.rows.row(at);
        match (section.topic, row.mark) {
            (Topic::Steps, Mark::Number(number)) => {
                (self.last_number(section)? + 1 == number && number > 1).then_some(index)
            }
            (Topic::Ingredients, _)
                if cues::starts_with_unit_amount(row.words_or_amount()) && self.begins_paragraph(at) =>
            {
                let next = at..self.end.min(at + 4);
                let amounts = next
                    .clone()
                    .filter(|at| cues::starts_with_amount(self.print.rows.row(*at).words_or_amount()))
                    .count();
                (amounts * 2 > next.len() && amounts >= 2).then_some(index)
            }
            _ => None,
        }
    }

    /// Whether the section goes on behind notes: in the next column or on the next page, or with the number that is due.
    fn resumes(&self, section: usize, from: usize, is_end: bool, at: usize) -> bool {
        let Some(section) = self.parts.sections.get(section) else { return false };
        let row = self.print.rows.row(at);
        if !self.begins_paragraph(at) {
            return false;
        }
        match (section.topic, row.mark) {
            (Topic::Steps, Mark::Number(number)) if number > 1 => {
                self.last_number(section).is_some_and(|last| number == last + 1)
            }
            _ if is_end || self.print.rows.row(from).column == row.column || row.line.place.is_none() => {
                false
            }
            (Topic::Steps, _) => {
                self.last_number(section).is_none()
                    && is_prose(self.print, at)
                    && (0.9..1.12).contains(&row.size)
            }
            _ => cues::starts_with_unit_amount(row.words_or_amount()),
        }
    }

    fn last_number(&self, section: &Section) -> Option<u32> {
        section.rows.iter().rev().take(LONGEST_STEP_ROWS).find_map(|row| {
            match self.print.rows.row(*row).mark {
                Mark::Number(number) => Some(number),
                _ => None,
            }
        })
    }
}

/// Whether a line tells something besides a list: a sentence, or a part of one that is as wide as its paper.
pub(super) fn is_prose(print: &Print<'_>, at: usize) -> bool {
    let row = print.rows.row(at);
    let words = row.words_or_amount();
    // "1 lemon, its zest and 1 tbsp. of juice"
    let is_amount = cues::starts_with_amount(words) && !words.ends_with('.') && row.chars <= 120;
    if cues::starts_with_unit_amount(words) || is_amount || row.mark == Mark::Bullet && row.chars <= 120 {
        return false;
    }
    cues::is_sentence(words)
        || matches!(row.mark, Mark::Number(_)) && row.chars > 30
        || print.is_wrapped
            && row.chars >= 45
            && !cues::starts_with_amount(words)
            && words.split(' ').count() >= 7
}

/// Whether a line has no more words than a time or a number of people.
pub(super) fn is_brief(line: &str) -> bool {
    line.contains(':') || line.split(' ').nth(4).is_none()
}

/// Whether a line is several beside each other: "Serves 6 / 20 min".
fn is_parted(line: &str) -> bool {
    [" / ", " | ", " · ", " • "].into_iter().any(|mark| line.contains(mark))
}

/// Whether a line says how long it takes or for how many it is.
pub(super) fn is_fact(line: &str) -> bool {
    labels::is_fact(line) || labels::is_label(line)
}
