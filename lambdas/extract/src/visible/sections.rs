//! Which stretch of the page a heading announces, and which an element names.
//!
//! What belongs below a heading is decided level by level, from the first line below it upwards: its neighbours within
//! one parent, then the parent's neighbours, until the heading itself is around or something foreign comes.

use super::names::Role;
use super::outline::{BlockKind, Outline};
use super::shape;
use super::words::{self, Topic};
use crate::dom::{Dom, NodeId};

/// Real pages have some ten; more are looked at in no page.
const MAX_ANCHORS: usize = 120;
/// The longest section of a real recipe has some hundred lines.
const MAX_BLOCKS: usize = 300;
/// Pictures and headings that may stand between ingredients and steps.
const MAX_TO_STEPS: usize = 30;
/// What may stand between a heading and what it announces.
const MAX_SKIPPED: usize = 4;
/// A heading has few words.
const LONGEST_HEADING_BYTES: usize = 90;
/// Elements around a line that are looked at; real pages nest some thirty.
const MAX_LEVELS: usize = 200;

/// A line that announces what follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) block: usize,
    pub(super) topic: Topic,
    /// Where the announced content starts within the line itself, when it does.
    pub(super) inline: Option<usize>,
}

/// How a section was found, the surest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Means {
    /// Nothing but the look of its lines.
    Guess,
    /// The line above it.
    Heading,
    /// A word in the name of the element around it.
    Name,
    /// The name that a plugin gives the element around it.
    Plugin,
}

/// A stretch of the page about one topic.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) topic: Topic,
    pub(super) means: Means,
    /// The line that announces it.
    pub(super) head: Option<Anchor>,
    /// Its lines, as stretches of blocks.
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

/// Every line that announces something.
pub(super) fn anchors(outline: &Outline<'_>) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    for block in 0..outline.blocks.len() {
        if anchors.len() >= MAX_ANCHORS {
            break;
        }
        anchors.extend(anchor(outline, block));
    }
    anchors
}

fn anchor(outline: &Outline<'_>, block: usize) -> Option<Anchor> {
    let line = outline.text(block);
    let kind = outline.blocks[block].kind;
    let is_title = kind == BlockKind::Heading(1);
    if line.len() > LONGEST_HEADING_BYTES {
        // "Ingredients: 200 g of flour, ..." in one paragraph, "You will need 200 g of flour, ..." in one sentence.
        let said = words::announced(line)?;
        let is_told = said.topic == Topic::Ingredients && shape::starts_with_amount(&line[said.rest..]);
        let is_inline =
            (said.has_colon || is_told) && said.topic != Topic::Other && kind != BlockKind::Item && !is_title;
        return is_inline.then_some(Anchor { block, topic: said.topic, inline: Some(said.rest) });
    }
    let stands_out = outline.is_bold(block)
        || matches!(kind, BlockKind::Heading(_) | BlockKind::Label)
        || line.ends_with(':');
    let Some(said) = words::announced(line) else {
        let is_heading =
            matches!(kind, BlockKind::Heading(2..)) || outline.is_bold(block) && kind == BlockKind::Plain;
        let ends = is_heading && words::ends_with_ingredients(line);
        return ends.then_some(Anchor { block, topic: Topic::Ingredients, inline: None });
    };
    let rest = &line[said.rest.min(line.len())..];
    if said.words_after == 0 {
        // "Notes" in a list is one of its items, "Ingredients" a tab.
        let is_time = said.topic == Topic::Steps
            && block + 1 < outline.blocks.len()
            && is_time(outline.text(block + 1));
        if is_time {
            return Some(Anchor { block, topic: Topic::Other, inline: None });
        }
        let is_foreign_item = kind == BlockKind::Item && said.topic == Topic::Other && !stands_out;
        return (!is_foreign_item).then_some(Anchor { block, topic: said.topic, inline: None });
    }
    // "Preparation: 20 minutes", "Method 25 min" are times.
    if said.topic == Topic::Steps && rest.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(Anchor { block, topic: Topic::Other, inline: None });
    }
    if is_title || kind == BlockKind::Item && !stands_out {
        return None;
    }
    if stands_out {
        // "Tip: use fresh herbs." all in italics is a remark among steps, and the steps go on.
        if said.topic == Topic::Other && !matches!(kind, BlockKind::Heading(_)) && said.words_after > 3 {
            return None;
        }
        return Some(Anchor { block, topic: said.topic, inline: None });
    }
    let qualifies = rest.starts_with('(') || line[..said.rest].trim_end().ends_with('(');
    match said.topic {
        Topic::Other => None,
        _ if said.has_colon => Some(Anchor { block, topic: said.topic, inline: Some(said.rest) }),
        Topic::Ingredients if shape::starts_with_amount(rest) && rest.contains(',') => {
            Some(Anchor { block, topic: said.topic, inline: Some(said.rest) })
        }
        Topic::Ingredients => {
            let is_followed = qualifies || words::is_qualifier(rest);
            (is_followed && said.words_after <= 6).then_some(Anchor {
                block,
                topic: said.topic,
                inline: None,
            })
        }
        Topic::Steps => {
            (qualifies && said.words_after <= 6).then_some(Anchor { block, topic: said.topic, inline: None })
        }
    }
}

