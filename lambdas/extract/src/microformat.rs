//! Converts hRecipe and h-recipe to the JSON of JSON-LD.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use crate::dom::{Dom, NodeId, Step};
use crate::draft::Draft;
use crate::extraction::Reader;
use crate::schema::{self, Object, Source};

const MAX_VALUES: usize = 1_000;
/// Maximum bytes of all values; texts of nested properties overlap.
const MAX_VALUE_BYTES: usize = 1024 * 1024;

/// Class names and the schema.org properties that they mean.
const PROPERTIES: [(&str, &str); 24] = [
    ("fn", "name"),
    ("p-name", "name"),
    ("ingredient", "recipeIngredient"),
    ("p-ingredient", "recipeIngredient"),
    ("instruction", "recipeInstructions"),
    ("instructions", "recipeInstructions"),
    ("e-instructions", "recipeInstructions"),
    ("p-instructions", "recipeInstructions"),
    ("yield", "recipeYield"),
    ("p-yield", "recipeYield"),
    ("duration", "totalTime"),
    ("dt-duration", "totalTime"),
    ("preptime", "prepTime"),
    ("prepTime", "prepTime"),
    ("cooktime", "cookTime"),
    ("cookTime", "cookTime"),
    ("totaltime", "totalTime"),
    ("totalTime", "totalTime"),
    ("summary", "description"),
    ("p-summary", "description"),
    ("photo", "image"),
    ("u-photo", "image"),
    ("p-category", "keywords"),
    ("tag", "keywords"),
];

/// Class names of an author. They count only if no other class of the element is a property.
const AUTHOR: [&str; 2] = ["author", "p-author"];

pub(crate) fn is_root(dom: &Dom, node: NodeId) -> bool {
    dom.attribute(node, "class").is_some_and(|names| {
        names.split_ascii_whitespace().any(|name| matches!(name, "hrecipe" | "h-recipe" | "hRecipe"))
    })
}

pub(crate) fn read(dom: &Dom, node: NodeId, index: usize, base: &Url) -> Draft {
    let mut values = Object::new();
    let (mut left, mut bytes_left) = (MAX_VALUES, MAX_VALUE_BYTES);
    let mut walk = dom.walk(node);
    while let Some(step) = walk.next() {
        let Step::Enter(id) = step else { continue };
        if id != node && is_root(dom, id) {
            walk.skip_below(id);
            continue;
        }
        let Some(property) = property(dom, id) else { continue };
        if property == "recipeIngredient" && dom.name(id) == "a" {
            continue;
        }
        // Only the first author counts; later ones wrote comments.
        if property == "author" && values.contains_key(property) {
            continue;
        }
        if left == 0 || bytes_left == 0 {
            break;
        }
        // The list items are read instead of the whole text.
        if property == "recipeInstructions" && holds_items(dom, id) {
            continue;
        }
        let value = value(dom, id, property);
        left -= 1;
        bytes_left = bytes_left.saturating_sub(value.len());
        add(&mut values, property, value);
    }
    let nodes = HashMap::new();
    let source =
        Source { reader: Reader::Microformat, base, nodes: &nodes, path: format!("hrecipe[{index}]") };
    schema::read(&values, &source)
}

fn property(dom: &Dom, node: NodeId) -> Option<&'static str> {
    let names = dom.attribute(node, "class")?;
    let known =
        |name: &str| PROPERTIES.iter().find(|(known, _)| *known == name).map(|(_, property)| *property);
    names
        .split_ascii_whitespace()
        .find_map(known)
        .or_else(|| names.split_ascii_whitespace().any(|name| AUTHOR.contains(&name)).then_some("author"))
}

fn holds_items(dom: &Dom, node: NodeId) -> bool {
    dom.descendants(node)
        .skip(1)
        .take(MAX_VALUES)
        .any(|inner| property(dom, inner) == Some("recipeInstructions"))
}

fn value(dom: &Dom, node: NodeId, property: &str) -> String {
    let attribute = |name: &str| dom.attribute(node, name).filter(|value| !value.trim().is_empty());
    let stated = match (property, dom.name(node)) {
        ("image", _) => {
            let picture = dom.descendants(node).take(MAX_VALUES).find(|id| dom.name(*id) == "img");
            picture.and_then(|id| dom.attribute(id, "data-src").or_else(|| dom.attribute(id, "src")))
        }
        ("recipeYield" | "totalTime" | "prepTime" | "cookTime", name) => {
            let inner = dom.descendants(node).take(MAX_VALUES).find(|id| {
                dom.attribute(*id, "class")
                    .is_some_and(|names| names.split_ascii_whitespace().any(|n| n == "value-title"))
            });
            let titled = inner.and_then(|id| dom.attribute(id, "title"));
            titled
                .or_else(|| attribute("datetime"))
                .or_else(|| attribute("title").filter(|_| name == "abbr" || name == "span"))
        }
        _ => None,
    };
    let is_line = property != "recipeInstructions";
    let shown = || {
        let text = dom.visible_text(node);
        if is_line { text.replace('\n', " ") } else { text }
    };
    stated.map_or_else(shown, str::to_owned)
}

fn add(values: &mut Object, property: &str, value: String) {
    let is_single = !matches!(property, "recipeIngredient" | "recipeInstructions" | "keywords");
    if value.trim().is_empty() || is_single && values.contains_key(property) {
        return;
    }
    let list = values.entry(property.to_owned()).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(list) = list {
        list.push(Value::String(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn hrecipe_and_h_recipe_are_read() {
        let pages = [
            "<div class='hrecipe'><h2 class='fn'>Plum soup</h2><span class='author vcard'><span class='fn'>Ann</span></span>\
             <ul><li class='ingredient'><span class='value'>2</span> <span class='name'>plums</span></li>\
             <li class='ingredient'>1 l <a class='ingredient'>water</a></li></ul><div class='instructions'><ol><li class='instruction'>Boil.</li>\
             <li class='instruction'>Serve.</li></ol></div><span class='duration'><span class='value-title' title='PT30M'>\
             </span>half an hour</span> <span class='yield'>4 bowls</span></div>",
            "<article class='h-recipe entry'><h1 class='p-name'>Plum soup</h1><a class='p-author h-card' href='/ann'>Ann</a><p>Serves <data class='p-yield'>4 bowls</data>\
             <time class='dt-duration' datetime='PT30M'>30 min</time></p><ul><li class='p-ingredient'>2 plums</li>\
             <li class='p-ingredient'>1 l water</li></ul><div class='e-instructions'><p>Boil.</p><p>Serve.</p></div></article>",
        ];
        let base = Url::parse("https://green-ladle.example/").unwrap();
        for page in pages {
            let dom = parse::parse(page);
            let root = dom.descendants(Dom::ROOT).find(|id| is_root(&dom, *id)).unwrap();
            let draft = read(&dom, root, 0, &base);
            let texts =
                |lines: &[crate::draft::Line]| lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
            assert_eq!(draft.content.title.as_deref(), Some("Plum soup"), "{page}");
            assert_eq!(texts(&draft.lines), ["2 plums", "1 l water"], "{page}");
            assert_eq!(texts(&draft.steps), ["Boil.", "Serve."], "{page}");
            assert_eq!(draft.content.total_minutes, Some(30), "{page}");
            assert_eq!(draft.content.author.as_deref(), Some("Ann"), "{page}");
            assert!(draft.lines.iter().all(|line| line.reader == Reader::Microformat));
        }
    }
}
