//! Paprika: JSON recipes with multi-line texts, unpacked by `packed`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use extract::{ExportLine, Marked};
use recipe::{Content, Span};
use serde_json::Value;

use crate::exchange::fields::{Object, lines, minutes, names, nutrition, text};
use crate::exchange::limits::MAX_PICTURE_BYTES;
use crate::exchange::marks::{ExportedMarks, is_set, rating};

pub(crate) fn is_recipe(node: &Object) -> bool {
    let is_text = |name: &str| node.get(name).is_some_and(Value::is_string);
    is_text("name") && node.contains_key("ingredients") && is_text("directions")
}

/// Recipe of a Paprika object, and its photo decoded from base64.
pub(crate) fn recipe(node: &Object, path: String) -> (Marked, Option<Vec<u8>>) {
    let all = |name: &str| lines(&strip_markup(&text(node, &[name]).unwrap_or_default()));
    let mut marked = Marked {
        content: Content {
            title: text(node, &["name"]),
            description: text(node, &["description"]),
            prep_minutes: minutes(text(node, &["prep_time"])),
            cook_minutes: minutes(text(node, &["cook_time"])),
            total_minutes: minutes(text(node, &["total_time"])),
            nutrition: nutrition(&text(node, &["nutritional_info"]).unwrap_or_default()),
            ..Content::default()
        },
        ingredients: ExportLine::grouped(all("ingredients")),
        instructions: ExportLine::steps(all("directions")),
        path,
    };
    marked.set_yield(&text(node, &["servings"]).unwrap_or_default());
    marked.set_tags(names(node.get("categories")));
    // A person, a book or a site.
    marked.set_author(&text(node, &["source"]).unwrap_or_default());
    marked.set_picture(&text(node, &["image_url"]).unwrap_or_default());
    (marked, picture(node))
}

pub(crate) fn marks(node: &Object) -> ExportedMarks {
    ExportedMarks {
        favourite: is_set(node.get("on_favorites")),
        rating: rating(node.get("rating")),
        ..ExportedMarks::default()
    }
}

fn picture(node: &Object) -> Option<Vec<u8>> {
    let others = || node.get("photos")?.as_array()?.iter().find_map(|photo| photo.get("data")?.as_str());
    let data =
        node.get("photo_data").and_then(Value::as_str).filter(|data| !data.is_empty()).or_else(others)?;
    if data.len() as u64 > MAX_PICTURE_BYTES / 3 * 4 + 4 {
        return None;
    }
    let data: Vec<u8> = data.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    STANDARD.decode(data).ok()
}

fn strip_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        out.push_str(rest.span(..at));
        rest = rest.span(at..);
        let link = ["[photo:", "[recipe:"].iter().find_map(|mark| Some((*mark, rest.strip_prefix(mark)?)));
        match link.and_then(|(mark, after)| after.split_once(']').map(|(name, after)| (mark, name, after))) {
            Some((mark, name, after)) => {
                // A recipe link becomes its title; a photo is dropped.
                out.push_str(if mark == "[recipe:" { name } else { "" });
                rest = after;
            }
            None => {
                out.push('[');
                rest = rest.span(1..);
            }
        }
    }
    out.push_str(rest);
    out.replace("**", "")
}
