//! The page as a sequence of short texts, with hints from names of elements.

use super::words::{self, Kind};
use crate::dom::{Dom, Kind as NodeKind, NodeId, Step, is_not_rendered};
use crate::names;
use recipe::Span;

const MAX_PIECES: usize = 40_000;
const MAX_HINTS: usize = 400;
/// Maximum bytes of the description of an icon; longer ones describe photos.
const LONGEST_ICON_BYTES: usize = 40;

#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    /// The text, trimmed and not empty.
    pub(super) text: &'a str,
    pub(super) node: NodeId,
    /// Depth of the lowest common ancestor with the previous text.
    pub(super) joint: u32,
    pub(super) at: usize,
    pub(super) is_linked: bool,
}

/// An element with a name that states its meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint<'a> {
    pub(super) kind: Kind,
    pub(super) node: NodeId,
    pub(super) value: Option<&'a str>,
    pub(super) first: usize,
    pub(super) end: usize,
}

#[derive(Debug, Default)]
pub(super) struct Pieces<'a> {
    pub(super) pieces: Vec<Piece<'a>>,
    pub(super) hints: Vec<Hint<'a>>,
    pub(super) heading: Option<usize>,
}

impl<'a> Pieces<'a> {
    pub(super) fn of(dom: &'a Dom) -> Self {
        let mut found = Self::default();
        let mut open_hints: Vec<usize> = Vec::new();
        let (mut depth, mut joint, mut links, mut at) = (0_u32, 0_u32, 0_u32, 0_usize);
        let mut walk = dom.walk(Dom::ROOT);
        while let Some(step) = walk.next() {
            let id = match step {
                Step::Enter(id) => id,
                Step::Leave(id) => {
                    depth = depth.saturating_sub(1);
                    joint = joint.min(depth);
                    links = links.saturating_sub(u32::from(leads_elsewhere(dom, id)));
                    if let Some(hint) = open_hints.last().and_then(|hint| found.hints.get_mut(*hint))
                        && hint.node == id
                    {
                        hint.end = found.pieces.len();
                        open_hints.pop();
                    }
                    continue;
                }
            };
            if found.pieces.len() >= MAX_PIECES {
                break;
            }
            let mut push = |text: &'a str, depth: u32| {
                let text = text.trim();
                if !text.is_empty() {
                    let node = dom.node(id).parent.unwrap_or(Dom::ROOT);
                    found.pieces.push(Piece { text, node, joint, at, is_linked: links > 0 });
                    at = at.saturating_add(text.len()).saturating_add(1);
                    joint = depth;
                }
            };
            let (name, attributes) = match &dom.node(id).kind {
                NodeKind::Text(text) => {
                    push(text, depth);
                    depth = depth.saturating_add(1);
                    continue;
                }
                NodeKind::Element { name, attributes } => (&*name.local, attributes),
                NodeKind::Document => {
                    depth = depth.saturating_add(1);
                    continue;
                }
            };
            if is_unread(name) || names::is_aside(dom, id) || is_foreign(dom, id, name) {
                // Skips the descendants and the `Leave` step.
                walk.skip_below(id);
                continue;
            }
            let mut hint: Option<(Kind, Option<&'a str>)> = None;
            for attribute in attributes {
                let value = &*attribute.value;
                match &*attribute.name.local {
                    // These attributes describe icons.
                    "alt" | "aria-label" | "title"
                        if name != "a" && value.len() <= LONGEST_ICON_BYTES && words::is_label(value) =>
                    {
                        push(value, depth);
                    }
                    "datetime" if value.starts_with(['P', 'p']) => push(value, depth),
                    "class" | "id" | "name" => hint = hint.or(words::named(value).map(|kind| (kind, None))),
                    other if other.starts_with("data-") && !value.is_empty() && value.len() < 20 => {
                        if let Some(kind) = words::named(other.span(5..)) {
                            hint = Some((kind, Some(value)));
                        }
                    }
                    _ => {}
                }
            }
            if let Some((kind, value)) = hint
                && found.hints.len() < MAX_HINTS
            {
                let value = if name == "input" { dom.attribute(id, "value") } else { value };
                let first = found.pieces.len();
                open_hints.push(found.hints.len());
                found.hints.push(Hint { kind, node: id, value, first, end: first });
            }
            if name == "h1" && found.heading.is_none() {
                found.heading = Some(found.pieces.len());
            }
            links = links.saturating_add(u32::from(leads_elsewhere(dom, id)));
            depth = depth.saturating_add(1);
        }
        found
    }
}

fn leads_elsewhere(dom: &Dom, id: NodeId) -> bool {
    dom.name(id) == "a" && dom.attribute(id, "href").is_some_and(|address| !address.starts_with('#'))
}

fn is_foreign(dom: &Dom, id: NodeId, name: &str) -> bool {
    !matches!(name, "html" | "body" | "main" | "article")
        && dom.attribute(id, "class").is_some_and(words::is_foreign)
}

fn is_unread(name: &str) -> bool {
    // The title of an icon may be the label: "Total time".
    (is_not_rendered(name) && name != "svg")
        || matches!(name, "nav" | "footer" | "iframe" | "object" | "video" | "audio" | "canvas")
}
