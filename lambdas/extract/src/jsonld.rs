//! Reads recipes from `<script type="application/ld+json">`.

use std::borrow::Borrow;
use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use crate::dom::{Dom, NodeId};
use crate::draft::Draft;
use crate::extraction::{Code, Diagnostic, Reader};
use crate::json::{self, Quality};
use crate::parse::is_json_ld;
use crate::schema::{self, Source};
use crate::terms;

const MAX_SCRIPTS: usize = 60;
const MAX_RECIPES: usize = 50;

pub(crate) fn read(dom: &Dom, base: &Url, diagnostics: &mut Vec<Diagnostic>) -> Vec<Draft> {
    let scripts = scripts(dom);
    let mut documents = Vec::new();
    for (index, id) in scripts.into_iter().enumerate() {
        let path = format!("script[{index}]");
        let text = dom.raw_text(id);
        match json::read(&text) {
            Some((mut value, quality)) => {
                terms::shorten(&mut value);
                if quality == Quality::Repaired {
                    diagnostics.push(Diagnostic { code: Code::JsonMended, path: Some(path.clone()) });
                }
                documents.push((path, value));
            }
            None if text.trim().is_empty() => {}
            None => diagnostics.push(Diagnostic { code: Code::JsonUnreadable, path: Some(path) }),
        }
    }
    of_documents(&documents, base, MAX_RECIPES)
}

/// The drafts of a value, each with the object that it was read from.
pub(crate) fn of_value<'a>(value: &'a Value, base: &Url, max: usize) -> Vec<(&'a schema::Object, Draft)> {
    let documents = [(String::from("$"), value)];
    let nodes = named_nodes(&documents);
    let read = |(path, node)| {
        let source = Source { reader: Reader::JsonLd, base, nodes: &nodes, path };
        (node, schema::read(node, &source))
    };
    recipes("$", value).into_iter().take(max).map(read).collect()
}

fn of_documents<V: Borrow<Value>>(documents: &[(String, V)], base: &Url, max: usize) -> Vec<Draft> {
    let nodes = named_nodes(documents);
    let mut drafts = Vec::new();
    for (path, document) in documents {
        for (path, node) in recipes(path, document.borrow()) {
            if drafts.len() == max {
                return drafts;
            }
            let source = Source { reader: Reader::JsonLd, base, nodes: &nodes, path };
            drafts.push(schema::read(node, &source));
        }
    }
    drafts
}

fn scripts(dom: &Dom) -> Vec<NodeId> {
    dom.descendants(Dom::ROOT)
        .filter(|id| dom.name(*id) == "script" && dom.attribute(*id, "type").is_some_and(is_json_ld))
        .take(MAX_SCRIPTS)
        .collect()
}

/// Maps each `@id` to its node; of equal ids, the first found counts.
fn named_nodes<V: Borrow<Value>>(documents: &[(String, V)]) -> HashMap<&str, &Value> {
    let mut nodes = HashMap::new();
    for (_, document) in documents {
        let mut open = vec![document.borrow()];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items.iter().rev()),
                Value::Object(node) => {
                    if let Some(Value::String(id)) = node.get("@id")
                        && node.len() > 1
                    {
                        nodes.entry(id.as_str()).or_insert(value);
                    }
                    open.extend(node.values());
                }
                _ => {}
            }
        }
    }
    nodes
}

fn recipes<'a>(path: &str, document: &'a Value) -> Vec<(String, &'a schema::Object)> {
    let mut found = Vec::new();
    let mut open = vec![(path.to_owned(), document)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                open.extend(
                    items
                        .iter()
                        .enumerate()
                        .rev()
                        .filter(|(_, item)| may_hold_recipe(item))
                        .map(|(index, item)| (format!("{path}/{index}"), item)),
                );
            }
            Value::Object(node) => {
                open.extend(
                    node.iter()
                        // Ingredient groups look like recipes.
                        .filter(|(name, member)| *name != "ingredientGroups" && may_hold_recipe(member))
                        .map(|(name, member)| {
                            let name: String = name.chars().take(60).collect();
                            (format!("{path}/{name}"), member)
                        }),
                );
                if schema::is_recipe(node) {
                    found.push((path, node));
                }
            }
            _ => {}
        }
    }
    found
}

fn may_hold_recipe(value: &Value) -> bool {
    value.is_object() || value.is_array()
}
