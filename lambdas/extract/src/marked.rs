//! Recipes whose source marks each field as what it is: another app's export.

use recipe::Content;

use crate::draft::{Draft, Line};
use crate::extraction::{Extraction, Field, Provenance, Reader};
use crate::finish;

/// A line of a list, with the heading above it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedLine {
    /// One ingredient or one step, as its source writes it.
    pub text: String,
    /// For instance `For the sauce`.
    pub group: Option<String>,
}

/// A recipe as its source marks it. All texts are plain text, without markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Everything but ingredients and instructions, which are left empty here.
    pub content: Content,
    /// In order.
    pub ingredients: Vec<MarkedLine>,
    /// In order, without numbers.
    pub instructions: Vec<MarkedLine>,
    /// Where in its source the recipe stands, for instance `recipes[3]`.
    pub path: String,
}

/// Reads the lines of a marked recipe, and tells its language and what it lacks.
#[must_use]
pub fn from_marked(marked: Marked) -> Extraction {
    let Marked { content, ingredients, instructions, path } = marked;
    let claimed = content.language;
    let lines = |lines: Vec<MarkedLine>| -> Vec<Line> {
        lines
            .into_iter()
            .map(|line| Line { group: line.group, ..Line::marked(Reader::Export, line.text) })
            .collect()
    };
    let provenance =
        filled(&content).map(|field| Provenance::of_field(field, Reader::Export, path.clone())).collect();
    let draft = Draft {
        content: Content { language: None, ..content },
        lines: lines(ingredients),
        steps: lines(instructions),
        provenance,
        ..Draft::default()
    };
    finish::conclude(draft, claimed, Vec::new())
}

/// The fields that say something.
fn filled(content: &Content) -> impl Iterator<Item = Field> {
    [
        (Field::Title, content.title.is_some()),
        (Field::Description, content.description.is_some()),
        (Field::PrepMinutes, content.prep_minutes.is_some()),
        (Field::CookMinutes, content.cook_minutes.is_some()),
        (Field::TotalMinutes, content.total_minutes.is_some()),
        (Field::Servings, content.servings.is_some()),
        (Field::Yields, content.yields.is_some()),
        (Field::PictureUrl, content.picture_url.is_some()),
        (Field::Tags, !content.tags.is_empty()),
        (Field::Nutrition, !content.nutrition.is_empty()),
    ]
    .into_iter()
    .filter_map(|(field, is_filled)| is_filled.then_some(field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn a_marked_recipe_keeps_its_lines_groups_and_origin() {
        let line = |text: &str, group: Option<&str>| MarkedLine {
            text: text.to_owned(),
            group: group.map(str::to_owned),
        };
        let extraction = from_marked(Marked {
            content: Content { title: Some(String::from("Lemon tart")), ..Content::default() },
            ingredients: vec![line("200 g flour", Some("Pastry")), line("3 lemons", None)],
            instructions: vec![line("Rub the butter into the flour.", None)],
            path: String::from("recipes[2]"),
        });
        assert_eq!(extraction.verdict, Verdict::Recipe);
        assert_eq!(extraction.content.ingredients[0].quantity, "200");
        assert_eq!(extraction.content.ingredients[0].group.as_deref(), Some("Pastry"));
        assert_eq!(extraction.content.instructions, ["Rub the butter into the flour."]);
        let title = extraction.provenance.iter().find(|entry| entry.field == Field::Title);
        assert_eq!(
            title.map(|entry| (entry.reader, entry.path.as_str())),
            Some((Reader::Export, "recipes[2]"))
        );
    }
}
