//! Recipes in JSON, with the app detected by content.

use extract::read_json_ld;
use serde_json::Value;

use crate::exchange::entries::Entries;
use crate::exchange::fields::Object;
use crate::exchange::limits::{MAX_RECIPES, fits_in_memory};
use crate::exchange::{ExportError, marks, mealie, own, paprika, recipe_sage};

pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    read_value(&parse(bytes)?, |_| None, entries)
}

/// Reads all recipes of a JSON value. `picture` finds the photo of a Mealie backup's recipe by id.
pub(crate) fn read_value(
    value: &Value,
    mut picture: impl FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    if let Some(database) = value.as_object().filter(|node| mealie::is_database(node)) {
        for (id, marked, marks) in mealie::database(database) {
            let picture = picture(&id);
            entries.add_marked(marked, picture)?;
            entries.mark(marks);
        }
        return Ok(());
    }
    let found = apps_recipes(value);
    for (path, kind, node) in &found {
        let marks = match kind {
            App::Mealie => mealie::marks(node),
            App::Paprika => paprika::marks(node),
            App::RecipeSage => recipe_sage::marks(node),
            App::Zest => marks::own(node),
        };
        match kind {
            App::Mealie => entries.add_marked(mealie::recipe(node, path.clone()), None)?,
            App::Paprika => {
                let (marked, picture) = paprika::recipe(node, path.clone());
                entries.add_marked(marked, picture)?;
            }
            App::RecipeSage => entries.add_marked(recipe_sage::recipe(node, path.clone()), None)?,
            App::Zest => entries.add_marked(own::recipe(node, path.clone()), None)?,
        }
        entries.mark(marks);
    }
    if found.is_empty() {
        for (node, extraction) in read_json_ld(value, MAX_RECIPES + 1) {
            entries.add(extraction, None)?;
            entries.mark(marks::of_json_ld(node));
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
    Paprika,
    RecipeSage,
    Zest,
}

fn app(node: &Object) -> Option<App> {
    if mealie::is_recipe(node) {
        Some(App::Mealie)
    } else if paprika::is_recipe(node) {
        Some(App::Paprika)
    } else if recipe_sage::is_recipe(node) {
        Some(App::RecipeSage)
    } else {
        own::is_recipe(node).then_some(App::Zest)
    }
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
        // One more than the maximum, to detect excess.
        if found.len() > MAX_RECIPES {
            break;
        }
    }
    found
}
