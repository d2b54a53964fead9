//! Parses HTML with a tokenizer of this crate, a filter (`TokenFilter`), html5ever's tree builder and an arena.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::ops::Range;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, QualName, local_name, ns};

use recipe::{Places, Span};

use crate::dom::{Dom, Kind, Node, NodeId};
use crate::tokenizer::{self, Sink};

/// Depth above which start tags are dropped. The tree builder scans all open elements; the limit keeps it
/// linear.
const MAX_OPEN: usize = 512;
const TAGS_BETWEEN_DEPTH_CHECKS: u32 = 64;
/// Maximum nodes; large real pages have 30,000. With repeated formatting, a small page can have many.
const MAX_NODES: usize = 300_000;

const MAX_SCRIPTS: usize = 1_000;

pub(crate) fn parse(text: &str) -> Dom {
    let gate = gate();
    tokenizer::tokenize(text, &gate);
    finished(gate)
}

fn gate() -> TokenFilter {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    TokenFilter {
        builder: TreeBuilder::new(Arena::new(), options),
        skips_text: Cell::new(None),
        scripts: RefCell::default(),
        is_full: Cell::new(false),
        tags: Cell::new(0),
    }
}

fn finished(gate: TokenFilter) -> Dom {
    let scripts = gate.scripts.into_inner();
    Dom { scripts, ..gate.builder.sink.finish() }
}

/// Parses with html5ever's tokenizer, for comparison in tests.
#[cfg(test)]
pub(crate) fn parse_as_html5ever(text: &str) -> Dom {
    use html5ever::tendril::StrTendril;
    use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};

    let tokenizer = Tokenizer::new(gate(), TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    // `feed` returns after each script.
    while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
    tokenizer.end();
    finished(tokenizer.sink)
}

