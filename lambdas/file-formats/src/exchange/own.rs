use extract::{ExportLine, Marked};
use recipe::{Content, Nutrition};
use serde_json::Value;

use crate::exchange::fields::{Object, names, objects, text};

pub(crate) fn is_recipe(node: &Object) -> bool {
    let is_list = |name: &str| node.get(name).is_some_and(Value::is_array);
    node.contains_key("title")
        && node.contains_key("total_time")
        && is_list("ingredients")
        && is_list("instructions")
}

pub(crate) fn recipe(node: &Object, path: String) -> Marked {
    let number =
        |name: &str| node.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    // Computed values are ignored and computed again, because they may not cover all lines.
    let facts = node
        .get("nutritionalInformation")
        .and_then(Value::as_object)
        .filter(|facts| facts.get("source").and_then(Value::as_str) != Some("COMPUTED"));
    let fact = |name: &str| text(facts?, &[name]);
    let line = |line: &Object| ExportLine {
        text: text(line, &["text", "name"]).unwrap_or_default(),
        group: text(line, &["group"]),
    };
    let headings: Vec<(u64, String)> = objects(node, "stepHeadings")
        .filter_map(|heading| Some((heading.get("step")?.as_u64()?, text(heading, &["text"])?)))
        .collect();
    let step = |(at, step): (u64, &str)| {
        let heading = headings.iter().rfind(|(step, _)| *step <= at);
        ExportLine { text: step.to_owned(), group: heading.map(|(_, text)| text.clone()) }
    };
    let steps = node.get("instructions").and_then(Value::as_array).into_iter().flatten();
    let mut marked = Marked {
        content: Content {
            title: text(node, &["title"]),
            description: text(node, &["description"]),
            author: text(node, &["author"]),
            prep_minutes: number("prep_time"),
            cook_minutes: number("cook_time"),
            total_minutes: number("total_time"),
            servings: number("servings"),
            yields: text(node, &["yield"]),
            nutrition: Nutrition {
                calories: fact("calories"),
                fat: fact("fat"),
                carbs: fact("carbs"),
                protein: fact("protein"),
            },
            ..Content::default()
        },
        ingredients: objects(node, "ingredients").map(line).collect(),
        instructions: (0..).zip(steps.filter_map(Value::as_str)).map(step).collect(),
        path,
        ..Marked::default()
    };
    marked.add_notes(&text(node, &["notes"]).unwrap_or_default());
    marked.set_source(&text(node, &["url"]).unwrap_or_default());
    marked.set_tags(names(node.get("tags")));
    marked.set_language(&text(node, &["language"]).unwrap_or_default());
    marked
}
