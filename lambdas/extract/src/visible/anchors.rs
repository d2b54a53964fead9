use super::outline::{BlockKind, Outline};
use crate::cues::{self, Emphasis, HeadingKind, Line, Topic};
use crate::labels;

/// Maximum section headings; real pages have about ten.
pub(super) const MAX_ANCHORS: usize = 120;
/// Maximum lines with servings and times between a heading and its list.
const MAX_FACTS: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct HeadingBlock {
    pub(super) block: usize,
    pub(super) topic: Topic,
    pub(super) inline: Option<usize>,
}

pub(super) fn anchors(outline: &Outline<'_>) -> Vec<HeadingBlock> {
    let mut anchors = Vec::new();
    for block in 0..outline.blocks.len() {
        if anchors.len() >= MAX_ANCHORS {
            break;
        }
        anchors.extend(anchor(outline, block));
    }
    anchors
}

fn anchor(outline: &Outline<'_>, block: usize) -> Option<HeadingBlock> {
    let anchor = |topic, inline| Some(HeadingBlock { block, topic, inline });
    match cues::classify_heading(&line(outline, block))? {
        HeadingKind::Part { topic, inline, .. } => anchor(topic, inline),
        // An advertisement or button between the lines of a section does not end it.
        HeadingKind::Other { .. } if is_button_text(outline, block) => None,
        // A remark does not end the steps.
        HeadingKind::Other { inline: Some(_), .. } => None,
        HeadingKind::Other { inline: None, .. } | HeadingKind::Value => anchor(Topic::Other, None),
    }
}

fn is_button_text(outline: &Outline<'_>, block: usize) -> bool {
    outline.kind(block) == BlockKind::Plain && !outline.is_bold(block) && cues::is_noise(outline.text(block))
}

fn line<'a>(outline: &'a Outline<'_>, block: usize) -> Line<'a> {
    let (text, next, kind) = (outline.text(block), outline.text(block + 1), outline.kind(block));
    let emphasis = match kind {
        BlockKind::Heading(_) => Emphasis::Heading,
        BlockKind::Label => Emphasis::Strong,
        _ if outline.is_bold(block) => Emphasis::Strong,
        _ => Emphasis::None,
    };
    Line {
        text,
        next: Some(next),
        is_above_prose: !cues::starts_with_amount(next) && cues::is_instruction(next),
        emphasis,
        is_own_block: true,
        is_item: kind == BlockKind::Item,
        is_title: kind == BlockKind::Heading(1),
        is_large: false,
        may_be_button: kind == BlockKind::Label,
        is_recognised: false,
    }
}

/// Whether `next` ends the section of `anchor`; a subheading does not.
pub(super) fn ends(outline: &Outline<'_>, anchor: &HeadingBlock, next: &HeadingBlock) -> bool {
    // The servings and times may follow the heading.
    let is_close = next.block <= anchor.block + MAX_FACTS;
    let text = outline.text(next.block);
    if anchor.topic == Topic::Ingredients
        && (cues::is_portions(text) || is_close && next.topic == Topic::Other && labels::is_fact(text))
    {
        return false;
    }
    match (outline.heading_level(anchor.block), outline.heading_level(next.block)) {
        (Some(own), Some(other)) if anchor.topic == next.topic => other <= own,
        _ => true,
    }
}
