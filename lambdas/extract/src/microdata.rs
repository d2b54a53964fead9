//! Converts microdata and, with `rdfa`, RDFa to the JSON objects of JSON-LD.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use crate::dom::{Dom, NodeId, Step};
use crate::draft::Draft;
use crate::extraction::Reader;
use crate::item_syntax::Syntax;
use crate::rdfa;
use crate::schema::{self, Object, Source};

const MAX_RECIPES: usize = 50;
/// Maximum nesting; a HowToSection with steps needs three.
const MAX_NESTING: usize = 8;
const MAX_VALUES: usize = 10_000;
/// Maximum bytes of all values, which bounds the cost of nested items: their texts overlap.
const MAX_VALUE_BYTES: usize = 512 * 1024;

const MICRODATA: Syntax =
    Syntax { reader: Reader::Microdata, kind: "itemtype", scope: "itemscope", property: "itemprop" };

pub(crate) fn read(dom: &Dom, base: &Url) -> Vec<Draft> {
    let syntax_of = |node| [&MICRODATA, &rdfa::RDFA].into_iter().find(|syntax| is_recipe(dom, node, syntax));
    let recipes: Vec<(NodeId, &Syntax)> = dom
        .descendants(Dom::ROOT)
        .filter_map(|node| Some((node, syntax_of(node)?)))
        .take(MAX_RECIPES)
        .collect();
    if recipes.is_empty() {
        return Vec::new();
    }
    let mut by_id = HashMap::new();
    for node in dom.descendants(Dom::ROOT) {
        if let Some(id) = dom.attribute(node, "id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let nodes = HashMap::new();
    let mut drafts = Vec::new();
    let mut left = Left { values: MAX_VALUES, bytes: MAX_VALUE_BYTES };
    for (index, (recipe, syntax)) in recipes.into_iter().enumerate() {
        let item = Items { dom, syntax, by_id: &by_id, left: &mut left }.read(recipe);
        let source = Source { reader: syntax.reader, base, nodes: &nodes, path: format!("Recipe[{index}]") };
        drafts.push(schema::read(&item, &source));
    }
    drafts
}

fn is_recipe(dom: &Dom, node: NodeId, syntax: &Syntax) -> bool {
    dom.attribute(node, syntax.kind)
        .is_some_and(|kinds| kinds.split_whitespace().any(|kind| bare(kind).eq_ignore_ascii_case("recipe")))
}

/// Removes the vocabulary: `http://schema.org/Recipe` and `v:Recipe` become `Recipe`.
fn bare(name: &str) -> &str {
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

struct Left {
    values: usize,
    bytes: usize,
}

impl Left {
    fn take(&mut self, make: impl FnOnce() -> String) -> Option<Value> {
        if self.values == 0 || self.bytes == 0 {
            return None;
        }
        let value = make();
        self.values -= 1;
        self.bytes = self.bytes.saturating_sub(value.len());
        Some(Value::String(value))
    }
}

struct Items<'a, 'l> {
    dom: &'a Dom,
    syntax: &'static Syntax,
    by_id: &'a HashMap<&'a str, NodeId>,
    left: &'l mut Left,
}

impl<'a> Items<'a, '_> {
    /// Reads an item with an explicit stack, so deep nesting is safe.
    fn read(mut self, top: NodeId) -> Object {
        let mut item = self.new_item(top);
        self.read_below(top, top, &mut item);
        let others = self.dom.attribute(top, "itemref").unwrap_or_default();
        for id in others.split_whitespace().take(20) {
            if let Some(other) = self.by_id.get(id) {
                self.read_below(*other, top, &mut item);
            }
        }
        item
    }

    fn new_item(&self, node: NodeId) -> Object {
        let mut item = Object::new();
        if let Some(kind) = self.dom.attribute(node, self.syntax.kind) {
            let kinds = kind.split_whitespace().map(|kind| Value::String(kind.to_owned())).collect();
            item.insert(String::from("@type"), Value::Array(kinds));
        }
        if let Some(id) = self.dom.attribute(node, "itemid") {
            item.insert(String::from("@id"), Value::String(id.to_owned()));
        }
        item
    }

    fn read_below(&mut self, from: NodeId, owner: NodeId, item: &mut Object) {
        let mut open: Vec<(NodeId, Object)> = vec![(owner, std::mem::take(item))];
        let mut walk = self.dom.walk(from);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if node != owner => {
                    let property = self.property(node);
                    let is_item = self.dom.attribute(node, self.syntax.scope).is_some();
                    if is_item && (property.is_none() || open.len() >= MAX_NESTING) {
                        // Skip items without a property, and items nested too deeply.
                        walk.skip_below(node);
                    } else if is_item {
                        open.push((node, self.new_item(node)));
                    } else if let Some(names) = property
                        && let Some(value) = self.left.take(|| value(self.dom, node, names))
                        && let Some((_, item)) = open.last_mut()
                    {
                        add(item, names, value);
                    }
                }
                Step::Leave(node)
                    if node != owner && open.last().is_some_and(|(opened, _)| *opened == node) =>
                {
                    let Some((_, mut done)) = open.pop() else { continue };
                    // An item without properties, as is common for steps, has its text as value.
                    if !done.keys().any(|name| !name.starts_with('@'))
                        && let Some(text) = self.left.take(|| self.dom.visible_text(node))
                    {
                        done.insert(String::from("text"), text);
                    }
                    let names = self.property(node).unwrap_or_default();
                    let done = rdfa::whole_line(self.dom, node, self.syntax).unwrap_or(Value::Object(done));
                    if let Some((_, item)) = open.last_mut() {
                        add(item, names, done);
                    }
                }
                _ => {}
            }
        }
        // All nested items are closed; only the item of `owner` remains.
        *item = open.into_iter().next().map(|(_, item)| item).unwrap_or_default();
    }

    fn property(&self, node: NodeId) -> Option<&'a str> {
        self.dom
            .attribute(node, self.syntax.property)
            .or_else(|| rdfa::parent_property(self.dom, node, self.syntax))
    }
}

