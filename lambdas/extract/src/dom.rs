//! The tree of a page: a flat arena, so that neither building nor dropping it can overflow the stack.

use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName, local_name};

/// No recipe is longer. Nested elements would otherwise repeat a long page as often as they nest.
const MAX_VISIBLE_BYTES: usize = 256 * 1024;

/// Entering and leaving some fifty elements.
const MAX_STEPS_OF_BRIEF: usize = 100;

/// A node of a [`Dom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(pub(crate) u32);

#[derive(Debug)]
pub(crate) enum Kind {
    Document,
    Element { name: QualName, attributes: Vec<Attribute> },
    Text(StrTendril),
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) parent: Option<NodeId>,
    pub(crate) previous: Option<NodeId>,
    pub(crate) next: Option<NodeId>,
    pub(crate) first: Option<NodeId>,
    pub(crate) last: Option<NodeId>,
}

impl Node {
    /// What stands where no node does: no element, and nothing around it.
    const NONE: Self =
        Self { kind: Kind::Document, parent: None, previous: None, next: None, first: None, last: None };
}

/// A parsed page. Comments, styles and scripts that hold no structured data are not in it.
#[derive(Debug)]
pub(crate) struct Dom {
    pub(crate) nodes: Vec<Node>,
    /// The page nested deeper or had more nodes than is read.
    pub(crate) is_cut: bool,
    /// Where in the page's text the scripts stand that are not in the tree.
    pub(crate) scripts: Vec<Range<usize>>,
}

/// A step of a walk through the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Enter(NodeId),
    Leave(NodeId),
}

impl Dom {
    pub(crate) const ROOT: NodeId = NodeId(0);

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&Node::NONE)
    }

    /// The local name of an element, empty for everything else.
    pub(crate) fn name(&self, id: NodeId) -> &str {
        match &self.node(id).kind {
            Kind::Element { name, .. } => &name.local,
            _ => "",
        }
    }

    /// Makes ordinary elements of what the page marks as its navigation; false where it marks nothing so.
    pub(crate) fn unmark_navigation(&mut self) -> bool {
        let mut is_changed = false;
        for node in &mut self.nodes {
            if let Kind::Element { name, .. } = &mut node.kind
                && name.local == local_name!("nav")
            {
                name.local = local_name!("div");
                is_changed = true;
            }
        }
        is_changed
    }

    pub(crate) fn attribute(&self, id: NodeId, wanted: &str) -> Option<&str> {
        match &self.node(id).kind {
            Kind::Element { attributes, .. } => attributes
                .iter()
                .find(|attribute| &*attribute.name.local == wanted)
                .map(|attribute| &*attribute.value),
            _ => None,
        }
    }

    /// Every node from `top` on in the order of the page, without recursion: entered and left.
    pub(crate) fn walk(&self, top: NodeId) -> Walk<'_> {
        Walk { dom: self, top, next: Some(Step::Enter(top)) }
    }

    /// Every node from `top` on in the order of the page.
    pub(crate) fn descendants(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        self.walk(top).filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// The raw text below `top`, as scripts need it.
    pub(crate) fn raw_text(&self, top: NodeId) -> String {
        let mut text = String::new();
        for id in self.descendants(top) {
            if let Kind::Text(piece) = &self.node(id).kind {
                text.push_str(piece);
            }
        }
        text
    }

    /// The text below `top` as a reader sees it: blanks squeezed, a line break at each block's edge and `<br>`.
    ///
    /// Within a list item a `<br>` is a blank: the item is the line. Ends after [`MAX_VISIBLE_BYTES`].
    pub(crate) fn visible_text(&self, top: NodeId) -> String {
        self.text_within(top, MAX_VISIBLE_BYTES, usize::MAX).0
    }

    /// As [`Self::visible_text`], but `None` where that is longer than `max_bytes` or spread over many elements. What nests
    /// is asked for its text at every level, so where only a short one counts, no more than that must be looked at.
    pub(crate) fn brief_text(&self, top: NodeId, max_bytes: usize) -> Option<String> {
        let (text, is_whole) = self.text_within(top, max_bytes, MAX_STEPS_OF_BRIEF);
        (is_whole && text.len() <= max_bytes).then_some(text)
    }

    /// The text up to either bound, and whether that is all of it.
    fn text_within(&self, top: NodeId, max_bytes: usize, max_steps: usize) -> (String, bool) {
        let mut text = String::new();
        let mut open_items = 0_usize;
        let mut walk = self.walk(top);
        let mut steps = 0;
        let mut is_whole = true;
        while let Some(step) = walk.next() {
            steps += 1;
            if text.len() > max_bytes || steps > max_steps {
                is_whole = false;
                break;
            }
            match step {
                Step::Enter(id) if self.name(id) == "li" => {
                    open_items += 1;
                    push_break(&mut text);
                }
                Step::Enter(id) if open_items > 0 && self.name(id) == "br" => push_squeezed(&mut text, " "),
                Step::Leave(id) if open_items > 0 && self.name(id) == "br" => {}
                Step::Leave(id) if self.name(id) == "li" => {
                    open_items -= 1;
                    push_break(&mut text);
                }
                Step::Enter(id) => match &self.node(id).kind {
                    Kind::Text(piece) => push_squeezed(&mut text, piece),
                    Kind::Element { name, .. } if is_unseen(&name.local) => walk.skip_below(id),
                    _ if breaks_line(self.name(id)) => push_break(&mut text),
                    // Cells stand beside each other: "2" and "figs" are two words.
                    _ if matches!(self.name(id), "td" | "th") => push_squeezed(&mut text, " "),
                    _ => {}
                },
                Step::Leave(id) if breaks_line(self.name(id)) => push_break(&mut text),
                Step::Leave(_) => {}
            }
        }
        text.truncate(text.trim_end().len());
        (text, is_whole)
    }
}

fn push_squeezed(text: &mut String, piece: &str) {
    for c in piece.chars() {
        if !c.is_whitespace() {
            text.push(c);
        } else if !text.is_empty() && !text.ends_with([' ', '\n']) {
            text.push(' ');
        }
    }
}

fn push_break(text: &mut String) {
    if text.ends_with(' ') {
        text.pop();
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

/// Elements whose text nobody sees where it stands.
pub(crate) fn is_unseen(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "noscript" | "svg" | "select" | "textarea" | "head")
}

/// Elements that begin a line of their own when they are shown.
pub(crate) fn breaks_line(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "br"
            | "dd"
            | "div"
            | "dl"
            | "dt"
            | "figcaption"
            | "figure"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "tbody"
            | "tr"
            | "ul"
    )
}

/// The nodes below one in document order, each with whether it is entered or left, as [`Dom::walk`] gives them.
pub(crate) struct Walk<'a> {
    dom: &'a Dom,
    top: NodeId,
    next: Option<Step>,
}

impl Walk<'_> {
    /// Leaves out what is below `id`, which was just entered, and the step that leaves it.
    pub(crate) fn skip_below(&mut self, id: NodeId) {
        self.next = self.after(Step::Leave(id));
    }

    fn after(&self, step: Step) -> Option<Step> {
        match step {
            Step::Enter(id) => Some(self.dom.node(id).first.map_or(Step::Leave(id), Step::Enter)),
            Step::Leave(id) if id == self.top => None,
            Step::Leave(id) => {
                let node = self.dom.node(id);
                node.next.map(Step::Enter).or(node.parent.map(Step::Leave))
            }
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = self.after(step);
        Some(step)
    }
}
