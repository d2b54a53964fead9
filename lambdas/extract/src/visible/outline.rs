//! The visible lines of a page with their elements, built by `builder`. All lines share one buffer, so that
//! neighbours are joined by extending a range.

use crate::dom::{Dom, NodeId};
use crate::names::Mark;
use recipe::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Heading(u8),
    /// A list item without inner lists, or a checkbox label.
    Item,
    /// A table row without lists or tables in it.
    Row,
    /// `<dt>`, `<legend>`, `<summary>`, `<caption>`, `<button>`, or a heading row.
    Label,
    Plain,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Byte range in the text of the outline.
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) node: NodeId,
    pub(super) kind: BlockKind,
    /// Number of bold or italic bytes, and of linked bytes.
    pub(super) bold: u32,
    pub(super) linked: u32,
}

/// An element with a class name or id that states its role.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    pub(super) node: NodeId,
    pub(super) mark: Mark,
    pub(super) first: u32,
    pub(super) end: u32,
}

pub(super) struct Outline<'a> {
    pub(super) dom: &'a Dom,
    pub(super) text: String,
    pub(super) blocks: Vec<Block>,
    pub(super) marks: Vec<Marked>,
    /// Indices of blocks that are group headings, sorted.
    pub(super) groups: Vec<u32>,
    pub(super) spans: Vec<(u32, u32)>,
}

impl<'a> Outline<'a> {
    pub(super) fn text(&self, block: usize) -> &str {
        let Some(Block { start, end, .. }) = self.blocks.get(block).copied() else { return "" };
        self.text.span(start as usize..end as usize)
    }

    pub(super) fn node(&self, block: usize) -> NodeId {
        self.blocks.get(block).map_or(Dom::ROOT, |block| block.node)
    }

    pub(super) fn kind(&self, block: usize) -> BlockKind {
        self.blocks.get(block).map_or(BlockKind::Plain, |block| block.kind)
    }

    /// Range of the node's blocks; `end` is exclusive.
    pub(super) fn span(&self, node: NodeId) -> (usize, usize) {
        // Elements that the builder skipped have this empty range, too.
        let (first, end) = self.spans.get(node.0 as usize).copied().unwrap_or((u32::MAX, 0));
        (first as usize, end as usize)
    }

    pub(super) fn is_bold(&self, block: usize) -> bool {
        self.blocks
            .get(block)
            .is_some_and(|block| block.bold > 0 && block.bold + 1 >= block.end - block.start)
    }

    pub(super) fn is_link(&self, block: usize) -> bool {
        self.blocks
            .get(block)
            .is_some_and(|block| block.linked > 0 && block.linked + 1 >= block.end - block.start)
    }

    pub(super) fn heading_level(&self, block: usize) -> Option<u8> {
        match self.blocks.get(block)?.kind {
            BlockKind::Heading(level) => Some(level),
            _ => None,
        }
    }

    pub(super) fn is_group(&self, block: usize) -> bool {
        self.groups.binary_search(&(block as u32)).is_ok()
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.dom.node(node).parent
    }
}
