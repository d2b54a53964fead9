//! Finds how far a section extends below its heading.
//!
//! Starts at the first line and goes up the tree: to siblings, then to siblings of the parent, up to an
//! ancestor of the heading or to foreign content.

use super::anchors::HeadingBlock;
use super::outline::{BlockKind, Outline};
use crate::cues::{self, Topic};
use crate::dom::{Dom, NodeId};

pub(super) const MAX_BLOCKS: usize = 300;
/// Maximum foreign blocks to skip after the heading.
const MAX_SKIPPED: usize = 4;
const MAX_LEVELS: usize = 200;
/// Maximum length of an ingredient with an amount.
const LONGEST_INGREDIENT_BYTES: usize = 600;

pub(super) struct SectionExtent<'a, 'b> {
    outline: &'a Outline<'b>,
    head: HeadingBlock,
    /// Whether there is a section heading; otherwise the head is the line above the section.
    is_announced: bool,
    /// Level of the section heading or of the line above the section.
    level: Option<u8>,
    limit: usize,
    ranges: Vec<(usize, usize)>,
    /// Ranges that belong to the section if a later range does.
    pending: Vec<(usize, usize)>,
}

enum Membership {
    Belongs,
    /// A possible group heading. It belongs to the section if later lines do.
    Perhaps,
    Foreign,
    /// The start of another section of the same or a higher rank.
    Ends,
}

impl<'a, 'b> SectionExtent<'a, 'b> {
    pub(super) fn new(outline: &'a Outline<'b>, head: HeadingBlock, limit: usize) -> Self {
        let level = outline.heading_level(head.block);
        Self { outline, head, is_announced: true, level, limit, ranges: Vec::new(), pending: Vec::new() }
    }

    /// Starts at block `first`, for lines without a known section heading.
    pub(super) fn unannounced(outline: &'a Outline<'b>, topic: Topic, first: usize, limit: usize) -> Self {
        let head = HeadingBlock { block: first.saturating_sub(1), topic, inline: None };
        Self { is_announced: false, ..Self::new(outline, head, limit) }
    }

    /// Treats a heading of this level as the section heading.
    pub(super) fn below_level(self, level: u8) -> Self {
        Self { is_announced: true, level: Some(level), ..self }
    }

    pub(super) fn below(mut self) -> Vec<(usize, usize)> {
        let outline = self.outline;
        let start = self.head.block + 1;
        let around: Vec<NodeId> = ancestors(outline, outline.node(self.head.block)).collect();
        let mut node = outline.node(start);
        let mut below = node;
        // Starts with the largest element around the first line that has only lines of the section.
        let is_around = |node: NodeId| around.contains(&node);
        let mut end = start;
        if !is_around(node) {
            node = self.whole(node, &around);
            below = node;
            end = outline.span(node).1.clamp(start + 1, self.limit.max(start + 1));
            self.ranges.push((start, end));
            node = outline.parent(node).unwrap_or(Dom::ROOT);
        }
        let mut skipped = 0;
        // The last element of the section at this level.
        let mut last = None;
        for _ in 0..MAX_LEVELS {
            let level_end = outline.span(node).1.min(self.limit);
            while end < level_end {
                let unit = unit_of(outline, node, outline.node(end));
                let unit_end =
                    unit.map_or(end + 1, |unit| outline.span(unit).1).clamp(end + 1, level_end.max(end + 1));
                match self.judge(below, last, unit, end, unit_end) {
                    Membership::Belongs => {
                        last = unit;
                        self.ranges.append(&mut self.pending);
                        self.ranges.push((end, unit_end));
                    }
                    Membership::Perhaps => self.pending.push((end, unit_end)),
                    // Skips buttons and advertisements before the first line.
                    Membership::Foreign | Membership::Ends
                        if self.ranges.is_empty() && skipped < MAX_SKIPPED =>
                    {
                        skipped += 1;
                    }
                    Membership::Ends => return self.ranges,
                    Membership::Foreign if self.has_instructions(end, unit_end) => return self.ranges,
                    Membership::Foreign => {
                        if !self.continues(below, node, unit_end, level_end) {
                            return self.ranges;
                        }
                    }
                }
                end = unit_end;
            }
            if is_around(node) {
                break;
            }
            below = node;
            last = None;
            let Some(parent) = outline.parent(node) else { break };
            node = parent;
        }
        self.ranges
    }

