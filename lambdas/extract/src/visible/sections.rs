use super::anchors::{HeadingBlock, MAX_ANCHORS, ends};
use super::growth::{MAX_BLOCKS, SectionExtent, ancestors};
use super::outline::{BlockKind, Marked, Outline};
use super::resumption;
use crate::cues::{self, Topic};
use crate::dom::NodeId;
use crate::names::Role;
use recipe::Span;
use std::ops::Range;

const MAX_TO_NEXT_COUNT: usize = 6;
const MAX_TO_STEPS: usize = 30;
const MAX_BELOW_HEADING: usize = 4;

/// How a section was found, least reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SectionSource {
    /// Found by the form of its lines.
    Guess,
    Heading,
    /// Found by a word in the name of its element.
    Name,
    /// Found by the class name of a plugin.
    Plugin,
}

#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) topic: Topic,
    pub(super) means: SectionSource,
    pub(super) head: Option<HeadingBlock>,
    pub(super) ranges: Vec<(usize, usize)>,
}

impl Section {
    pub(super) fn first(&self) -> usize {
        self.ranges.first().map_or(0, |range| range.0)
    }

    pub(super) fn end(&self) -> usize {
        self.ranges.last().map_or(0, |range| range.1)
    }
}

pub(super) fn below_headings(outline: &Outline<'_>, anchors: &[HeadingBlock]) -> Vec<Section> {
    let mut sections = Vec::new();
    for (index, anchor) in anchors.iter().enumerate() {
        if anchor.topic == Topic::Other {
            continue;
        }
        let next = anchors
            .span(index + 1..)
            .iter()
            .find(|next| next.block > anchor.block && ends(outline, anchor, next));
        let limit = next.map_or(outline.blocks.len(), |next| next.block).min(anchor.block + MAX_BLOCKS);
        let start = anchor.block + 1;
        let ranges =
            if start < limit { SectionExtent::new(outline, *anchor, limit).below() } else { Vec::new() };
        let mut ranges = ranges;
        if anchor.topic == Topic::Steps {
            ranges.extend(resumption::continued_step_ranges(outline, anchors, *anchor, limit));
        }
        if !ranges.is_empty() || anchor.inline.is_some() {
            let ranges = if ranges.is_empty() { vec![(start, start)] } else { ranges };
            sections.push(Section {
                topic: anchor.topic,
                means: SectionSource::Heading,
                head: Some(*anchor),
                ranges,
            });
        }
    }
    sections
}

/// The steps after a list of ingredients that has these blocks.
pub(super) fn steps_after(
    outline: &Outline<'_>,
    anchors: &[HeadingBlock],
    list: Range<usize>,
    end: usize,
) -> Option<Section> {
    let last = list.end.checked_sub(1)?;
    let limit = outline.blocks.len().min(last + MAX_BLOCKS).min(end);
    let first = (last + 1..limit.min(last + MAX_TO_STEPS)).find(|block| {
        let is_text = {
            let kind = outline.blocks.get(*block).map(|block| block.kind);
            matches!(kind, Some(BlockKind::Item | BlockKind::Plain))
        };
        let is_sentence = is_text && cues::is_sentence(outline.text(*block)) && !outline.is_link(*block);
        (is_sentence || begins_count(outline, *block)) && !is_beside(outline, *block, last)
    })?;
    let next = anchors.iter().find(|anchor| anchor.block > first);
    let limit = next.map_or(limit, |next| next.block.min(limit));
    let first = first_below_heading_of_making(outline, last + 1, limit).unwrap_or(first);
    // Include the number, which has its own element.
    let first = if cues::is_step_count(outline.text(first - 1)) { first - 1 } else { first };
    let level = (list.end..first).rev().find_map(|block| outline.heading_level(block));
    let extent = SectionExtent::unannounced(outline, Topic::Steps, first, limit);
    let ranges = match level.filter(|level| levels_above(outline, list.start).any(|above| above == *level)) {
        Some(level) => extent.below_level(level).below(),
        None => extent.below(),
    };
    (!ranges.is_empty()).then_some(Section {
        topic: Topic::Steps,
        means: SectionSource::Guess,
        head: None,
        ranges,
    })
}

