//! Linked recipes: ingredient lines that another recipe of the same owner makes.

use recipe::Ingredient;
use serde_json::Value;

use crate::exchange::fields::{Object, objects, text};

/// An ingredient line that another recipe makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedLink {
    /// Index of the line in the recipe that was read.
    pub line: usize,
    /// Id of the other recipe in the exporting app; its file name in Cooklang, its title in Paprika. It may be
    /// missing in the export.
    pub recipe: String,
}

/// Maximum bytes of an id; longer ones are ignored. File names have at most 80 characters in our export.
const MAX_ID_BYTES: usize = 320;
/// Property in our own JSON-LD; schema.org has no term for it.
const OF_JSON_LD: &str = "zestLinks";

/// A recipe's id, and for each link the text of the line and the id of the linked recipe.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    pub(crate) id: Option<String>,
    pub(crate) lines: Vec<(String, String)>,
}

impl Links {
    pub(crate) fn id(self) -> Option<String> {
        self.id.filter(|id| is_id(id))
    }

    /// Finds the lines by their text, because reading may have dropped headings and empty lines.
    pub(crate) fn in_lines(&self, ingredients: &[Ingredient]) -> Vec<ExportedLink> {
        let mut found: Vec<ExportedLink> = Vec::new();
        if self.lines.is_empty() {
            return found;
        }
        let texts: Vec<String> = ingredients.iter().map(|line| letters(&line.text)).collect();
        for (text, recipe) in self.lines.iter().filter(|(_, recipe)| is_id(recipe)) {
            let wanted = letters(text);
            let is_free = |line: usize| found.iter().all(|link| link.line != line);
            let line = texts.iter().enumerate().position(|(line, text)| *text == wanted && is_free(line));
            if let Some(line) = line {
                found.push(ExportedLink { line, recipe: recipe.clone() });
            }
        }
        found
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= MAX_ID_BYTES
}

/// Letters and digits: marks and spaces may have been removed from the line.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Links of our data export, which refers to lines by index.
pub(crate) fn own(node: &Object) -> Links {
    let lines = node.get("ingredients").and_then(Value::as_array);
    let link = |link: &Object| {
        let index = usize::try_from(link.get("line")?.as_u64()?).ok()?;
        let line = lines?.get(index)?.as_object()?;
        Some((text(line, &["text", "name"])?, text(link, &["recipe"])?))
    };
    Links { id: text(node, &["id"]), lines: objects(node, "recipeLinks").filter_map(link).collect() }
}

/// Links of our own JSON-LD, which refers to lines by text.
pub(crate) fn of_json_ld(node: &Object) -> Links {
    let link = |link: &Object| Some((text(link, &["line"])?, text(link, &["recipe"])?));
    Links { id: text(node, &["identifier"]), lines: objects(node, OF_JSON_LD).filter_map(link).collect() }
}
