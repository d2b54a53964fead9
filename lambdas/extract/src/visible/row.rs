use super::elements::has_number_field;
use super::outline::{BlockKind, Outline};
use crate::cues;
use crate::dom::NodeId;

pub(super) struct Row<'a> {
    pub(super) text: String,
    pub(super) kind: BlockKind,
    pub(super) is_bold: bool,
    pub(super) is_link: bool,
    pub(super) is_button: bool,
    pub(super) is_group: bool,
    pub(super) leads_list: bool,
    /// Whether it is one item of a list that is written as a sentence.
    pub(super) is_prose: bool,
    pub(super) class: &'a str,
    pub(super) list: Option<NodeId>,
}

impl<'a> Row<'a> {
    pub(super) fn of(outline: &Outline<'a>, block: usize) -> Self {
        let (node, text) = (outline.node(block), outline.text(block));
        let is_scale = || cues::names_portions(text) && has_number_field(outline.dom, node);
        Self {
            text: text.to_owned(),
            kind: outline.kind(block),
            is_bold: outline.is_bold(block),
            is_link: outline.is_link(block),
            is_button: outline.dom.name(node) == "button" || is_scale(),
            is_group: outline.is_group(block),
            leads_list: leads_list(outline, block),
            is_prose: false,
            list: outline.parent(node).filter(|_| outline.kind(block) == BlockKind::Item),
            class: outline.dom.attribute(node, "class").unwrap_or_default(),
        }
    }

    pub(super) fn join(&mut self, text: String) {
        self.text = text;
        self.kind = BlockKind::Plain;
        self.is_bold = false;
        self.is_group = false;
    }
}

fn leads_list(outline: &Outline<'_>, block: usize) -> bool {
    let node = outline.node(block);
    let (first, end) = outline.span(node);
    outline.dom.name(node) == "li"
        && first == block
        && block + 1 < end
        && outline.kind(block) == BlockKind::Plain
        && outline.kind(block + 1) == BlockKind::Item
}
