//! Finds lists without a heading: runs of lines with mostly amounts, and the steps after them.

use std::borrow::Cow;

use super::anchors::HeadingBlock;
use super::outline::{BlockKind, Outline};
use super::rows;
use super::sections::{Section, SectionSource, steps_after};
use crate::cues::{self, Topic};

const MAX_RUN: usize = 120;

/// How a list is recognised.
#[derive(Clone, Copy)]
enum Form {
    KnownUnits,
    /// Most lines start with an amount. Table rows and code also start with other numbers.
    Amounts,
}

pub(super) fn sections(outline: &Outline<'_>, anchors: &[HeadingBlock]) -> Vec<Section> {
    let found = sections_of(outline, anchors, Form::KnownUnits);
    if found.is_empty() { sections_of(outline, anchors, Form::Amounts) } else { found }
}

fn sections_of(outline: &Outline<'_>, anchors: &[HeadingBlock], form: Form) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut at = 0;
    while at < outline.blocks.len() {
        let end = run_end(outline, at);
        if let Some((first, end)) = ingredients_in(outline, at, end, form) {
            sections.push(Section {
                topic: Topic::Ingredients,
                means: SectionSource::Guess,
                head: None,
                ranges: vec![(first, end)],
            });
            sections.extend(steps_after(outline, anchors, first..end, usize::MAX));
        }
        at = end.max(at + 1);
    }
    sections
}

fn run_end(outline: &Outline<'_>, first: usize) -> usize {
    let mut end = first;
    while end < outline.blocks.len() && end - first < MAX_RUN && may_be_list_line(outline, end) {
        if end > first && !may_share_a_list(outline, end - 1, end) {
            break;
        }
        end += 1;
    }
    end
}

fn may_be_list_line(outline: &Outline<'_>, block: usize) -> bool {
    let line = outline.text(block);
    let has_amount = cues::starts_with_amount(line);
    let is_line = cues::may_be_ingredient(line) && (has_amount || !cues::is_sentence(line));
    is_line
        && !cues::is_for_sale(line)
        && (has_amount || !outline.is_link(block))
        && !matches!(outline.kind(block), BlockKind::Heading(_))
}

fn may_share_a_list(outline: &Outline<'_>, one: usize, two: usize) -> bool {
    let (mut one, mut two) = (outline.node(one), outline.node(two));
    // At most four levels: cell, row, list, recipe.
    for _ in 0..4 {
        if one == two || outline.parent(one) == outline.parent(two) {
            return true;
        }
        let (Some(above_one), Some(above_two)) = (outline.parent(one), outline.parent(two)) else {
            return false;
        };
        if above_one == two || above_two == one {
            return true;
        }
        (one, two) = (above_one, above_two);
    }
    false
}

/// The run from its first amount on, if enough lines have amounts.
fn ingredients_in(outline: &Outline<'_>, first: usize, end: usize, form: Form) -> Option<(usize, usize)> {
    let line_of = |block| {
        let first = rows::amount_first(outline, block);
        first.map_or(Cow::Borrowed(outline.text(block)), Cow::Owned)
    };
    let lines: Vec<Cow<'_, str>> = (first..end).map(line_of).collect();
    let lines: Vec<&str> = lines.iter().map(Cow::as_ref).collect();
    let found = match form {
        Form::KnownUnits => cues::list_in(&lines),
        Form::Amounts if (first..end).any(|block| is_row_or_code(outline, block)) => None,
        Form::Amounts => cues::counted_list_in(&lines),
    };
    found.map(|(start, end)| (first + start, first + end))
}

fn is_row_or_code(outline: &Outline<'_>, block: usize) -> bool {
    outline.kind(block) == BlockKind::Row || outline.dom.name(outline.node(block)) == "pre"
}
