use crate::Ingredient;

/// Lines with a common heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineGroup<'a> {
    /// Heading as written.
    pub heading: Option<&'a str>,
    /// Lines as written.
    pub lines: Vec<&'a str>,
}

/// Consecutive lines grouped by heading.
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
