//! Recipes whose source marks each field as what it is: another app's export.

use recipe::{Content, Language};
use serde_json::{Map, Value};
use url::Url;

use crate::draft::{Draft, Line};
use crate::extraction::{Diagnostic, Extraction, Field, Provenance, Reader};
use crate::{author, finish, json, jsonld, schema, text};

/// A line of a list, with the heading above it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedLine {
    /// One ingredient or one step, as its source writes it.
    pub text: String,
    /// For instance `For the sauce`.
    pub group: Option<String>,
}

impl MarkedLine {
    /// Lines of a list that may have headings among its items, as people type them: `For the sauce:`, `SAUCE`. They become
    /// the group of what follows. Bullets go.
    #[must_use]
    pub fn grouped(lines: impl IntoIterator<Item = String>) -> Vec<Self> {
        let listed = lines.into_iter().map(|line| (text::line(text::without_bullet(line.trim())), None));
        schema::into_groups(listed).into_iter().map(|(text, group)| Self { text, group }).collect()
    }

    /// Steps one a line; numbers that count them go.
    #[must_use]
    pub fn steps(lines: impl IntoIterator<Item = String>) -> Vec<Self> {
        let lines = lines.into_iter().map(|line| text::line(&line)).filter(|line| !line.is_empty());
        schema::without_numbers(lines).into_iter().map(|text| Self { text, group: None }).collect()
    }
}

/// A recipe as its source marks it. Markup and entities that its texts hold are taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Everything but ingredients and instructions, which are left empty here.
    pub content: Content,
    /// The ingredient lines in the order of the export.
    pub ingredients: Vec<MarkedLine>,
    /// In order, without numbers.
    pub instructions: Vec<MarkedLine>,
    /// Where in its source the recipe stands, for instance `recipes[3]`.
    pub path: String,
}

impl Marked {
    /// How many it serves and what it makes, from words such as `4 servings`, `24 cookies` or `6`.
    pub fn set_yield(&mut self, words: &str) {
        let (servings, yields) = schema::yields(words);
        self.content.servings = servings.or(self.content.servings);
        self.content.yields = yields.or_else(|| self.content.yields.take());
    }

    /// Course, cuisine, keywords: split at commas, each once, no sentences.
    pub fn set_tags<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        let words: Vec<Value> = words.into_iter().map(Value::from).collect();
        self.content.tags = schema::tags(words.iter());
    }

    /// The picture's address on its site; what is no web address is left out.
    pub fn set_picture(&mut self, address: &str) {
        let address = Url::parse(address.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        self.content.picture_url = address.map(String::from);
    }

    /// Who has written the recipe. What announces a name goes; an address or a date is none.
    pub fn set_author(&mut self, words: &str) {
        self.content.author = author::name(words);
    }

    /// The language, as a tag such as `fr` or `es-MX`.
    pub fn set_language(&mut self, tag: &str) {
        self.content.language = Language::from_tag(tag);
    }
}

/// Reads the lines of a marked recipe, and tells its language and what it lacks.
#[must_use]
pub fn from_marked(marked: Marked) -> Extraction {
    let Marked { content, ingredients, instructions, path } = marked;
    let claimed = content.language;
    let plain = |text: Option<String>| text.map(|text| text::line(&text)).filter(|text| !text.is_empty());
    let lines = |lines: Vec<MarkedLine>| -> Vec<Line> {
        let line = |line: MarkedLine| Line {
            group: plain(line.group),
            ..Line::marked(Reader::Export, text::line(&line.text))
        };
        lines.into_iter().map(line).filter(|line| !line.text.is_empty()).collect()
    };
    let content = Content {
        title: plain(content.title),
        description: plain(content.description),
        author: plain(content.author).filter(|name| name.chars().count() <= author::MAX_CHARS),
        yields: plain(content.yields),
        language: None,
        ..content
    };
    let provenance =
        filled(&content).map(|field| Provenance::of_field(field, Reader::Export, path.clone())).collect();
    let draft = Draft {
        content,
        lines: lines(ingredients),
        steps: lines(instructions),
        provenance,
        ..Draft::default()
    };
    finish::conclude(draft, claimed, Vec::new())
}

