//! Recipes in JSON: Mealie, Zest, JSON-LD, and other apps by their field names.

use extract::read_json_ld;
use serde_json::Value;

use crate::exchange::entries::Entries;
use crate::exchange::field::{Field, normalized};
use crate::exchange::fields::Object;
use crate::exchange::limits::{MAX_RECIPES, fits_in_memory};
use crate::exchange::{ExportError, links, mapped, marks, mealie, names, own};

pub(crate) fn read(
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    read_value(&parse(bytes)?, file, entries)
}

fn read_value(
    value: &Value,
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    if let Some(database) = value.as_object().filter(|node| mealie::is_database(node)) {
        for (marked, marks, links) in mealie::database(database) {
            let id = links.id.as_deref().unwrap_or_default();
            let picture = file(&format!("recipes/{id}/images/original."));
            entries.add_marked(marked, picture)?;
            entries.mark(marks);
            entries.link(links);
        }
        return Ok(());
    }
    let found = apps_recipes(value);
    for (path, kind, node) in &found {
        match kind {
            App::Mealie => {
                entries.add_marked(mealie::recipe(node, path.clone()), None)?;
                entries.mark(mealie::marks(node));
                entries.link(mealie::links(node));
            }
            App::Zest => {
                entries.add_marked(own::recipe(node, path.clone()), None)?;
                entries.mark(marks::own(node));
                entries.link(links::own(node));
            }
            App::Other => mapped::add(&Field::of_object("", node), path.clone(), file, entries)?,
        }
    }
    if found.is_empty() {
        for (node, extraction) in read_json_ld(value, MAX_RECIPES + 1) {
            entries.add(extraction, None, || mapped::text_of(&Field::of_object("", node)))?;
            entries.mark(marks::of_json_ld(node));
            entries.link(links::of_json_ld(node));
        }
    }
    Ok(())
}

pub(crate) fn parse(bytes: &[u8]) -> Result<Value, ExportError> {
    let text = crate::unpack::decode(bytes);
    let text = text.trim_start();
    if !text.starts_with(['{', '[']) {
        return Err(ExportError::Unreadable);
    }
    if !fits_in_memory(text) {
        return Err(ExportError::TooLarge);
    }
    extract::read_json(text).ok_or(ExportError::Unreadable)
}

#[derive(Clone, Copy)]
enum App {
    Mealie,
    Zest,
    Other,
}

/// Names in schema.org data, which a separate reader reads.
const OF_SCHEMA_ORG: [&str; 4] = ["@type", "@graph", "recipeIngredient", "recipeInstructions"];

fn app(node: &Object) -> Option<App> {
    if mealie::is_recipe(node) {
        return Some(App::Mealie);
    }
    if own::is_recipe(node) {
        return Some(App::Zest);
    }
    if OF_SCHEMA_ORG.iter().any(|name| node.contains_key(*name)) {
        return None;
    }
    // The names exclude most objects that are not recipes.
    let keys: Vec<String> = node.keys().map(|name| normalized(name)).collect();
    let has = |names: &[&str]| keys.iter().any(|key| names.contains(&key.as_str()));
    let may_be = has(&names::TITLE) && (has(&names::INGREDIENTS) || has(&names::STEPS) || has(&["items"]));
    (may_be && mapped::is_recipe(&Field::start_of_object(node))).then_some(App::Other)
}

fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

fn apps_recipes(value: &Value) -> Vec<(String, App, &Object)> {
    let mut found = Vec::new();
    let mut open = vec![(String::from("$"), value)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                let nested = items.filter(|(_, item)| item.is_object() || item.is_array());
                open.extend(nested.map(|(index, item)| (format!("{path}[{index}]"), item)));
            }
            Value::Object(node) => match app(node) {
                Some(app) => found.push((path, app, node)),
                None => {
                    let nested = node.iter().filter(|(_, item)| item.is_object() || item.is_array());
                    open.extend(nested.map(|(name, item)| (format!("{path}.{}", short(name)), item)));
                }
            },
            _ => {}
        }
        // One more than the maximum, to detect that it is exceeded.
        if found.len() > MAX_RECIPES {
            break;
        }
    }
    found
}
