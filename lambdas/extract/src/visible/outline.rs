//! The page as a reader's eye takes it in: one line after the other, each with the element that shows it.
//!
//! One walk (`builder`) makes the outline; every reader of the visible page works on it. All lines lie in one buffer, separated by
//! blanks, so that neighbouring lines are joined by widening a range.

use crate::dom::{Dom, NodeId};
use crate::names::Mark;
use recipe::Span;

/// What kind of line a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// A heading with its level, 1 for `<h1>` to 6 for `<h6>`.
    Heading(u8),
    /// A list item without lists in it: the item is the line.
    Item,
    /// A table row without lists or tables in it: the cells, one after the other.
    Row,
    /// `<dt>`, `<legend>`, `<summary>`, `<caption>`, `<th>` alone, `<button>`, `<label>`: what stands above something else.
    Label,
    Plain,
}

/// One line of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Where it stands in the outline's text.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The innermost element that begins a line of its own and shows it.
    pub(super) node: NodeId,
    pub(super) kind: BlockKind,
    /// How many of its bytes are bold or slanted, and how many lead elsewhere.
    pub(super) bold: u32,
    pub(super) linked: u32,
}

/// An element whose class or id says what it holds, and the blocks that it spans.
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
    /// The blocks that name groups, in order.
    pub(super) groups: Vec<u32>,
    /// The blocks that each element spans.
    pub(super) spans: Vec<(u32, u32)>,
}

impl<'a> Outline<'a> {
    pub(super) fn text(&self, block: usize) -> &str {
        let Some(Block { start, end, .. }) = self.blocks.get(block).copied() else { return "" };
        self.text.span(start as usize..end as usize)
    }

    /// The element that shows a block.
    pub(super) fn node(&self, block: usize) -> NodeId {
        self.blocks.get(block).map_or(Dom::ROOT, |block| block.node)
    }

    pub(super) fn kind(&self, block: usize) -> BlockKind {
        self.blocks.get(block).map_or(BlockKind::Plain, |block| block.kind)
    }

    /// The blocks that an element spans: the first, and the one after the last.
    pub(super) fn span(&self, node: NodeId) -> (usize, usize) {
        // What was never entered spans nothing.
        let (first, end) = self.spans.get(node.0 as usize).copied().unwrap_or((u32::MAX, 0));
        (first as usize, end as usize)
    }

    /// All of its words are bold or slanted.
    pub(super) fn is_bold(&self, block: usize) -> bool {
        self.blocks
            .get(block)
            .is_some_and(|block| block.bold > 0 && block.bold + 1 >= block.end - block.start)
    }

    /// All of its words lead elsewhere.
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

    /// Its element says that it names a group.
    pub(super) fn is_group(&self, block: usize) -> bool {
        self.groups.binary_search(&(block as u32)).is_ok()
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.dom.node(node).parent
    }
}