/// The value of a property as HTML defines it, except that `content` counts on most elements, and an author
/// link gives its text.
fn value(dom: &Dom, node: NodeId, names: &str) -> String {
    let attribute = |name: &str| dom.attribute(node, name).filter(|value| !value.trim().is_empty());
    let is_author = || names.split_whitespace().any(|name| bare(name) == "author");
    let stated = match dom.name(node) {
        "a" if is_author() => attribute("content"),
        "a" | "area" | "link" => attribute("content").or_else(|| attribute("href")),
        "img" => attribute("content").or_else(|| picture(&attribute)),
        "audio" | "embed" | "iframe" | "source" | "track" | "video" => attribute("src"),
        "object" => attribute("data"),
        "data" | "meter" => attribute("value"),
        "time" => attribute("datetime").or_else(|| attribute("content")),
        _ => attribute("content").or_else(|| attribute("datetime")),
    };
    let is_title = || names.split_whitespace().any(|name| matches!(bare(name), "name" | "headline" | "fn"));
    stated.map(str::to_owned).unwrap_or_else(|| {
        let shown = is_title().then(|| only_heading(dom, node)).flatten().unwrap_or(node);
        dom.visible_text(shown)
    })
}

/// The only heading in an element. The element's text may also contain author and date.
fn only_heading(dom: &Dom, node: NodeId) -> Option<NodeId> {
    let is_heading = |id: &NodeId| matches!(dom.name(*id), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    let mut headings = dom.descendants(node).filter(is_heading);
    let only = headings.next()?;
    let has_words = dom.visible_text(only).contains(char::is_alphabetic);
    (headings.next().is_none() && has_words).then_some(only)
}

/// The picture's address, which lazy-loaded pictures have in `data-` attributes.
fn picture<'a>(attribute: &impl Fn(&str) -> Option<&'a str>) -> Option<&'a str> {
    let late = ["data-src", "data-lazy-src", "data-original"].iter().find_map(|name| attribute(name));
    late.or_else(|| attribute("src"))
}

fn add(item: &mut Object, names: &str, value: Value) {
    // Limits the copies: their number grows exponentially with nesting.
    let most = if value.is_object() { 2 } else { 5 };
    let mut names = names.split_whitespace().take(most).peekable();
    let mut value = Some(value);
    while let Some(name) = names.next() {
        let name = rdfa::today(bare(name));
        let values = item.entry(name.to_owned()).or_insert_with(|| Value::Array(Vec::new()));
        let value = if names.peek().is_some() { value.clone() } else { value.take() };
        if let Value::Array(values) = values {
            values.extend(value);
        }
    }
}