    fn has_instructions(&self, first: usize, end: usize) -> bool {
        let instructions = (first..end).filter(|block| {
            let is_item = self.outline.blocks.get(*block).is_some_and(|block| block.kind == BlockKind::Item);
            is_item && cues::is_sentence(self.outline.text(*block))
        });
        self.head.topic == Topic::Ingredients && instructions.take(2).count() == 2
    }

    fn whole(&self, own: NodeId, around: &[NodeId]) -> NodeId {
        let outline = self.outline;
        let mut whole = own;
        let above = ancestors(outline, own).skip(1).take_while(|node| !around.contains(node));
        for node in above.take(MAX_LEVELS) {
            let (first, end) = outline.span(node);
            if first <= self.head.block || end > self.limit || end - first > MAX_BLOCKS / 2 {
                break;
            }
            if self.holds_only_section_lines(first, end) {
                whole = node;
            }
        }
        whole
    }

    fn holds_only_section_lines(&self, first: usize, end: usize) -> bool {
        if self.head.topic == Topic::Ingredients {
            return self.matches_section_topic(first, end);
        }
        let (mut step_bytes, mut other_bytes) = (0, 0);
        for block in first..end {
            let line = self.outline.text(block);
            let counts =
                cues::is_step_count(line) || cues::is_instruction(line) && !self.outline.is_link(block);
            if counts { step_bytes += line.len() } else { other_bytes += line.len() }
        }
        step_bytes > other_bytes * 6
    }

    /// Whether similar elements follow, as after an advertisement.
    fn continues(&self, below: NodeId, level: NodeId, from: usize, end: usize) -> bool {
        let outline = self.outline;
        let mut at = from;
        let mut looked_at = 0;
        while at < end && looked_at < 12 {
            let Some(unit) = unit_of(outline, level, outline.node(at)) else { return false };
            if is_alike(outline, below, unit) && self.matches_section_topic(at, outline.span(unit).1.min(end))
            {
                return true;
            }
            looked_at += 1;
            at = outline.span(unit).1.max(at + 1);
        }
        false
    }

    fn judge(
        &self,
        below: NodeId,
        last: Option<NodeId>,
        unit: Option<NodeId>,
        first: usize,
        end: usize,
    ) -> Membership {
        let outline = self.outline;
        let opens_with = outline.heading_level(first);
        // A heading of the same or a higher rank ends steps with a section heading, unless it may name a
        // group. Elsewhere it is foreign.
        let name = unit.map_or("", |unit| outline.dom.name(unit));
        let is_alike = unit.is_some_and(|unit| is_alike(outline, below, unit));
        let is_line = is_alike && end == first + 1 && self.is_set_in_headings();
        if let Some(level) = opens_with.filter(|_| !is_line) {
            let is_as_high = self.level.is_some_and(|own| level <= own);
            if is_as_high && !(self.head.topic == Topic::Ingredients && self.amounts_follow(first + 1)) {
                if self.heads_next_numbered_list(below, first) {
                    return Membership::Perhaps;
                }
                let counts = cues::is_step_count(outline.text(first));
                let continues = self.head.topic == Topic::Ingredients || !self.is_announced || counts;
                return if continues { Membership::Foreign } else { Membership::Ends };
            }
            if end == first + 1 {
                return Membership::Perhaps;
            }
        }
        let is_list = matches!(name, "ul" | "ol" | "table" | "dl" | "li" | "tr" | "tbody" | "dd" | "dt");
        let reads = self.matches_section_topic(first, end);
        match self.head.topic {
            Topic::Ingredients => {
                let is_short = end == first + 1 && outline.text(first).len() <= 60;
                let is_like_last =
                    unit.zip(last).is_some_and(|(unit, last)| self::is_alike(outline, last, unit));
                let is_usual = is_alike || is_like_last || is_list || unit.is_none() || name == "p";
                if reads && (is_usual || self.has_amounts(first, end)) {
                    Membership::Belongs
                } else if is_short && !cues::is_sentence(outline.text(first)) {
                    Membership::Perhaps
                } else {
                    Membership::Foreign
                }
            }
            _ => {
                let start = self.head.block + 1;
                let began_with_list =
                    outline.kind(start) == BlockKind::Item && !cues::is_step_count(outline.text(start));
                // Below the bold name of a part, lines may have other elements than the name.
                let is_below_name = outline.is_bold(start) && cues::starts_a_group(outline.text(start));
                let is_line = name == "p" || name == "div" && is_below_name || unit.is_none();
                let is_text = is_line && !began_with_list;
                if reads && (is_alike || is_list && name != "table" || is_text || self.is_counted(first, end))
                {
                    Membership::Belongs
                } else if end == first + 1
                    && outline.text(first).len() <= 160
                    && matches!(name, "p" | "div" | "")
                {
                    Membership::Perhaps
                } else {
                    Membership::Foreign
                }
            }
        }
    }

