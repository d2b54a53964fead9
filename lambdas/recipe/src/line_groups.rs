//! Ingredient lines under their headings.

use crate::Ingredient;

/// Lines under the heading that stands above them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineGroup<'a> {
    /// As the source writes it; `None` for lines without one.
    pub heading: Option<&'a str>,
    /// Each line word for word.
    pub lines: Vec<&'a str>,
}

/// Lines in their order, cut wherever the heading changes.
#[must_use]
pub fn line_groups(ingredients: &[Ingredient]) -> Vec<LineGroup<'_>> {
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
