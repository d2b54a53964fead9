//! Recipes as texts that others read: the app's own exports have the same shapes.

pub(crate) mod json;
pub(crate) mod json_ld;
pub(crate) mod markdown;

use recipe::{Content, Ingredient};
use url::Url;

/// A recipe and where it came from.
pub(crate) struct Recipe<'a> {
    pub(crate) content: &'a Content,
    pub(crate) url: Option<&'a Url>,
}

/// Lines under the heading that stands above them.
pub(crate) struct LineGroup<'a> {
    pub(crate) heading: Option<&'a str>,
    pub(crate) lines: Vec<&'a str>,
}

/// Lines in their order, cut wherever the heading changes.
pub(crate) fn line_groups(ingredients: &[Ingredient]) -> Vec<LineGroup<'_>> {
    let mut groups: Vec<LineGroup> = Vec::new();
    for ingredient in ingredients {
        let heading = ingredient.group.as_deref().filter(|heading| !heading.trim().is_empty());
        match groups.last_mut() {
            Some(last) if last.heading == heading => last.lines.push(&ingredient.text),
            _ => groups.push(LineGroup { heading, lines: vec![&ingredient.text] }),
        }
    }
    groups
}