    fn heads_next_numbered_list(&self, below: NodeId, heading: usize) -> bool {
        let outline = self.outline;
        let first = heading + 1;
        let list_of = |block: usize| {
            ancestors(outline, outline.node(block)).find(|node| outline.dom.name(*node) == "ol")
        };
        self.head.topic == Topic::Steps
            && outline.dom.name(below) == "ol"
            && first < self.limit
            && list_of(first).is_some_and(|list| {
                let (start, end) = outline.span(list);
                start == first
                    && outline.parent(list) == outline.parent(below)
                    && end <= self.limit
                    && self.holds_only_section_lines(first, end)
            })
    }

    fn is_counted(&self, first: usize, end: usize) -> bool {
        let counts = |block: usize| cues::is_step_count(self.outline.text(block));
        let is_below_count = first > self.head.block + 1 && counts(first - 1);
        (counts(first) || is_below_count)
            && (first..end).any(|block| cues::is_instruction(self.outline.text(block)))
    }

    /// Whether lines are marked up as headings: the next two are headings of the same lower level.
    fn is_set_in_headings(&self) -> bool {
        let level = |behind: usize| self.outline.heading_level(self.head.block + behind);
        let own = level(0).unwrap_or_default();
        level(1).is_some_and(|one| one > own) && level(1) == level(2)
    }

    fn amounts_follow(&self, first: usize) -> bool {
        let end = self.limit.min(first + 3);
        first < end && self.matches_section_topic(first, end) && self.has_amounts(first, end)
    }

    fn has_amounts(&self, first: usize, end: usize) -> bool {
        let amounts =
            (first..end).filter(|block| cues::starts_with_amount(self.outline.text(*block))).count();
        amounts * 2 >= end - first
    }

    fn matches_section_topic(&self, first: usize, end: usize) -> bool {
        let (mut ours, mut foreign) = (0, 0);
        for block in first..end.min(first + 40) {
            let line = self.outline.text(block);
            // A number without words belongs to a neighbour.
            if cues::has_number(line) && !line.contains(char::is_alphabetic) {
                continue;
            }
            let is_ours = match self.head.topic {
                Topic::Ingredients => {
                    let has_amount = cues::starts_with_amount(line);
                    let may_be = cues::may_be_ingredient(line) && (has_amount || !cues::is_sentence(line))
                        || cues::starts_with_unit_amount(line) && line.len() <= LONGEST_INGREDIENT_BYTES;
                    (may_be || cues::is_measured(line))
                        && !(self.outline.is_link(block)
                            && self.outline.kind(block) == BlockKind::Plain
                            && !has_amount)
                }
                _ => !self.outline.is_link(block),
            };
            if is_ours { ours += 1 } else { foreign += 1 }
        }
        ours > foreign * 2
    }
}

pub(super) fn unit_of(outline: &Outline<'_>, level: NodeId, node: NodeId) -> Option<NodeId> {
    let mut below = None;
    for ancestor in ancestors(outline, node) {
        if ancestor == level {
            return below;
        }
        below = Some(ancestor);
    }
    None
}

pub(super) fn ancestors<'a>(outline: &'a Outline<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    std::iter::successors(Some(node), |node| outline.parent(*node)).take(MAX_LEVELS * 3)
}

pub(super) fn is_alike(outline: &Outline<'_>, one: NodeId, two: NodeId) -> bool {
    let (dom, name) = (outline.dom, outline.dom.name(one));
    // Classes with digits identify one element.
    let classes = |node| {
        let names = dom.attribute(node, "class").unwrap_or_default().split_ascii_whitespace();
        names.filter(|name| !name.bytes().any(|b| b.is_ascii_digit()))
    };
    name == dom.name(two) && (name == "p" || classes(one).eq(classes(two)))
}
