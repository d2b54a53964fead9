//! The tree of a page, stored in an arena and traversed without recursion.

use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName, local_name};

/// Number of bytes after which an element's visible text is cut, because ancestors repeat it.
const MAX_VISIBLE_BYTES: usize = 256 * 1024;

/// Maximum steps of the traversal for [`Dom::brief_text`], about 50 elements.
const MAX_STEPS_OF_BRIEF: usize = 100;

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
    const NONE: Self =
        Self { kind: Kind::Document, parent: None, previous: None, next: None, first: None, last: None };
}

/// A page without comments, and without the text of styles and scripts other than JSON-LD.
#[derive(Debug)]
pub(crate) struct Dom {
    pub(crate) nodes: Vec<Node>,
    /// Whether a limit was reached.
    pub(crate) is_cut: bool,
    /// Byte ranges of omitted scripts.
    pub(crate) scripts: Vec<Range<usize>>,
}

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

    pub(crate) fn name(&self, id: NodeId) -> &str {
        match &self.node(id).kind {
            Kind::Element { name, .. } => &name.local,
            _ => "",
        }
    }

    /// Turns `<nav>` into `<div>`; returns whether there was one.
    pub(crate) fn treat_navigation_as_content(&mut self) -> bool {
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

    pub(crate) fn walk(&self, top: NodeId) -> Walk<'_> {
        Walk { dom: self, top, next: Some(Step::Enter(top)) }
    }

    pub(crate) fn descendants(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        self.walk(top).filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// Whether a class or attribute hides the element. Pages often hide amounts in other units.
    pub(crate) fn is_hidden(&self, id: NodeId) -> bool {
        let is_hiding = |class: &str| {
            class.split_ascii_whitespace().any(|name| matches!(name, "hide" | "hidden" | "d-none"))
        };
        self.attribute(id, "class").is_some_and(is_hiding) || self.attribute(id, "hidden").is_some()
    }

    pub(crate) fn is_hidden_inline(&self, id: NodeId) -> bool {
        matches!(self.name(id), "span" | "small" | "b" | "strong" | "em" | "i" | "sup")
            && (self.is_hidden(id) || self.attribute(id, "style").is_some_and(hides))
    }

    pub(crate) fn raw_text(&self, top: NodeId) -> String {
        let mut text = String::new();
        for id in self.descendants(top) {
            if let Kind::Text(piece) = &self.node(id).kind {
                text.push_str(piece);
            }
        }
        text
    }

    /// The visible text with collapsed whitespace, cut after [`MAX_VISIBLE_BYTES`]. Block edges and `<br>`
    /// become line breaks; in a list item, `<br>` becomes a space.
    ///
    /// The page's text includes buttons. An element's text omits them, unless there is no other text.
    pub(crate) fn visible_text(&self, top: NodeId) -> String {
        let is_page = top == Self::ROOT;
        let text = self.text_within(top, MAX_VISIBLE_BYTES, usize::MAX, is_page).0;
        if text.is_empty() && !is_page {
            return self.text_within(top, MAX_VISIBLE_BYTES, usize::MAX, true).0;
        }
        text
    }

    /// The visible text with buttons; `None` beyond the limits, which bound the cost of nested elements.
    pub(crate) fn brief_text(&self, top: NodeId, max_bytes: usize) -> Option<String> {
        let (text, is_whole) = self.text_within(top, max_bytes, MAX_STEPS_OF_BRIEF, true);
        (is_whole && text.len() <= max_bytes).then_some(text)
    }

    /// The text up to a limit, and whether it is complete.
    fn text_within(
        &self,
        top: NodeId,
        max_bytes: usize,
        max_steps: usize,
        with_buttons: bool,
    ) -> (String, bool) {
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
                Step::Enter(id) if id != top && self.is_hidden_inline(id) => walk.skip_below(id),
                Step::Enter(id) if id != top && !with_buttons && self.name(id) == "button" => {
                    walk.skip_below(id);
                }
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
                    Kind::Element { name, .. } if is_not_rendered(&name.local) => walk.skip_below(id),
                    _ if breaks_line(self.name(id)) => push_break(&mut text),
                    // Separates the words of adjacent cells.
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

fn hides(style: &str) -> bool {
    let mut rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    rules.any(|(name, value)| {
        name.trim().eq_ignore_ascii_case("display") && value.trim().to_ascii_lowercase().starts_with("none")
    })
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

pub(crate) fn is_not_rendered(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "noscript" | "svg" | "select" | "textarea" | "head")
}

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

pub(crate) struct Walk<'a> {
    dom: &'a Dom,
    top: NodeId,
    next: Option<Step>,
}

impl Walk<'_> {
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