/// Reads JSON as programs and sites really write it: line breaks in strings, trailing commas, comments. `None` when it
/// holds no object and no array. Never deeper than 120 levels.
#[must_use]
pub fn read_json(text: &str) -> Option<Value> {
    json::read(text).map(|(value, _)| value)
}

/// All recipes in a value that has schema.org's vocabulary, wherever they are nested, at most `max`; in their order, each
/// with the object that tells it.
#[must_use]
pub fn read_json_ld(value: &Value, max: usize) -> Vec<(&Map<String, Value>, Extraction)> {
    // Nothing in an export is relative to a page; an address that is stays without a picture.
    let Ok(nowhere) = Url::parse("about:blank") else { return Vec::new() };
    let drafts = jsonld::of_value(value, &nowhere, max);
    drafts
        .into_iter()
        .map(|(node, mut draft)| {
            let claimed = draft.content.language;
            let diagnostics: Vec<Diagnostic> = std::mem::take(&mut draft.diagnostics);
            (node, finish::conclude(draft, claimed, diagnostics))
        })
        .collect()
}

/// The fields that say something.
fn filled(content: &Content) -> impl Iterator<Item = Field> {
    [
        (Field::Title, content.title.is_some()),
        (Field::Description, content.description.is_some()),
        (Field::Author, content.author.is_some()),
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
    use serde_json::json;

    use super::*;
    use crate::Verdict;

    fn line(text: &str, group: Option<&str>) -> MarkedLine {
        MarkedLine { text: text.to_owned(), group: group.map(str::to_owned) }
    }

    #[test]
    fn a_marked_recipe_keeps_its_lines_groups_and_origin() {
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

    #[test]
    fn typed_lists_lose_bullets_numbers_and_headings() {
        let typed = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            MarkedLine::grouped(typed(&[
                "• 2 figs",
                "Pour la sauce :",
                "- 10 cl de crème",
                "sel &amp; poivre"
            ])),
            [
                line("2 figs", None),
                line("10 cl de crème", Some("Pour la sauce")),
                line("sel & poivre", Some("Pour la sauce"))
            ]
        );
        assert_eq!(
            MarkedLine::steps(typed(&[
                "1. Pela los tomates.",
                "",
                "2. Tritúralos.",
                "30 minutos de nevera."
            ])),
            [line("Pela los tomates.", None), line("Tritúralos.", None), line("30 minutos de nevera.", None)]
        );
    }

    #[test]
    fn words_of_fields_are_understood() {
        let mut marked = Marked::default();
        marked.set_yield("Para 4 raciones");
        marked.set_tags(["soup, winter", "Soup"]);
        marked.set_language("es-MX");
        marked.set_picture("images/soup.jpg");
        marked.set_author("Por Ana");
        let Content { servings, tags, language, picture_url, author, .. } = marked.content;
        assert_eq!((servings, language, picture_url), (Some(4), Some(Language::Es), None));
        assert_eq!(author.as_deref(), Some("Ana"));
        assert_eq!(tags, ["soup", "winter"]);
    }

    #[test]
    fn every_recipe_of_a_graph_is_read_by_itself() {
        let value = read_json(
            r#"{"@graph": [{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek",]},
                {"@type": "Person", "name": "Ann"}, {"@type": "Recipe", "name": "Empty"}]}"#,
        );
        let value = value.unwrap_or_default();
        let read = read_json_ld(&value, 10);
        let told: Vec<_> =
            read.iter().map(|(_, read)| (read.content.title.as_deref(), read.verdict)).collect();
        assert_eq!(told, [(Some("Soup"), Verdict::Recipe), (Some("Empty"), Verdict::NoRecipe)]);
        let named: Vec<_> = read.iter().map(|(node, _)| node["name"].as_str()).collect();
        assert_eq!(named, [Some("Soup"), Some("Empty")], "each stands beside its own node");
        assert_eq!(read_json_ld(&json!([{"@type": "Recipe"}, {"@type": "Recipe"}]), 1).len(), 1);
    }
}
