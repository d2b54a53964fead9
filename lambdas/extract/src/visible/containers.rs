//! Finds lines of repeated elements with amount, unit, name and note in separate blocks, even if units are
//! unknown.

use super::growth::{ancestors, is_alike};
use super::outline::{BlockKind, Outline};
use crate::cues;
use crate::dom::NodeId;

/// Maximum blocks of a line: amount, unit, name and note.
const MAX_BLOCKS: usize = 4;
const MIN_CONTAINERS: usize = 3;
const LONGEST_LINE_BYTES: usize = 200;
const LONGEST_AMOUNT_BYTES: usize = 32;

pub(super) struct Container {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) text: String,
    pub(super) is_group: bool,
}

/// The elements with one line each, if enough similar ones have an amount and a name.
pub(super) fn containers(outline: &Outline<'_>, blocks: &[usize]) -> Vec<Container> {
    let (Some(from), Some(to)) = (blocks.first(), blocks.last()) else { return Vec::new() };
    let mut around: Vec<(NodeId, Vec<usize>)> = Vec::new();
    let mut covered = 0;
    for block in blocks.iter().copied() {
        if block < covered {
            continue;
        }
        let Some(node) = container_of(outline, block, *from, *to) else { continue };
        let (first, end) = outline.span(node);
        covered = end;
        around.push((node, blocks.iter().copied().filter(|block| (first..end).contains(block)).collect()));
    }
    let counted: Vec<NodeId> = around
        .iter()
        .filter(|(_, blocks)| amount_of(outline, blocks).is_some())
        .map(|(node, _)| *node)
        .collect();
    let Some(example) = counted.get(counted.len() / 2).copied() else { return Vec::new() };
    let alike = counted.iter().filter(|node| is_alike(outline, example, **node)).count();
    if alike < MIN_CONTAINERS || alike * 2 < around.len() {
        return Vec::new();
    }
    around
        .into_iter()
        .filter(|(node, blocks)| blocks.len() > 1 && is_alike(outline, example, *node))
        .filter_map(|(_, blocks)| {
            let text = joined(outline, &blocks)?;
            Some(Container { first: *blocks.first()?, end: *blocks.last()? + 1, text, is_group: false })
        })
        .collect()
}

fn container_of(outline: &Outline<'_>, block: usize, from: usize, to: usize) -> Option<NodeId> {
    let own = outline.blocks.get(block)?.node;
    let is_line = |node: &NodeId| {
        let (first, end) = outline.span(*node);
        let blocks = || first..end;
        first >= from
            && end <= to + 1
            && end.saturating_sub(first) <= MAX_BLOCKS
            && blocks().map(|block| outline.text(block).len()).sum::<usize>() <= LONGEST_LINE_BYTES
            && blocks().all(|block| is_part(outline, block))
    };
    ancestors(outline, own).take_while(is_line).last()
}

fn is_part(outline: &Outline<'_>, block: usize) -> bool {
    let kind = outline.blocks.get(block).map(|block| block.kind);
    kind == Some(BlockKind::Plain) && !outline.is_group(block)
}

/// The only block with an amount, if another block is a name.
fn amount_of(outline: &Outline<'_>, blocks: &[usize]) -> Option<usize> {
    let is_amount = |block: &usize| {
        let text = outline.text(*block);
        text.len() <= LONGEST_AMOUNT_BYTES && cues::starts_with_amount(text) && !cues::is_for_sale(text)
    };
    let mut amounts = blocks.iter().enumerate().filter(|(_, block)| is_amount(block)).map(|(at, _)| at);
    let only = amounts.next()?;
    let is_name = |block: &usize| !is_amount(block) && outline.text(*block).contains(char::is_alphabetic);
    (amounts.next().is_none() && blocks.iter().any(is_name)).then_some(only)
}

fn joined(outline: &Outline<'_>, blocks: &[usize]) -> Option<String> {
    let mut texts: Vec<&str> = blocks.iter().map(|block| outline.text(*block)).collect();
    if let Some(at) = amount_of(outline, blocks) {
        let is_number = !texts.get(at)?.contains(char::is_alphabetic);
        let has_unit = is_number && at > 0 && texts.get(at + 1).is_some_and(|next| !next.contains(' '));
        let end = at + 1 + usize::from(has_unit);
        texts.get_mut(..end)?.rotate_right(end - at);
    }
    Some(texts.join(" "))
}
