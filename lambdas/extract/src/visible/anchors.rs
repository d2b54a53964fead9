//! The lines that announce something: ingredients, steps, or what is neither.

use super::outline::{BlockKind, Outline};
use crate::cues::{self, Topic};

/// Real pages have some ten; more are looked at in no page.
pub(super) const MAX_ANCHORS: usize = 120;

/// A line that announces what follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) block: usize,
    pub(super) topic: Topic,
    /// Where the announced content starts within the line itself, when it does.
    pub(super) inline: Option<usize>,
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
    let kind = outline.kind(block);
    let is_title = kind == BlockKind::Heading(1);
    if line.len() > cues::LONGEST_HEADING_BYTES {
        // "Ingredients: 200 g of flour, ..." in one paragraph, "You will need 200 g of flour, ..." in one sentence.
        let said = cues::announced(line)?;
        let is_told = said.topic == Topic::Ingredients && cues::starts_with_amount(said.rest);
        let is_inline =
            (said.has_colon || is_told) && said.topic != Topic::Other && kind != BlockKind::Item && !is_title;
        return is_inline.then_some(Anchor { block, topic: said.topic, inline: Some(said.start) });
    }
    let stands_out = outline.is_bold(block)
        || matches!(kind, BlockKind::Heading(_) | BlockKind::Label)
        || line.ends_with(':');
    let Some(said) = cues::announced(line) else {
        let is_heading =
            matches!(kind, BlockKind::Heading(2..)) || outline.is_bold(block) && kind == BlockKind::Plain;
        let topic =
            if cues::ends_with_ingredients(line) { Some(Topic::Ingredients) } else { behind_dash(line) };
        return topic.filter(|_| is_heading).map(|topic| Anchor { block, topic, inline: None });
    };
    let rest = said.rest;
    if said.words_after == 0 {
        // "Notes" in a list is one of its items, "Ingredients" a tab.
        let is_measured = said.topic == Topic::Steps
            && block + 1 < outline.blocks.len()
            && cues::is_measure(outline.text(block + 1));
        if is_measured {
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
    let qualifies = rest.starts_with('(')
        || line.get(..said.start).is_some_and(|before| before.trim_end().ends_with('('));
    match said.topic {
        Topic::Other => None,
        _ if said.has_colon => Some(Anchor { block, topic: said.topic, inline: Some(said.start) }),
        Topic::Ingredients if cues::starts_with_amount(rest) && rest.contains(',') => {
            Some(Anchor { block, topic: said.topic, inline: Some(said.start) })
        }
        Topic::Ingredients => {
            let is_followed = qualifies || cues::is_qualifier(rest);
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

/// What a heading announces behind the dish's name: "Fig pie – Preparation".
fn behind_dash(line: &str) -> Option<Topic> {
    let (_, behind) = [" – ", " — ", " - ", " | ", ": "].iter().find_map(|mark| line.rsplit_once(mark))?;
    let said = cues::announced(behind)?;
    (said.words_after == 0 && said.topic != Topic::Other).then_some(said.topic)
}
