//! Builds extractions from export files, which have named fields.

use recipe::{Content, Language};
use serde_json::{Map, Value};
use url::Url;

use crate::draft::{Draft, Line};
use crate::extraction::{Diagnostic, Extraction, Field, Provenance, Reader};
use crate::{author, finish, json, jsonld, notes, prune, schema, terms, text};

const MAX_ADDRESS_BYTES: usize = 2_000;

/// An ingredient line or step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportLine {
    /// Plain text or HTML.
    pub text: String,
    /// Group heading, for instance `For the sauce`.
    pub group: Option<String>,
}

impl From<String> for ExportLine {
    fn from(text: String) -> Self {
        Self { text, group: None }
    }
}

impl ExportLine {
    /// Splits a text into lines; it may have HTML markup and entities.
    #[must_use]
    pub fn lines_of(text: &str) -> Vec<String> {
        text::lines(text)
    }

    /// Parses ingredient lines: removes bullets, and turns headings (`For the sauce:`, `SAUCE`) into groups.
    #[must_use]
    pub fn grouped(lines: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let listed = lines.into_iter().map(|line| {
            (text::line(text::without_bullet(line.text.trim())), line.group.map(|group| text::line(&group)))
        });
        let listed = schema::into_groups(listed).into_iter();
        listed.map(|(text, group)| Self { text: text::without_emphasis(&text), group }).collect()
    }

    /// Parses steps, one per line: removes numbers, and turns headings (`[Sauce]`, `## Sauce`, `For the
    /// sauce:`) into groups.
    #[must_use]
    pub fn steps(lines: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let lines = lines.into_iter().map(|line| (text::line(&line.text), line.group));
        let steps = schema::steps_of_lines(lines.filter(|(text, _)| !text.is_empty()));
        steps.into_iter().map(|(text, group)| Self { text: text::without_emphasis(&text), group }).collect()
    }
}

/// A recipe with named fields, which may contain markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Content without ingredients and instructions.
    pub content: Content,
    /// Ingredient lines in order.
    pub ingredients: Vec<ExportLine>,
    /// Steps in order, unnumbered.
    pub instructions: Vec<ExportLine>,
    /// The owner's notes.
    pub notes: Option<String>,
    /// Web address of the source.
    pub source_url: Option<String>,
    /// Position in the source, for instance `recipes[3]`.
    pub path: String,
}

impl Marked {
    /// Sets servings and yield from text such as `4 servings`, `24 cookies` or `6`.
    pub fn set_yield(&mut self, words: &str) {
        let (servings, yields) = schema::yields(words);
        self.content.servings = servings.or(self.content.servings);
        self.content.yields = yields.or_else(|| self.content.yields.take());
    }

    /// Sets the servings from a number of people or a range: `4`, `4-6`.
    pub fn set_servings(&mut self, number: &str) {
        self.content.servings = schema::yields(&format!("serves {number}")).0.or(self.content.servings);
    }

    /// Sets at most 12 tags: splits at commas, semicolons and bars; drops duplicates, sentences and URLs.
    pub fn set_tags<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        let words: Vec<Value> = words.into_iter().map(Value::from).collect();
        self.content.tags = schema::tags(words.iter());
    }

    /// Sets the picture to an absolute http(s) URL; clears it for any other address.
    pub fn set_picture(&mut self, address: &str) {
        self.content.picture_url = web_address(address);
    }

    /// Appends notes, one paragraph per line, as plain text, unless they are already present.
    pub fn add_notes(&mut self, text: &str) {
        notes::add(&mut self.notes, text);
    }

    /// Sets the source if the address is an absolute http(s) URL and none is set.
    pub fn set_source(&mut self, address: &str) {
        self.source_url = self.source_url.take().or_else(|| web_address(address));
    }

    /// Sets the author without leads such as "By"; clears it for a URL or date.
    pub fn set_author(&mut self, words: &str) {
        self.content.author = author::name(words);
    }

    /// Sets the language from a tag such as `fr` or `es-MX`.
    pub fn set_language(&mut self, tag: &str) {
        self.content.language = Language::from_tag(tag);
    }
}