pub(crate) fn normalize_line_breaks(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut returns = memchr::memchr_iter(b'\r', text.as_bytes()).peekable();
    if returns.peek().is_none() {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = 0;
    for at in returns {
        plain.push_str(text.span(rest..at));
        plain.push('\n');
        rest = at + 1 + usize::from(text.as_bytes().at(at + 1) == b'\n');
    }
    plain.push_str(text.span(rest..));
    Cow::Owned(plain)
}

/// Forwards tokens to the tree builder, except texts that are not read, and enforces limits.
struct TokenFilter {
    builder: TreeBuilder<NodeId, Arena>,
    skips_text: Cell<Option<RawText>>,
    scripts: RefCell<Vec<Range<usize>>>,
    is_full: Cell<bool>,
    tags: Cell<u32>,
}

impl TokenSink for TokenFilter {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<NodeId> {
        if self.builder.sink.nodes.borrow().len() >= MAX_NODES && !matches!(token, Token::EOFToken) {
            self.builder.sink.is_cut.set(true);
            return TokenSinkResult::Continue;
        }
        match &token {
            Token::CommentToken(_) | Token::ParseError(_) => return TokenSinkResult::Continue,
            Token::TagToken(tag) => {
                self.check_depth();
                if self.is_full.get() && tag.kind == TagKind::StartTag && !holds_raw_text(&tag.name) {
                    self.builder.sink.is_cut.set(true);
                    return TokenSinkResult::Continue;
                }
                let is_start = tag.kind == TagKind::StartTag;
                self.skips_text.set(if is_start { unread_text(tag) } else { None });
            }
            _ => {}
        }
        self.builder.process_token(token, line_number)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Sink for TokenFilter {
    fn wants_raw_text(&self, place: Range<usize>) -> bool {
        let skipped = self.skips_text.get();
        let mut scripts = self.scripts.borrow_mut();
        if skipped == Some(RawText::Script) && scripts.len() < MAX_SCRIPTS {
            scripts.push(place);
        }
        skipped.is_none()
    }

    fn mark_truncated(&self) {
        self.builder.sink.is_cut.set(true);
    }
}

/// An element whose text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RawText {
    Script,
    Style,
}

impl TokenFilter {
    fn check_depth(&self) {
        let tags = self.tags.get().wrapping_add(1);
        self.tags.set(tags);
        if tags.is_multiple_of(TAGS_BETWEEN_DEPTH_CHECKS) {
            let open = Count(Cell::new(0));
            self.builder.trace_handles(&open);
            self.is_full.set(open.0.get() > MAX_OPEN);
        }
    }
}

/// Counts open elements and active formatting.
struct Count(Cell<usize>);

impl Tracer for Count {
    type Handle = NodeId;

    fn trace_handle(&self, _: &NodeId) {
        self.0.set(self.0.get() + 1);
    }
}

/// Whether the element has raw text. Its start tag switches the tokenizer; otherwise text would become
/// markup. These elements do not nest.
fn holds_raw_text(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "title" | "textarea" | "xmp" | "iframe" | "noembed" | "noframes" | "plaintext"
    )
}

fn unread_text(tag: &Tag) -> Option<RawText> {
    match &*tag.name {
        "style" => Some(RawText::Style),
        "script" => {
            let kind = tag.attrs.iter().find(|attribute| &*attribute.name.local == "type");
            let is_read = kind.is_some_and(|attribute| is_json_ld(&attribute.value));
            (!is_read).then_some(RawText::Script)
        }
        _ => None,
    }
}

/// Whether a script type is JSON-LD, in any case, with parameters, or misspelt.
pub(crate) fn is_json_ld(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    kind.contains("json") && kind.contains("ld")
}

struct Arena {
    nodes: RefCell<Vec<Node>>,
    is_cut: Cell<bool>,
}

impl Arena {
    fn new() -> Self {
        let arena = Self { nodes: RefCell::default(), is_cut: Cell::new(false) };
        arena.add(Kind::Document);
        arena
    }

    fn add(&self, kind: Kind) -> NodeId {
        let mut nodes = self.nodes.borrow_mut();
        // MAX_NODES keeps the number of nodes far below 2^32, so the cast is exact.
        let id = NodeId(nodes.len() as u32);
        nodes.push(Node { kind, parent: None, previous: None, next: None, first: None, last: None });
        id
    }

    fn detach(&self, id: NodeId) {
        let nodes = &mut *self.nodes.borrow_mut();
        let Some(node) = at(nodes, id) else { return };
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        if let Some(previous) = previous.and_then(|previous| at(nodes, previous)) {
            previous.next = next;
        } else if let Some(parent) = parent.and_then(|parent| at(nodes, parent)) {
            parent.first = next;
        }
        if let Some(next) = next.and_then(|next| at(nodes, next)) {
            next.previous = previous;
        } else if let Some(parent) = parent.and_then(|parent| at(nodes, parent)) {
            parent.last = previous;
        }
    }

    fn attach(&self, id: NodeId, parent: NodeId, next: Option<NodeId>) {
        let nodes = &mut *self.nodes.borrow_mut();
        let previous = match next {
            Some(next) => at(nodes, next).and_then(|next| next.previous.replace(id)),
            None => at(nodes, parent).and_then(|parent| parent.last.replace(id)),
        };
        if let Some(previous) = previous {
            at(nodes, previous).map(|previous| previous.next.replace(id));
        } else {
            at(nodes, parent).map(|parent| parent.first.replace(id));
        }
        if let Some(node) = at(nodes, id) {
            (node.parent, node.previous, node.next) = (Some(parent), previous, next);
        }
    }

    fn insert(&self, child: NodeOrText<NodeId>, parent: NodeId, next: Option<NodeId>) {
        let id = match child {
            NodeOrText::AppendNode(id) => {
                self.detach(id);
                id
            }
            NodeOrText::AppendText(text) => {
                let before = {
                    let nodes = &mut *self.nodes.borrow_mut();
                    match next {
                        Some(next) => at(nodes, next).and_then(|next| next.previous),
                        None => at(nodes, parent).and_then(|parent| parent.last),
                    }
                };
                if let Some(before) = before
                    && let Some(Node { kind: Kind::Text(existing), .. }) =
                        at(&mut self.nodes.borrow_mut(), before)
                {
                    existing.push_tendril(&text);
                    return;
                }
                self.add(Kind::Text(text))
            }
        };
        self.attach(id, parent, next);
    }

    fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.borrow().get(id.0 as usize)?.parent
    }
}

fn at(nodes: &mut [Node], id: NodeId) -> Option<&mut Node> {
    nodes.get_mut(id.0 as usize)
}

impl TreeSink for Arena {
    type Handle = NodeId;
    type Output = Dom;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Dom {
        Dom { nodes: self.nodes.into_inner(), is_cut: self.is_cut.get(), scripts: Vec::new() }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        Dom::ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        static NO_NAME: QualName = QualName { prefix: None, ns: ns!(), local: local_name!("") };
        Ref::map(self.nodes.borrow(), |nodes| match nodes.get(target.0 as usize).map(|node| &node.kind) {
            Some(Kind::Element { name, .. }) => name,
            _ => &NO_NAME,
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> NodeId {
        self.add(Kind::Element { name, attributes })
    }

    fn create_comment(&self, _: StrTendril) -> NodeId {
        self.add(Kind::Text(StrTendril::new()))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeId {
        self.add(Kind::Text(StrTendril::new()))
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.insert(child, *parent, None);
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        match self.parent(*element) {
            Some(parent) => self.insert(child, parent, Some(*element)),
            None => self.insert(child, *previous, None),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        if let Some(parent) = self.parent(*sibling) {
            self.insert(child, parent, Some(*sibling));
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, more: Vec<Attribute>) {
        if let Some(Node { kind: Kind::Element { attributes, .. }, .. }) =
            at(&mut self.nodes.borrow_mut(), *target)
        {
            for attribute in more {
                if !attributes.iter().any(|known| known.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        loop {
            let first = self.nodes.borrow().get(node.0 as usize).and_then(|node| node.first);
            let Some(child) = first else { return };
            self.detach(child);
            self.attach(child, *new_parent, None);
        }
    }
}
