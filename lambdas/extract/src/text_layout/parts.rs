//! Assigns the lines of a recipe to ingredients, steps or neither.

mod membership;
mod resumption;
mod unannounced;

use recipe::Places;
use std::ops::Range;

use super::Role;
use super::marks::Mark;
use super::print::MeasuredText;
use super::section_heading::SectionHeading;
use crate::cues::{self, Topic};

/// Minimum distance between paragraphs, as a multiple of the usual line distance.
const PARAGRAPH: f32 = 1.4;

const MIN_AMOUNTS: usize = 2;

#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) topic: Topic,
    pub(super) rows: Vec<usize>,
    /// Part that the heading names: "For the sauce".
    pub(super) part: Option<String>,
    pub(super) is_guessed: bool,
    pub(super) heading: Option<usize>,
}

impl Section {
    pub(super) fn guessed(topic: Topic, rows: Vec<usize>) -> Self {
        Self { topic, rows, part: None, is_guessed: true, heading: None }
    }

    pub(super) fn is_announced(&self) -> bool {
        self.heading.is_some()
    }

    pub(super) fn starts_on_heading_line(&self) -> bool {
        self.heading.is_some() && self.rows.first().copied() == self.heading
    }
}

#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) sections: Vec<Section>,
    pub(super) rest: Vec<usize>,
}

pub(super) fn parts(
    print: &MeasuredText<'_>,
    noise: &[bool],
    headings: &[SectionHeading],
    range: Range<usize>,
) -> Parts {
    let own = || headings.iter().filter(|heading| range.contains(&heading.row));
    let mut walk = Walk {
        print,
        noise,
        first: range.start,
        end: range.end,
        parts: Parts::default(),
        state: State::Rest,
        last_steps: own()
            .filter(|heading| heading.topic == Topic::Steps)
            .map(|heading| heading.row)
            .next_back(),
    };
    let mut headings = own().peekable();
    let (mut amounts, mut has_instruction) = (0, false);
    for at in range.clone() {
        let heading = headings.next_if(|heading| heading.row == at);
        let row = print.rows.row(at);
        amounts += usize::from(row.has_amount());
        has_instruction |= amounts >= MIN_AMOUNTS && cues::is_instruction(row.words());
        // A line such as "12 comments" is a button above the steps, and a heading below them.
        let ends_recipe = has_instruction && heading.is_some_and(|heading| heading.is_end);
        if noise.at(at - range.start) && !ends_recipe {
            continue;
        }
        match heading {
            Some(heading) => walk.open(heading),
            None => walk.add(at),
        }
    }
    let mut parts = walk.parts;
    parts.sections.retain(|section| !section.rows.is_empty());
    parts
}

#[derive(Clone, Copy, Debug)]
enum State {
    Rest,
    /// Inside the section with this index.
    In(usize),
    /// In or after a remark: index of the section before it, and row of its heading.
    Remark(Option<usize>, usize),
    /// In another section, such as notes, after `section`.
    Aside {
        section: Option<usize>,
        from: usize,
        is_end: bool,
    },
}

struct Walk<'a, 'b> {
    print: &'a MeasuredText<'b>,
    noise: &'a [bool],
    first: usize,
    end: usize,
    parts: Parts,
    state: State,
    last_steps: Option<usize>,
}

impl Walk<'_, '_> {
    fn section(&self) -> Option<usize> {
        match self.state {
            State::Rest => None,
            State::In(section) => Some(section),
            State::Remark(section, _) | State::Aside { section, .. } => section,
        }
    }

    fn open(&mut self, heading: &SectionHeading) {
        if heading.topic == Topic::Other {
            let section = self.section();
            // A remark does not end the notes.
            if heading.inline.is_some() && matches!(self.state, State::Aside { .. }) {
                return;
            }
            self.state = match heading.inline {
                Some(_) => State::Remark(section, heading.row),
                None => State::Aside { section, from: heading.row, is_end: heading.is_end },
            };
            return;
        }
        let part = heading.part.clone().or_else(|| self.take_part_above(heading.row));
        // Empty sections are dropped later: a running title may repeat "Method".
        let rows = heading.inline.map(|_| heading.row).into_iter().collect();
        self.parts.sections.push(Section {
            topic: heading.topic,
            rows,
            part,
            is_guessed: false,
            heading: Some(heading.row),
        });
        self.state = State::In(self.parts.sections.len() - 1);
    }

    /// Takes the line above a heading if it names a part: "Sauce".
    fn take_part_above(&mut self, heading: usize) -> Option<String> {
        let above = heading.checked_sub(1)?;
        let part = cues::tidy(self.print.rows.get(above)?.words());
        if !cues::starts_a_group(&part) {
            return None;
        }
        let sections = self.parts.sections.last_mut().map(|section| &mut section.rows);
        for rows in sections.into_iter().chain([&mut self.parts.rest]) {
            rows.pop_if(|row| *row == above);
        }
        Some(part)
    }

    fn take(&mut self, section: usize, at: usize) {
        if let Some(section) = self.parts.sections.get_mut(section) {
            section.rows.push(at);
        }
    }

    fn add(&mut self, at: usize) {
        match self.state {
            State::In(section) if self.begins_steps(section, at) => {
                self.parts.sections.push(Section::guessed(Topic::Steps, vec![at]));
                self.state = State::In(self.parts.sections.len() - 1);
            }
            State::In(section) if self.belongs_to_section(section, at) => self.take(section, at),
            State::In(section) => {
                if let Some(list) = self.list_beside(section, at) {
                    self.state = State::In(list);
                    self.take(list, at);
                    return;
                }
                if !self.is_fact_within(section, at)
                    && !self.leads_to_list(section, at)
                    && !self.is_aside_of_list(section, at)
                {
                    self.state = State::Rest;
                }
                self.parts.rest.push(at);
            }
            State::Rest => match self.interrupted_section(at) {
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
                if self.resumes_section(section, from, is_end, at) =>
            {
                self.state = State::In(section);
                self.take(section, at);
            }
            // The title of the recipe may be in the next column.
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
        row.is_much_larger() && !cues::is_instruction(&row.text)
            || matches!(row.line.role, Role::Title | Role::Heading(1))
    }
}

pub(super) fn is_prose(print: &MeasuredText<'_>, at: usize) -> bool {
    let row = print.rows.row(at);
    let words = row.words_or_amount();
    // Not prose: "1 lemon, its zest and 1 tbsp. of juice".
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

pub(super) fn is_brief(line: &str) -> bool {
    line.contains(':') || line.split(' ').nth(4).is_none()
}

fn is_parted(line: &str) -> bool {
    [" / ", " | ", " · ", " • "].into_iter().any(|mark| line.contains(mark))
}
