//! Decides whether a line belongs to the open section.

use recipe::Places;

use super::super::rows::is_fact;
use super::{PARAGRAPH, Section, Walk, is_brief, is_parted, is_prose};
use crate::cues::{self, Topic};
use crate::labels;
use crate::text_layout::Role;
use crate::text_layout::ingredients::{MIN_AMOUNTS_IN_A_LINE, list_of_part};
use crate::text_layout::marks::Mark;
use crate::text_layout::print::Row;

/// Minimum rows of a list that an instruction may end.
const MIN_LISTED: usize = 2;
const MAX_LEADING_ROWS: usize = 4;
const MAX_LOOKED_AT: usize = 12;
/// Maximum characters of a list line without an amount: in print, and on a pasted page.
const LONGEST_OF_PRINT: usize = 70;
const LONGEST_OF_A_PAGE: usize = 160;
const MIN_STOPPED: usize = 3;
/// Maximum characters of a list line that ends with a full stop.
const LONGEST_STOPPED: usize = 60;
const LONGEST_VALUE: usize = 30;

impl Walk<'_, '_> {
    pub(super) fn belongs_to_section(&self, section: usize, at: usize) -> bool {
        let row = self.print.rows.row(at);
        let Some(section) = self.parts.sections.get(section) else { return false };
        if let Role::Heading(level) = row.line.role {
            if labels::is_fact(&row.text) {
                return false;
            }
            let own = section.heading.map(|heading| self.print.rows.row(heading).line.role);
            let is_below = match own {
                Some(Role::Heading(own)) => level > own,
                _ => level > 1,
            };
            return is_below || self.heads_next_numbered_list(section, at);
        }
        let heading_size = section.heading.map_or(1.0, |heading| self.print.rows.row(heading).size);
        if row.is_much_larger() && row.size >= heading_size * 1.1
            || row.line.role == Role::Title
            || is_fact(&row.text) && self.is_fact_here(section, at)
            || section.topic == Topic::Steps && self.is_fact_in_two_lines(at)
            || section.topic == Topic::Ingredients && labels::is_time_with_label(&row.text)
        {
            return false;
        }
        match section.topic {
            Topic::Ingredients => self.is_ingredient(section, at),
            _ => self.is_step(section, at),
        }
    }

    /// Whether the row heads the next numbered list, as "Baking" in "Preparation", 1, 2, "Baking", 1, 2.
    fn heads_next_numbered_list(&self, section: &Section, at: usize) -> bool {
        let role = |at: usize| self.print.rows.row(at).line.role;
        let first = self.print.rows.get(at + 1).filter(|_| at + 1 < self.end);
        section.topic == Topic::Steps
            && !section.rows.is_empty()
            && section.heading.is_some_and(|heading| role(heading) == role(at))
            && self.last_number(section).is_some()
            && first.is_some_and(|row| row.mark == Mark::Number(1) && cues::is_instruction(row.words()))
    }

    fn is_fact_here(&self, section: &Section, at: usize) -> bool {
        let row = self.print.rows.row(at);
        // An ingredient may start like a fact: "4 portions of sea bass".
        let is_set_off = matches!(row.line.role, Role::Heading(_)) && labels::is_fact(&row.text);
        is_set_off
            || section.rows.is_empty()
                && section.topic == Topic::Ingredients
                && (is_brief(&row.text) || is_parted(&row.text))
            || (row.chars <= 60 || row.text.contains(['|', '/', '·', '•']))
                && row.text.contains(':')
                && matches!(row.mark, Mark::None | Mark::Bare(_))
                && !row.text.ends_with('.')
    }

    pub(super) fn is_fact_within(&self, section: usize, at: usize) -> bool {
        let section = self.parts.sections.get(section);
        section.is_some_and(|section| {
            section.topic == Topic::Steps && self.is_fact_in_two_lines(at)
                || section.topic == Topic::Ingredients
                    && labels::is_time_with_label(&self.print.rows.row(at).text)
                || is_fact(&self.print.rows.row(at).text) && self.is_fact_here(section, at)
        })
    }

    fn is_fact_in_two_lines(&self, at: usize) -> bool {
        let is_fact_from = |at: usize| {
            let (Some(label), Some(value)) = (self.print.rows.get(at), self.print.rows.get(at + 1)) else {
                return false;
            };
            label.mark == Mark::None
                && matches!(value.mark, Mark::None | Mark::Bare(_))
                && value.chars <= LONGEST_VALUE
                && labels::is_fact_in_two_lines(&label.text, &value.text)
        };
        is_fact_from(at) || at.checked_sub(1).is_some_and(is_fact_from)
    }

    pub(super) fn leads_to_list(&self, section: usize, at: usize) -> bool {
        let is_open = |section: &Section| section.topic == Topic::Ingredients && section.rows.is_empty();
        let next = at + 1..self.end.min(at + 1 + MAX_LEADING_ROWS);
        self.parts.sections.get(section).is_some_and(is_open)
            && next.filter_map(|at| self.print.rows.get(at)).any(Row::has_amount)
    }

    pub(super) fn is_aside_of_list(&self, section: usize, at: usize) -> bool {
        let row = |at: usize| self.print.rows.get(at).filter(|_| at < self.end);
        let is_in_list = self.parts.sections.get(section).is_some_and(|section| {
            section.topic == Topic::Ingredients && section.rows.last() == at.checked_sub(1).as_ref()
        });
        let (Some(own), Some(name), Some(first)) = (row(at), row(at + 1), row(at + 2)) else { return false };
        let names_group = cues::starts_a_group(&cues::tidy(&name.text));
        let is_counted = matches!(own.mark, Mark::Number(_));
        is_in_list
            && !is_counted
            && names_group
            && !name.has_amount()
            && first.has_amount()
            && !is_prose(self.print, at + 2)
    }

