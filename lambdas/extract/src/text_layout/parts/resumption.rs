//! Resumes a section after a caption, notes or a column break.

use super::{Section, Walk, is_prose};
use crate::cues::{self, Topic};
use crate::text_layout::marks::Mark;

const LONGEST_STEP_ROWS: usize = 80;

impl Walk<'_, '_> {
    pub(super) fn interrupted_section(&self, at: usize) -> Option<usize> {
        let index = self.parts.sections.len().checked_sub(1)?;
        let section = self.parts.sections.get(index).filter(|section| !section.rows.is_empty())?;
        let row = self.print.rows.row(at);
        if let Some(list) = self.list_beside(index, at) {
            return Some(list);
        }
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

    /// The list that continues in the next column, beside it, after steps below the list.
    pub(super) fn list_beside(&self, section: usize, at: usize) -> Option<usize> {
        let steps = self.parts.sections.get(section).filter(|section| section.topic == Topic::Steps)?;
        let row = self.print.rows.row(at);
        let place = row.line.place?;
        let last = steps.rows.last().map(|last| self.print.rows.row(*last))?;
        if last.column == row.column || !self.begins_list(at) {
            return None;
        }
        let is_beside = |listed: &usize| {
            let listed = self.print.rows.row(*listed).line.place;
            listed.is_some_and(|listed| {
                listed.page == place.page && listed.right <= place.left && listed.bottom > place.top
            })
        };
        self.parts.sections.iter().rposition(|section| {
            section.topic == Topic::Ingredients && section.rows.iter().rev().any(is_beside)
        })
    }

    /// Whether the section resumes after notes: in the next column, or with the next number.
    pub(super) fn resumes_section(&self, section: usize, from: usize, is_end: bool, at: usize) -> bool {
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

    pub(super) fn last_number(&self, section: &Section) -> Option<u32> {
        section.rows.iter().rev().take(LONGEST_STEP_ROWS).find_map(|row| {
            match self.print.rows.row(*row).mark {
                Mark::Number(number) => Some(number),
                _ => None,
            }
        })
    }
}