/// The levels of the headings just above a list.
fn levels_above(outline: &Outline<'_>, list: usize) -> impl Iterator<Item = u8> {
    (list.saturating_sub(MAX_BELOW_HEADING)..list).filter_map(|block| outline.heading_level(block))
}

/// Whether the block is a step count such as "Step 1", and another one follows.
fn begins_count(outline: &Outline<'_>, block: usize) -> bool {
    let counts = |block: &usize| {
        let line = outline.text(*block);
        cues::is_step_count(line) && line.contains(char::is_alphabetic)
    };
    counts(&block) && (block + 2..block + MAX_TO_NEXT_COUNT).any(|next| counts(&next))
}

/// The sentence below a heading such as "Making the soup". An article may precede the heading.
fn first_below_heading_of_making(outline: &Outline<'_>, from: usize, limit: usize) -> Option<usize> {
    let announces = |block: &usize| {
        let line = outline.text(*block);
        outline.heading_level(*block).is_some()
            && (cues::is_steps_heading(line) || cues::ends_with_making(line))
    };
    let first = (from..limit).find(announces)? + 1;
    (first < limit && cues::is_sentence(outline.text(first))).then_some(first)
}

/// Whether the block is in a footer, aside or navigation that does not contain `last`.
fn is_beside(outline: &Outline<'_>, block: usize, last: usize) -> bool {
    outline.blocks.get(block).is_some_and(|block| {
        ancestors(outline, block.node).any(|node| {
            let (first, end) = outline.span(node);
            matches!(outline.dom.name(node), "footer" | "aside" | "nav") && !(first..end).contains(&last)
        })
    })
}

/// Whether the element is a part of a line, such as an ingredient that a step names.
fn is_within_line(outline: &Outline<'_>, marked: &Marked) -> bool {
    let line = outline.node(marked.first as usize);
    marked.node != line && ancestors(outline, marked.node).any(|node| node == line)
}

pub(super) fn named(outline: &Outline<'_>, anchors: &[HeadingBlock], role: Role) -> Vec<Section> {
    let topic = if role == Role::Ingredients { Topic::Ingredients } else { Topic::Steps };
    let other = if role == Role::Ingredients { Role::Steps } else { Role::Ingredients };
    let mut sections: Vec<(NodeId, Section)> = Vec::new();
    let mut covered = 0;
    for marked in outline.marks.iter().filter(|marked| marked.mark.role == role) {
        let (mut first, mut end) = (marked.first as usize, marked.end as usize);
        if first < covered || first >= end || end - first > MAX_BLOCKS {
            continue;
        }
        let holds_other = outline.marks.iter().any(|inner| {
            inner.mark.role == other
                && inner.first as usize >= first
                && inner.end as usize <= end
                && inner.first < inner.end
                && !is_within_line(outline, inner)
        });
        let (from, to) = (first, end);
        let around = anchors.iter().filter(|anchor| anchor.block >= from && anchor.block < to);
        let mut head = None;
        // In a plugin's list, a heading such as "Prep" names a group.
        let is_plugin = marked.mark.is_plugin;
        let mut is_mixed = holds_other;
        for anchor in around {
            if anchor.topic == topic && head.is_none() && anchor.block <= first + 2 {
                head = Some(*anchor);
            } else if anchor.topic != topic
                && (anchor.topic != Topic::Other || anchor.block == first && !is_plugin)
            {
                is_mixed = true;
            } else if anchor.topic == Topic::Other && !is_plugin {
                end = end.min(anchor.block);
            }
        }
        if is_mixed
            || matches!(
                outline.dom.name(marked.node),
                "body" | "html" | "main" | "a" | "img" | "input" | "label"
            )
        {
            continue;
        }
        if let Some(head) = head {
            first = head.block + 1;
        }
        if first >= end {
            continue;
        }
        covered = end;
        let means = if marked.mark.is_plugin { SectionSource::Plugin } else { SectionSource::Name };
        let parent = outline.parent(marked.node).unwrap_or(marked.node);
        match sections.last_mut() {
            // Elements with the same parent are items of one list.
            Some((known, section)) if *known == parent && section.means == means => {
                section.ranges.push((first, end))
            }
            _ => sections.push((parent, Section { topic, means, head, ranges: vec![(first, end)] })),
        }
        if sections.len() > MAX_ANCHORS {
            break;
        }
    }
    sections.into_iter().map(|(_, section)| section).collect()
}