    fn is_stopped_as_list(&self, section: &Section, at: usize) -> bool {
        let row = self.print.rows.row(at);
        let listed = section.rows.iter().rev().take(MAX_LOOKED_AT);
        let is_stopped = |at: &usize| self.print.rows.row(*at).text.ends_with('.');
        row.text.ends_with('.')
            && row.chars <= LONGEST_STOPPED
            && self.last_steps.is_some_and(|steps| steps > at)
            && section.rows.len() >= MIN_STOPPED
            && listed.clone().filter(|at| is_stopped(at)).count() * 4 >= listed.count() * 3
    }

    fn is_ingredient(&self, section: &Section, at: usize) -> bool {
        let print = self.print;
        let row = print.rows.row(at);
        if self.is_stopped_as_list(section, at) {
            return true;
        }
        let Some(last) = section.rows.last().map(|last| print.rows.row(*last)) else {
            // The list may be one sentence between headings: "Flour, eggs, butter and milk."
            let is_whole = self.last_steps == Some(at + 1) && cues::names_several(&row.text);
            return !is_prose(print, at) || row.mark != Mark::None || row.has_amount() || is_whole;
        };
        // Steps follow a list that is complete in one line.
        let is_whole = || {
            section.rows.len() == 1
                && section.starts_on_heading_line()
                && (cues::enumerated(last.words(), MIN_AMOUNTS_IN_A_LINE).is_some()
                    || cues::names_several(last.words()))
        };
        if cues::is_instruction(row.words()) && (is_whole() || list_of_part(last.words()).is_some()) {
            return false;
        }
        // So does a short instruction, if the lines of the list have no full stops.
        let is_instruction = cues::begins_with_instruction(&row.text) && cues::is_instruction(&row.text);
        if is_instruction
            && row.mark == Mark::None
            && !row.has_amount()
            && section.rows.len() >= MIN_LISTED
            && !last.text.ends_with('.')
        {
            return false;
        }
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

    fn reads_as_ingredients(&self, section: &Section, at: usize) -> bool {
        let print = self.print;
        let first = print.rows.row(at);
        let is_listed = |at: usize| {
            let row = print.rows.row(at);
            row.has_amount() || row.mark == Mark::Bullet
        };
        let is_beside = section.rows.last().is_some_and(|last| print.rows.row(*last).column != first.column);
        let steps = self.last_steps.filter(|steps| *steps > at);
        let (mut listed, mut short, mut prose) = (0, 0, 0);
        for next in at..self.end.min(at + MAX_LOOKED_AT).min(steps.unwrap_or(self.end)) {
            let is_apart = print.rows.row(next).drop >= PARAGRAPH && !(is_beside && steps.is_some());
            if next > at && (print.rows.row(next).column != first.column || is_apart && listed > 0) {
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
        if listed > 0 {
            let is_list = listed > short + prose || steps.is_some() && listed > prose;
            return listed + short / 2 > prose && (!is_beside || is_list);
        }
        // The last entries may be at the top of the next column.
        let is_above_steps = prose == 0
            && steps.is_some_and(|steps| print.rows.row(steps).column == first.column)
            && recipe::names_food(&first.text);
        let is_own_size = (0.78..1.4).contains(&(first.size / self.usual_size(section)));
        !is_prose(print, at)
            && first.chars <= if print.is_page { LONGEST_OF_A_PAGE } else { LONGEST_OF_PRINT }
            && (!is_beside || !is_list_listed || is_above_steps)
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
        if self.is_separate_remark(section, at) {
            return false;
        }
        // Ingredients may be in the next column.
        !(is_beside || section.rows.is_empty()) || !self.begins_list(at)
    }

    pub(super) fn begins_list(&self, at: usize) -> bool {
        let rows = at..self.end.min(at + 6);
        let amounts = rows
            .clone()
            .filter(|at| cues::starts_with_unit_amount(self.print.rows.row(*at).words_or_amount()))
            .count();
        amounts >= 2 && amounts * 2 >= rows.len() && !rows.clone().any(|at| is_prose(self.print, at))
    }

    /// Whether a separate row without a number, among numbered steps, starts with a name and a colon: "Good
    /// to know: A heavy pan helps."
    fn is_separate_remark(&self, section: &Section, at: usize) -> bool {
        let row = self.print.rows.row(at);
        let name = row.text.split_once(':').map_or("", |(name, _)| name);
        let is_named = !name.is_empty() && name.len() <= 40 && name.split(' ').count() <= 4;
        let is_apart = section.rows.last().is_some_and(|last| {
            let last = self.print.rows.row(*last);
            row.column != last.column || row.drop >= 1.8 || row.block != last.block
        });
        is_named
            && is_apart
            && row.mark == Mark::None
            && self.last_number(section).is_some()
            && !self.leads_to_first_step(at)
    }

    /// Whether the row ends with a colon and step 1 follows: "Second brew:".
    fn leads_to_first_step(&self, at: usize) -> bool {
        let next = self.print.rows.get(at + 1).filter(|_| at + 1 < self.end);
        self.print.rows.row(at).text.ends_with(':') && next.is_some_and(|next| next.mark == Mark::Number(1))
    }
}