/// "20 min" and the like: short, and a number first.
fn is_time(line: &str) -> bool {
    line.len() <= 20
        && line.starts_with(|c: char| c.is_ascii_digit())
        && line.chars().any(char::is_alphabetic)
}

/// What each anchor announces, where it announces anything.
pub(super) fn below_headings(outline: &Outline<'_>, anchors: &[Anchor]) -> Vec<Section> {
    let mut sections = Vec::new();
    for (index, anchor) in anchors.iter().enumerate() {
        if anchor.topic == Topic::Other {
            continue;
        }
        let next =
            anchors[index + 1..].iter().find(|next| next.block > anchor.block && ends(outline, anchor, next));
        let limit = next.map_or(outline.blocks.len(), |next| next.block).min(anchor.block + MAX_BLOCKS);
        let start = anchor.block + 1;
        let ranges = if start < limit { Growth::new(outline, *anchor, limit).below() } else { Vec::new() };
        if !ranges.is_empty() || anchor.inline.is_some() {
            let ranges = if ranges.is_empty() { vec![(start, start)] } else { ranges };
            sections.push(Section {
                topic: anchor.topic,
                means: Means::Heading,
                head: Some(*anchor),
                ranges,
            });
        }
    }
    sections
}

/// The steps that nothing announces, or words that nobody knows, after the last line of a list of ingredients.
pub(super) fn steps_after(outline: &Outline<'_>, anchors: &[Anchor], last: usize) -> Option<Section> {
    let limit = outline.blocks.len().min(last + MAX_BLOCKS);
    let first = (last + 1..limit.min(last + MAX_TO_STEPS)).find(|block| {
        let is_told = matches!(outline.blocks[*block].kind, BlockKind::Item | BlockKind::Plain);
        let is_sentence = is_told && shape::is_sentence(outline.text(*block)) && !outline.is_link(*block);
        is_sentence && !is_beside(outline, *block, last)
    })?;
    let next = anchors.iter().find(|anchor| anchor.block > first);
    let limit = next.map_or(limit, |next| next.block.min(limit));
    let head = Anchor { block: first - 1, topic: Topic::Steps, inline: None };
    let ranges = Growth::new(outline, head, limit).below();
    (!ranges.is_empty()).then_some(Section { topic: Topic::Steps, means: Means::Guess, head: None, ranges })
}

/// Whether a block stands at the foot or the side of the page, where `last` does not stand.
fn is_beside(outline: &Outline<'_>, block: usize, last: usize) -> bool {
    ancestors(outline, outline.blocks[block].node).any(|node| {
        let (first, end) = outline.span(node);
        matches!(outline.dom.name(node), "footer" | "aside" | "nav") && !(first..end).contains(&last)
    })
}

/// Whether `next` ends what `anchor` announced, and is no heading within it.
fn ends(outline: &Outline<'_>, anchor: &Anchor, next: &Anchor) -> bool {
    // For how many it is stands between the heading and the list.
    if anchor.topic == Topic::Ingredients && words::is_portions(outline.text(next.block)) {
        return false;
    }
    match (outline.heading_level(anchor.block), outline.heading_level(next.block)) {
        (Some(own), Some(other)) if anchor.topic == next.topic => other <= own,
        _ => true,
    }
}

/// Finds what belongs below a heading.
struct Growth<'a, 'b> {
    outline: &'a Outline<'b>,
    head: Anchor,
    limit: usize,
    ranges: Vec<(usize, usize)>,
    /// What belongs to it if something after it does.
    pending: Vec<(usize, usize)>,
}

