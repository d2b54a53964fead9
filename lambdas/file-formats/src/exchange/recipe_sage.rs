//! RecipeSage backups: recipes with multi-line texts. (Its other export is JSON-LD.)

use extract::{ExportLine, Marked};
use recipe::Content;
use serde_json::Value;

use crate::exchange::fields::{Object, lines, minutes, names, text};
use crate::exchange::marks::{ExportedMarks, rating};

pub(crate) fn is_recipe(node: &Object) -> bool {
    let is_text = |name: &str| node.get(name).is_some_and(Value::is_string);
    is_text("title") && is_text("ingredients") && is_text("instructions")
}

pub(crate) fn recipe(node: &Object, path: String) -> Marked {
    let all = |name: &str| lines(&text(node, &[name]).unwrap_or_default());
    let mut marked = Marked {
        content: Content {
            title: text(node, &["title"]),
            description: text(node, &["description"]),
            prep_minutes: minutes(text(node, &["activeTime"])),
            total_minutes: minutes(text(node, &["totalTime"])),
            ..Content::default()
        },
        ingredients: ExportLine::grouped(all("ingredients")),
        instructions: ExportLine::steps(all("instructions")),
        path,
    };
    marked.set_yield(&text(node, &["yield"]).unwrap_or_default());
    marked.set_tags(
        ["labels", "recipeLabels"].iter().flat_map(|name| names(node.get(*name))).collect::<Vec<_>>(),
    );
    marked.set_author(&text(node, &["source"]).unwrap_or_default());
    marked.set_picture(&picture(node).unwrap_or_default());
    marked
}

pub(crate) fn marks(node: &Object) -> ExportedMarks {
    ExportedMarks { rating: rating(node.get("rating")), ..ExportedMarks::default() }
}

fn picture(node: &Object) -> Option<String> {
    let first = |name: &str| node.get(name)?.as_array()?.first();
    let image = first("images").or_else(|| first("recipeImages")?.get("image"))?;
    match image {
        Value::String(address) => Some(address.clone()),
        image => Some(image.get("location")?.as_str()?.to_owned()),
    }
}
