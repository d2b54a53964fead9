//! Reads hydration state: `__NEXT_DATA__`, `window.__STATE__ = {…}`, flight data.
//!
//! Field names vary, so any object with a name, ingredients and steps is a recipe. This reader runs only if
//! structured data are incomplete.

use std::collections::HashMap;

use memchr::memmem;
use serde_json::Value;
use url::Url;

use crate::dom::{Dom, Kind};
use crate::draft::Draft;
use crate::extraction::Reader;
use crate::json;
use crate::schema::{self, Object, Source};

const MAX_SCRIPTS: usize = 20;
const MAX_BYTES: usize = 3 * 1024 * 1024;
const MAX_VALUES: usize = 200_000;
const MAX_RECIPES: usize = 20;
/// Maximum nesting of JSON in strings of JSON.
const MAX_LAYERS: usize = 3;

pub(crate) fn read(text: &str, dom: &Dom, base: &Url) -> Vec<Draft> {
    let finder = memmem::Finder::new(b"ngredient");
    let mut bytes_left = MAX_BYTES;
    let mut drafts = Vec::new();
    let nodes = HashMap::new();
    let mentions_ingredients = |source: &str| finder.find(source.as_bytes()).is_some();
    let scripts = dom.scripts.iter().enumerate().filter_map(|(index, script)| {
        let script = text.get(script.clone()).filter(|script| mentions_ingredients(script))?;
        Some((format!("script[{index}]"), script))
    });
    let whole =
        Some((String::from("$"), text)).filter(|(_, text)| is_json(text) && mentions_ingredients(text));
    let attributes = attributes(dom).filter(|(_, value)| mentions_ingredients(value));
    for (path, script) in whole.into_iter().chain(scripts).chain(attributes).take(MAX_SCRIPTS) {
        let Some(left) = bytes_left.checked_sub(script.len()) else { break };
        bytes_left = left;
        let Some((value, _)) = json::read(script) else { continue };
        for node in recipes(value) {
            let source = Source { reader: Reader::JsonLd, base, nodes: &nodes, path: path.clone() };
            drafts.push(schema::read(&node, &source));
            if drafts.len() == MAX_RECIPES {
                return drafts;
            }
        }
    }
    drafts
}

fn attributes(dom: &Dom) -> impl Iterator<Item = (String, &str)> {
    dom.descendants(Dom::ROOT).filter_map(|id| match &dom.node(id).kind {
        Kind::Element { name, attributes } => {
            let attribute = attributes.iter().find(|attribute| is_json(&attribute.value))?;
            Some((format!("{}[{}]", name.local, attribute.name.local), &*attribute.value))
        }
        _ => None,
    })
}

fn is_json(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix(['{', '[']);
    inner.is_some_and(|inner| inner.trim_start().starts_with(['"', '{', '[']))
}

fn recipes(value: Value) -> Vec<Object> {
    let mut found = Vec::new();
    let mut open = vec![(value, 0)];
    let mut values_left = MAX_VALUES;
    while let Some((value, layer)) = open.pop() {
        values_left -= 1;
        if values_left == 0 {
            break;
        }
        match value {
            Value::Array(items) => open.extend(items.into_iter().rev().map(|item| (item, layer))),
            Value::Object(node) => {
                if schema::is_recipe(&node) {
                    found.push(node);
                    continue;
                }
                found.extend(to_schema_org(&node));
                open.extend(node.into_iter().map(|(_, member)| (member, layer)));
            }
            Value::String(text) if layer < MAX_LAYERS && text.contains("ngredient") => {
                open.extend(documents(&text).into_iter().map(|document| (document, layer + 1)));
            }
            _ => {}
        }
    }
    found
}

/// Parses the whole string, or each line after its number ("5:[…]").
fn documents(text: &str) -> Vec<Value> {
    let starts = |text: &str| text.starts_with(['{', '[']);
    if starts(text.trim_start()) {
        return json::read(text).map(|(value, _)| value).into_iter().collect();
    }
    let lines = text.lines().filter(|line| line.contains("ngredient"));
    lines
        .filter_map(|line| line.split_once(':').map(|(_, document)| document).filter(|rest| starts(rest)))
        .filter_map(|document| json::read(document).map(|(value, _)| value))
        .collect()
}

fn to_schema_org(node: &Object) -> Option<Object> {
    let named = |wanted: &[&str]| {
        node.iter().find(|(key, value)| {
            let key = key.to_ascii_lowercase();
            wanted.iter().any(|wanted| key.ends_with(wanted)) && is_filled(value)
        })
    };
    let text =
        |wanted: &[&str]| wanted.iter().find_map(|name| node.get(*name).filter(|value| value.is_string()));
    let name = text(&["name", "title", "headline"])?;
    let (_, ingredients) = named(&["ingredients", "recipeingredient", "ingredientlist", "ingredientgroups"])?;
    let (_, steps) = named(&["instructions", "directions", "steps", "method", "preparation", "procedure"])?;
    let mut recipe = Object::new();
    let mut put = |key: &str, value: Value| recipe.insert(key.to_owned(), value);
    put("@type", Value::from("Recipe"));
    put("name", name.clone());
    put("recipeIngredient", Value::Array(list(ingredients, &line_of_parts)));
    put("recipeInstructions", Value::Array(list(steps, &step)));
    for key in ["description", "image", "recipeYield", "servings", "prepTime", "cookTime", "totalTime"] {
        if let Some(value) = node.get(key) {
            put(key, value.clone());
        }
    }
    Some(recipe)
}