enum Answer {
    Belongs,
    /// Belongs if something after it does: a heading of a group.
    Perhaps,
    Foreign,
}

impl<'a, 'b> Growth<'a, 'b> {
    fn new(outline: &'a Outline<'b>, head: Anchor, limit: usize) -> Self {
        Self { outline, head, limit, ranges: Vec::new(), pending: Vec::new() }
    }

    fn below(mut self) -> Vec<(usize, usize)> {
        let outline = self.outline;
        let start = self.head.block + 1;
        let around: Vec<NodeId> = ancestors(outline, outline.blocks[self.head.block].node).collect();
        let mut node = outline.blocks[start].node;
        let mut below = node;
        // The first line's own element, with all lines in it.
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
        for _ in 0..MAX_LEVELS {
            let level_end = outline.span(node).1.min(self.limit);
            while end < level_end {
                let unit = unit_of(outline, node, outline.blocks[end].node);
                let unit_end =
                    unit.map_or(end + 1, |unit| outline.span(unit).1).clamp(end + 1, level_end.max(end + 1));
                match self.judge(below, unit, end, unit_end) {
                    Answer::Belongs => {
                        self.ranges.append(&mut self.pending);
                        self.ranges.push((end, unit_end));
                    }
                    Answer::Perhaps => self.pending.push((end, unit_end)),
                    // Buttons and advertisements right below the heading.
                    Answer::Foreign if self.ranges.is_empty() && skipped < MAX_SKIPPED => skipped += 1,
                    Answer::Foreign => {
                        if !self.goes_on(below, node, unit_end, level_end) {
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
            let Some(parent) = outline.parent(node) else { break };
            node = parent;
        }
        self.ranges
    }

    /// The largest element from the first line's own upwards that holds nothing but what belongs here.
    fn whole(&self, own: NodeId, around: &[NodeId]) -> NodeId {
        let outline = self.outline;
        let mut whole = own;
        let above = ancestors(outline, own).skip(1).take_while(|node| !around.contains(node));
        for node in above.take(MAX_LEVELS) {
            let (first, end) = outline.span(node);
            if first <= self.head.block || end > self.limit || end - first > MAX_BLOCKS / 2 {
                break;
            }
            if self.is_all_ours(first, end) {
                whole = node;
            }
        }
        whole
    }

    fn is_all_ours(&self, first: usize, end: usize) -> bool {
        if self.head.topic == Topic::Ingredients {
            return self.reads_as_ours(first, end);
        }
        let (mut told, mut other) = (0, 0);
        for block in first..end {
            let line = self.outline.text(block);
            let counts = words::is_step_count(line) || shape::is_told(line) && !self.outline.is_link(block);
            if counts { told += line.len() } else { other += line.len() }
        }
        told > other * 6
    }

    /// Whether more elements like `below` follow behind what is foreign: an advertisement among paragraphs.
    fn goes_on(&self, below: NodeId, level: NodeId, from: usize, end: usize) -> bool {
        let outline = self.outline;
        let mut at = from;
        let mut looked_at = 0;
        while at < end && looked_at < 12 {
            let Some(unit) = unit_of(outline, level, outline.blocks[at].node) else { return false };
            if is_alike(outline, below, unit) && self.reads_as_ours(at, outline.span(unit).1.min(end)) {
                return true;
            }
            looked_at += 1;
            at = outline.span(unit).1.max(at + 1);
        }
        false
    }

    fn judge(&self, below: NodeId, unit: Option<NodeId>, first: usize, end: usize) -> Answer {
        let outline = self.outline;
        let head_level = outline.heading_level(self.head.block);
        let opens_with = outline.heading_level(first);
        // A heading as high as ours starts something else, unless it names a group and lines of ours follow.
        if let Some(level) = opens_with {
            let is_as_high = head_level.is_some_and(|own| level <= own);
            if is_as_high && !(self.head.topic == Topic::Ingredients && self.amounts_follow(first + 1)) {
                return Answer::Foreign;
            }
            if end == first + 1 {
                return Answer::Perhaps;
            }
        }
        let name = unit.map_or("", |unit| outline.dom.name(unit));
        let is_alike = unit.is_some_and(|unit| is_alike(outline, below, unit));
        let is_list = matches!(name, "ul" | "ol" | "table" | "dl" | "li" | "tr" | "tbody" | "dd" | "dt");
        let reads = self.reads_as_ours(first, end);
        match self.head.topic {
            Topic::Ingredients => {
                let is_short = end == first + 1 && outline.text(first).len() <= 60;
                let is_usual = is_alike || is_list || unit.is_none() || name == "p";
                if reads && (is_usual || self.has_amounts(first, end)) {
                    Answer::Belongs
                } else if is_short && !shape::is_sentence(outline.text(first)) {
                    Answer::Perhaps
                } else {
                    Answer::Foreign
                }
            }
            _ => {
                let began_with_list = matches!(outline.blocks[self.head.block + 1].kind, BlockKind::Item);
                let is_text = (name == "p" || unit.is_none()) && !began_with_list;
                if reads && (is_alike || is_list && name != "table" || is_text) {
                    Answer::Belongs
                } else if end == first + 1
                    && outline.text(first).len() <= 160
                    && matches!(name, "p" | "div" | "")
                {
                    Answer::Perhaps
                } else {
                    Answer::Foreign
                }
            }
        }
    }

    /// The next lines have amounts.
    fn amounts_follow(&self, first: usize) -> bool {
        let end = self.limit.min(first + 3);
        first < end && self.reads_as_ours(first, end) && self.has_amounts(first, end)
    }

    /// At least half of the lines start with an amount.
    fn has_amounts(&self, first: usize, end: usize) -> bool {
        let amounts =
            (first..end).filter(|block| shape::starts_with_amount(self.outline.text(*block))).count();
        amounts * 2 >= end - first
    }

    fn reads_as_ours(&self, first: usize, end: usize) -> bool {
        let (mut ours, mut foreign) = (0, 0);
        for block in first..end.min(first + 40) {
            let line = self.outline.text(block);
            let is_ours = match self.head.topic {
                Topic::Ingredients => {
                    let has_amount = shape::starts_with_amount(line);
                    shape::may_be_ingredient(line)
                        && (has_amount || !shape::is_sentence(line))
                        && !(self.outline.is_link(block)
                            && self.outline.blocks[block].kind == BlockKind::Plain
                            && !has_amount)
                }
                _ => !self.outline.is_link(block),
            };
            if is_ours { ours += 1 } else { foreign += 1 }
        }
        ours > foreign * 2
    }
}

/// Elements whose class or id names them.
pub(super) fn named(outline: &Outline<'_>, anchors: &[Anchor], role: Role) -> Vec<Section> {
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
        });
        let (from, to) = (first, end);
        let around = anchors.iter().filter(|anchor| anchor.block >= from && anchor.block < to);
        let mut head = None;
        // A plugin's steps hold nothing else, so "Prep" names a group of them.
        let is_plugin_steps = marked.mark.is_plugin && role == Role::Steps;
        let mut is_mixed = holds_other;
        for anchor in around {
            if anchor.topic == topic && head.is_none() && anchor.block <= first + 2 {
                head = Some(*anchor);
            } else if anchor.topic != topic
                && (anchor.topic != Topic::Other || anchor.block == first && !is_plugin_steps)
            {
                is_mixed = true;
            } else if anchor.topic == Topic::Other && anchor.block > first + 1 && !is_plugin_steps {
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
        let means = if marked.mark.is_plugin { Means::Plugin } else { Means::Name };
        let parent = outline.parent(marked.node).unwrap_or(marked.node);
        match sections.last_mut() {
            // Neighbours are one list, each of them an item of it.
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

/// The child of `level` on the way to `node`; `None` when `node` is `level` itself.
fn unit_of(outline: &Outline<'_>, level: NodeId, node: NodeId) -> Option<NodeId> {
    let mut below = None;
    for ancestor in ancestors(outline, node) {
        if ancestor == level {
            return below;
        }
        below = Some(ancestor);
    }
    None
}

fn ancestors<'a>(outline: &'a Outline<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    std::iter::successors(Some(node), |node| outline.parent(*node)).take(MAX_LEVELS * 3)
}

/// Same element, same class: one of a row.
fn is_alike(outline: &Outline<'_>, one: NodeId, two: NodeId) -> bool {
    let (dom, name) = (outline.dom, outline.dom.name(one));
    // A name with a number in it is one element's own.
    let classes = |node| {
        let names = dom.attribute(node, "class").unwrap_or_default().split_ascii_whitespace();
        names.filter(|name| !name.bytes().any(|b| b.is_ascii_digit()))
    };
    name == dom.name(two) && (name == "p" || classes(one).eq(classes(two)))
}