/// Parses the ingredient lines, detects the language and reports missing parts.
#[must_use]
pub fn from_export(marked: Marked) -> Extraction {
    let Marked { content, ingredients, instructions, notes, source_url, path } = marked;
    let claimed = content.language;
    let plain = |text: Option<String>| text.map(|text| text::line(&text)).filter(|text| !text.is_empty());
    let lines = |lines: Vec<ExportLine>| -> Vec<Line> {
        let line = |line: ExportLine| Line {
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
        notes,
        source_url,
        provenance,
        ..Draft::default()
    };
    finish::extraction_of_draft(draft, claimed, Vec::new())
}

/// Parses JSON and tolerates errors such as raw line breaks, trailing commas and comments. Returns `None` if
/// there is no object or array. The depth of the value is at most 127.
#[must_use]
pub fn read_json(text: &str) -> Option<Value> {
    json::read(text).map(|(mut value, _)| {
        terms::shorten(&mut value);
        value
    })
}

/// Returns at most `max` schema.org recipes at any depth, each with its node.
#[must_use]
pub fn read_json_ld(value: &Value, max: usize) -> Vec<(&Map<String, Value>, Extraction)> {
    // Without a base URL, relative picture URLs are dropped.
    let Ok(nowhere) = Url::parse("about:blank") else { return Vec::new() };
    let drafts = jsonld::of_value(value, &nowhere, max);
    drafts
        .into_iter()
        .map(|(node, mut draft)| {
            let claimed = draft.content.language;
            let diagnostics: Vec<Diagnostic> = std::mem::take(&mut draft.diagnostics);
            draft.source_url = source_of(node);
            if let Some(own) = notes_of(node) {
                notes::add(&mut draft.notes, &own);
            }
            (node, finish::extraction_of_draft(draft, claimed, diagnostics))
        })
        .collect()
}

fn source_of(node: &Map<String, Value>) -> Option<String> {
    ["url", "isBasedOn", "isBasedOnUrl", "mainEntityOfPage"].iter().find_map(|name| {
        match node.get(*name)? {
            Value::String(address) => web_address(address),
            Value::Object(page) => {
                ["@id", "url"].iter().find_map(|name| web_address(page.get(*name)?.as_str()?))
            }
            _ => None,
        }
    })
}

/// The notes in a JSON-LD file: in `notes`, or in a `comment` with a name such as "Author notes". schema.org has
/// no property for them.
fn notes_of(node: &Map<String, Value>) -> Option<String> {
    let mut marked = Marked::default();
    match node.get("notes") {
        Some(Value::Array(notes)) => notes.iter().for_each(|note| marked.add_notes(&note_text(note))),
        Some(note) => marked.add_notes(&note_text(note)),
        None => {}
    }
    match node.get("comment") {
        Some(Value::Array(comments)) => {
            for comment in comments {
                let part = |name: &str| comment.get(name).and_then(Value::as_str).unwrap_or_default();
                let name = part("name").trim().to_lowercase();
                if name == "author notes" || prune::is_notes_heading(&name) {
                    marked.add_notes(part("text"));
                }
            }
        }
        // Comments in Zest's export have no author; comments by readers have one.
        Some(Value::Object(comment)) if !comment.contains_key("author") => {
            marked.add_notes(comment.get("text").and_then(Value::as_str).unwrap_or_default());
        }
        _ => {}
    }
    marked.notes
}

fn note_text(note: &Value) -> String {
    let part = |name: &str| note.get(name).and_then(Value::as_str);
    match note {
        Value::String(text) => text.clone(),
        _ => [part("title"), part("text")].into_iter().flatten().collect::<Vec<_>>().join("\n"),
    }
}

/// Returns an absolute http(s) URL; adds the scheme to `www.kitchen.example/pie`. `None` for other texts and for
/// hosts without a dot.
#[must_use]
pub fn web_address(address: &str) -> Option<String> {
    let address = address.trim();
    if address.len() > MAX_ADDRESS_BYTES || address.contains(char::is_whitespace) {
        return None;
    }
    let whole = if address.starts_with("www.") { format!("https://{address}") } else { address.to_owned() };
    let url = Url::parse(&whole).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.host_str().is_some_and(|host| host.contains('.')).then(|| String::from(url))
}

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

    fn line(text: &str, group: Option<&str>) -> ExportLine {
        ExportLine { text: text.to_owned(), group: group.map(str::to_owned) }
    }

    #[test]
    fn from_marked_keeps_lines_groups_and_provenance() {
        let extraction = from_export(Marked {
            content: Content { title: Some(String::from("Lemon tart")), ..Content::default() },
            ingredients: vec![line("200 g flour", Some("Pastry")), line("3 lemons", None)],
            instructions: vec![line("Rub the butter into the flour.", None)],
            path: String::from("recipes[2]"),
            ..Marked::default()
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
    fn typed_lists_are_parsed_without_bullets_and_numbers() {
        let typed = |lines: &[&str]| lines.iter().map(|text| line(text, None)).collect::<Vec<_>>();
        assert_eq!(
            ExportLine::grouped(typed(&[
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
            ExportLine::steps(typed(&[
                "1. Pela los tomates.",
                "",
                "2. Tritúralos.",
                "30 minutos de nevera."
            ])),
            [line("Pela los tomates.", None), line("Tritúralos.", None), line("30 minutos de nevera.", None)]
        );
    }

    #[test]
    fn setters_parse_yield_tags_language_picture_and_author() {
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
    fn read_json_ld_returns_each_recipe_with_its_node() {
        let value = read_json(
            r#"{"@graph": [{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek",]},
                {"@type": "Person", "name": "Ann"}, {"@type": "Recipe", "name": "Empty"}]}"#,
        );
        let value = value.unwrap_or_default();
        let read = read_json_ld(&value, 10);
        let verdicts: Vec<_> =
            read.iter().map(|(_, read)| (read.content.title.as_deref(), read.verdict)).collect();
        assert_eq!(verdicts, [(Some("Soup"), Verdict::Recipe), (Some("Empty"), Verdict::NoRecipe)]);
        let named: Vec<_> = read.iter().map(|(node, _)| node["name"].as_str()).collect();
        assert_eq!(named, [Some("Soup"), Some("Empty")], "each stands beside its own node");
        assert_eq!(read_json_ld(&json!([{"@type": "Recipe"}, {"@type": "Recipe"}]), 1).len(), 1);
    }
}