fn is_filled(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::String(text) => !text.trim().is_empty(),
        _ => false,
    }
}

fn list(value: &Value, read: &impl Fn(&Object) -> Option<Value>) -> Vec<Value> {
    let mut out = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::String(_) => out.push(value.clone()),
            Value::Object(node) => match read(node) {
                Some(item) => out.push(item),
                None => open.extend(node.values().filter(|member| member.is_array())),
            },
            _ => {}
        }
    }
    out
}

fn line_of_parts(node: &Object) -> Option<Value> {
    let (mut amount, mut unit, mut name) = (None, None, None);
    for (key, value) in node {
        let key = key.to_ascii_lowercase();
        let part = if key.contains("unit") || key.contains("measure") {
            &mut unit
        } else if key.contains("quantity") || key.contains("amount") {
            &mut amount
        } else if ["text", "name", "ingredient", "title", "description", "label", "food", "item"]
            .contains(&key.as_str())
        {
            &mut name
        } else {
            continue;
        };
        let text = match value {
            Value::Object(inner) => ["abbreviation", "short", "name", "label", "value"]
                .iter()
                .find_map(|name| scalar(inner.get(*name)?)),
            value => scalar(value),
        };
        if part.is_none() {
            *part = text;
        }
    }
    name.as_ref()?;
    let line = [amount, unit, name].into_iter().flatten().collect::<Vec<_>>().join(" ");
    Some(Value::String(line))
}

fn step(node: &Object) -> Option<Value> {
    let is_tip = ["type", "@type", "kind"].iter().any(|name| {
        node.get(*name).and_then(Value::as_str).is_some_and(|kind| kind.to_ascii_lowercase().ends_with("tip"))
    });
    if is_tip {
        return Some(Value::Null);
    }
    const TEXTS: [&str; 8] =
        ["text", "body", "instruction", "instructions", "description", "content", "step", "name"];
    let text = TEXTS.iter().find_map(|name| scalar(node.get(*name)?))?;
    Some(Value::String(text.replace("**", "")))
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_found_in_script_state() {
        let recipe = r#"{"title":"Fig soup","recipeIngredients":[{"name":"figs","displayQuantity":3,"unitName":"kg"},{"name":"salt","displayQuantity":null}],"cookingSteps":[{"header":"1","body":"Cook **figs**."},{"body":"Freeze it.","type":"TIP"},{"body":"Add salt."}]}"#;
        let escaped = serde_json::to_string(&format!("5:[[\"$\",{recipe}]]\n6:x")).unwrap();
        for script in [
            recipe.to_owned(),
            format!(r#"window.__STATE__ = {{"page":{{"recipe":{recipe}}}}};"#),
            format!("self.__next_f.push([1,{escaped}])"),
            r#"self.__next_f.push([1,"{\n \"@type\": \"Recipe\", \"name\": \"Fig soup\", \"recipeIngredient\": [\"3 kg figs\", \"salt\"],\n \"recipeInstructions\": [\"Cook figs.\", \"Add salt.\"]}"])"#.to_owned(),
        ] {
            let page = format!("<h1>Fig soup</h1><script>{script}</script>");
            let drafts = read(&page, &crate::parse::parse(&page), &Url::parse("https://a.example/").unwrap());
            assert_eq!(drafts.len(), 1, "{script}");
            let texts = |lines: &[crate::draft::Line]| {
                lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>()
            };
            assert_eq!(drafts[0].content.title.as_deref(), Some("Fig soup"), "{script}");
            assert_eq!(texts(&drafts[0].lines), ["3 kg figs", "salt"], "{script}");
            assert_eq!(texts(&drafts[0].steps), ["Cook figs.", "Add salt."], "{script}");
        }
    }

    #[test]
    fn objects_without_name_or_steps_are_not_recipes() {
        for script in [
            r#"{"name":"Shop","ingredients":["2 figs"]}"#,
            r#"{"ingredients":["2 figs"],"steps":["Cook."]}"#,
            r#"function ingredients(){ return {"name": 1, ingredients: x[0], steps: {}} }"#,
        ] {
            let page = format!("<script>{script}</script>");
            let drafts = read(&page, &crate::parse::parse(&page), &Url::parse("https://a.example/").unwrap());
            assert!(drafts.is_empty(), "{script}");
        }
    }
}
