use recipe::{Places, Span};
use std::ops::Range;

use super::marks::Mark;
use super::print::MeasuredText;
use super::section_heading::SectionHeading;
use super::section_headings;
use super::stretch::Stretch;
use super::{Role, chrome, screen, titles, unannounced_recipes};
use crate::cues::{self, Topic};

const MIN_MEASURED: usize = 3;

pub(super) fn recipes(print: &mut MeasuredText<'_>) -> Vec<Stretch> {
    let noise = chrome::noise(print);
    let headings = section_headings::find(print);
    for heading in &headings {
        if let Some(start) = heading.inline {
            // Content in the line of a heading is a list item.
            if let Some(row) = print.rows.get_mut(heading.row) {
                (row.mark, row.body) = (Mark::Bullet, start);
            }
        }
    }
    if let Some(stretch) = screen::stretch(print, &headings, &noise) {
        print.is_page = true;
        return vec![stretch];
    }
    let starts = without_parts(print, starts(print, &headings, &noise));
    let ends = starts.iter().skip(1).copied().chain([print.rows.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(first, end)| Stretch {
            headings: headings
                .iter()
                .filter(|heading| (first..end).contains(&heading.row))
                .cloned()
                .collect(),
            noise: noise.span(first..end).to_vec(),
            rows: first..end,
            title: None,
        })
        .collect()
}

/// The first rows of all recipes.
fn starts(print: &MeasuredText<'_>, headings: &[SectionHeading], noise: &[bool]) -> Vec<usize> {
    let mut starts = vec![0];
    let by_heading = by_heading(print, headings);
    if by_heading.len() >= 2 {
        return by_heading;
    }
    let mut last_steps: Option<usize> = None;
    let mut measured =
        print.rows.iter().enumerate().filter(|(_, row)| cues::starts_with_unit_amount(row.words_or_amount()));
    let list_end = measured.nth(MIN_MEASURED - 1).map_or(usize::MAX, |(at, _)| at);
    let mut has_list = false;
    for heading in headings {
        match heading.topic {
            Topic::Steps => {
                has_list |= list_end < heading.row;
                last_steps = Some(heading.row);
            }
            Topic::Ingredients => {
                let above = last_steps.filter(|_| has_list);
                has_list = true;
                if let Some(steps) = above
                    && let Some(title) = title_between(print, noise, steps + 1, heading.row)
                {
                    starts.push(title);
                    last_steps = None;
                }
            }
            Topic::Other => {}
        }
    }
    if starts.len() == 1 {
        starts.extend(unannounced_recipes::starts_of_further_recipes(print, headings, noise));
    }
    starts
}

/// Keeps the parts of a recipe, such as "Sauce", in the recipe before them. If half of the starts name parts, all
/// are parts of one recipe.
fn without_parts(print: &MeasuredText<'_>, mut starts: Vec<usize>) -> Vec<usize> {
    let names_part = |start: usize| cues::starts_a_group(&cues::tidy(print.rows.row(start).words()));
    let further = starts.span(1..);
    let parts = further.iter().filter(|start| names_part(**start)).count();
    if parts > 0 && parts * 2 >= further.len() {
        starts.truncate(1);
    }
    let first = starts.first().copied();
    starts.retain(|start| Some(*start) == first || !names_part(*start));
    // The title is above the first part.
    if let Some(first) = starts.first_mut()
        && names_part(*first)
    {
        *first = 0;
    }
    starts
}

fn by_heading(print: &MeasuredText<'_>, headings: &[SectionHeading]) -> Vec<usize> {
    let level = |at: usize| match print.rows.row(at).line.role {
        Role::Title => Some(0),
        Role::Heading(level) => Some(level),
        _ => None,
    };
    let is_heading = |at: usize| headings.binary_search_by_key(&at, |heading| heading.row).is_ok();
    let levels: Vec<(usize, u8)> = (0..print.rows.len())
        .filter(|at| !is_heading(*at))
        .filter_map(|at| Some((at, level(at)?)))
        .filter(|(_, level)| *level > 0)
        .collect();
    let Some(top) = levels.iter().map(|(_, level)| *level).min() else { return Vec::new() };
    for level in top..=top + 1 {
        let rows: Vec<usize> =
            levels.iter().filter(|(_, other)| *other == level).map(|(at, _)| *at).collect();
        let ends = rows.iter().skip(1).copied().chain([print.rows.len()]);
        let with_list: Vec<usize> = rows
            .iter()
            .copied()
            .zip(ends)
            .filter(|(first, end)| has_list(print, headings, *first..*end))
            .map(|(first, _)| first)
            .collect();
        if with_list.len() >= 2 {
            return with_list;
        }
    }
    Vec::new()
}

fn has_list(print: &MeasuredText<'_>, headings: &[SectionHeading], rows: Range<usize>) -> bool {
    let inside = headings.partition_point(|heading| heading.row < rows.start)
        ..headings.partition_point(|heading| heading.row < rows.end);
    let is_announced = headings.span(inside).iter().any(|heading| heading.topic == Topic::Ingredients);
    let amounts =
        rows.clone().filter(|at| cues::starts_with_amount(print.rows.row(*at).words_or_amount())).count();
    let instructions = rows.filter(|at| cues::is_instruction(print.rows.row(*at).words())).count();
    (is_announced || amounts >= 3) && instructions > 0
}

fn title_between(print: &MeasuredText<'_>, noise: &[bool], first: usize, end: usize) -> Option<usize> {
    let may_be_title = |at: &usize| !noise.at(*at) && titles::may_be_title(print, *at);
    let is_set_off = |at: usize| {
        let row = print.rows.row(at);
        let is_below_blank = row.drop >= 1.5 || at > 0 && print.rows.row(at - 1).block != row.block;
        row.line.is_bold || cues::is_in_capitals(&row.text) || is_below_blank
    };
    // Sentences before the ingredients are an introduction.
    (first..end)
        .rev()
        .find(|at| may_be_title(at) && is_set_off(*at) && print.rows.row(*at).mark == Mark::None)
}
