//! Finds numbered steps that continue after a tip or heading.

use super::anchors::{HeadingBlock, ends};
use super::growth::{MAX_BLOCKS, SectionExtent};
use super::outline::Outline;
use crate::cues::{self, Topic};

const MAX_BETWEEN: usize = 60;

pub(super) fn continued_step_ranges(
    outline: &Outline<'_>,
    anchors: &[HeadingBlock],
    head: HeadingBlock,
    limit: usize,
) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let most = outline.blocks.len().min(head.block + MAX_BLOCKS);
    let mut last = last_number(outline, head.block + 1, limit, 0);
    let mut ended = limit;
    while last > 0
        && is_within(outline, head, ended)
        && let Some(first) = next_step(outline, ended, most, last)
    {
        ranges.extend(first_alternative(outline, anchors, ended, first));
        let next = anchors.iter().find(|next| next.block > first && ends(outline, &head, next));
        let end = next.map_or(most, |next| next.block.min(most));
        ranges.extend(SectionExtent::unannounced(outline, Topic::Steps, first, end).below());
        last = last_number(outline, first, end, last);
        ended = end;
    }
    ranges
}

/// Whether the heading is part of the steps; one of the same or a higher level ends them.
fn is_within(outline: &Outline<'_>, head: HeadingBlock, ended: usize) -> bool {
    match (outline.heading_level(head.block), outline.heading_level(ended)) {
        (Some(own), Some(other)) => other > own,
        _ => true,
    }
}

/// Block of the next step number; its text is in this block or the next.
fn next_step(outline: &Outline<'_>, ended: usize, most: usize, last: u32) -> Option<usize> {
    let mut numbered = (ended..most.min(ended + MAX_BETWEEN))
        .filter_map(|block| cues::step_number(outline.text(block)).map(|number| (block, number)));
    let (block, _) =
        numbered.find(|(_, number)| *number == 1 || *number == last + 1).filter(|(_, number)| *number > 1)?;
    let is_instruction = |block: usize| cues::is_instruction(outline.text(block));
    (is_instruction(block) || is_instruction(block + 1)).then_some(block)
}

fn last_number(outline: &Outline<'_>, first: usize, end: usize, before: u32) -> u32 {
    let numbers = (first..end).filter_map(|block| cues::step_number(outline.text(block)));
    numbers.fold(before, |last, number| if number == last + 1 { number } else { last })
}

/// The steps below the first heading within a step. Further headings start alternatives.
fn first_alternative(
    outline: &Outline<'_>,
    anchors: &[HeadingBlock],
    ended: usize,
    end: usize,
) -> Vec<(usize, usize)> {
    let mut within = anchors.iter().filter(|anchor| (ended..end).contains(&anchor.block));
    let Some(own) = within.next().filter(|own| own.topic == Topic::Steps) else { return Vec::new() };
    let end = within.next().map_or(end, |next| next.block);
    if own.block + 1 < end { SectionExtent::new(outline, *own, end).below() } else { Vec::new() }
}
