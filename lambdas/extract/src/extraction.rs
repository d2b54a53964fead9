use recipe::Content;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Detected;

/// Result of reading one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// Whether the source has a recipe.
    pub verdict: Verdict,
    /// The recipe; if there is none, fields that were found, such as the title.
    pub content: Content,
    /// Notes of the source. In an export they are the owner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Web address that an export names as the recipe's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
    /// ISO 639-1 code of a language that [`Content`] does not support: "de".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_language: Option<String>,
    /// Distinct names of the page's other recipes, for [`read_part`](crate::read_part): at most 20, of at
    /// most 200 characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_recipes: Vec<String>,
    /// One or more entries per filled field.
    pub provenance: Vec<Provenance>,
    /// Problems in the order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

/// Whether a source has a recipe, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Verdict {
    /// Title and at least one ingredient or step.
    Recipe,
    /// No readable recipe.
    NoRecipe,
    /// A video with no recipe in its description.
    VideoWithoutRecipe,
    /// Not an HTML page.
    NotAPage {
        /// Detected file type.
        detected: Detected,
    },
    /// A bot check or consent page.
    Challenge,
    /// No bytes, or no visible text.
    Empty,
}

/// A field of [`Content`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "fields are named like those of Content")]
pub enum Field {
    Title,
    Description,
    Author,
    Ingredients,
    Instructions,
    PrepMinutes,
    CookMinutes,
    TotalMinutes,
    Servings,
    Yields,
    PictureUrl,
    Language,
    Tags,
    Nutrition,
}

/// The reader that found a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reader {
    /// JSON-LD or hydration state.
    JsonLd,
    /// `itemscope` and `itemprop`.
    Microdata,
    /// `vocab`, `typeof` and `property`.
    Rdfa,
    /// Class names of h-recipe and hRecipe.
    Microformat,
    /// Class names of a recipe plugin.
    Plugin,
    /// Visible headings, lists and paragraphs.
    Visible,
    /// Heading, `<title>` and `<meta>` tags.
    Page,
    /// Lines of a document or OCR result.
    Text,
    /// Lines of a video's description.
    Video,
    /// Export file of another app.
    Export,
    /// A language model that copied the values verbatim.
    Assistant,
    /// Computed from other fields.
    Sum,
}

/// Bounding box on a page of an upload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Page index, from 0.
    pub page: u16,
    /// Left edge in 1/10,000 of the page's width.
    pub left: u16,
    /// Top edge in 1/10,000 of the page's height.
    pub top: u16,
    /// Right edge in 1/10,000 of the page's width; at least `left`.
    pub right: u16,
    /// Bottom edge in 1/10,000 of the page's height; at least `top`.
    pub bottom: u16,
}

impl Place {
    /// The union of both boxes; `self` if the pages differ.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.page != other.page {
            return self;
        }
        Self {
            page: self.page,
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// Origin of a field or line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provenance {
    /// Field that has this source.
    pub field: Field,
    /// Index of the line or step, from 0; `None` for the whole field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Reader that found the value.
    pub reader: Reader,
    /// Position, for instance `script[2]/@graph/3/recipeIngredient`.
    pub path: String,
    /// Confidence in percent.
    pub confidence: u8,
    /// Original text of a replaced line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    /// Position on an upload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

impl Provenance {
    pub(crate) fn of_field(field: Field, reader: Reader, path: String) -> Self {
        Self { field, index: None, reader, path, confidence: 100, instead_of: None, place: None }
    }
}

/// A problem that the engine noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Kind of problem.
    pub code: Code,
    /// Position in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Diagnostic codes; JSON names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// No known encoding was declared; decoded as windows-1252.
    CharsetGuessed,
    /// Bytes are invalid in the encoding.
    TextGarbled,
    /// A limit on size, depth or nodes was reached; the page was truncated.
    PageCut,
    /// Invalid JSON was repaired.
    JsonMended,
    /// Invalid JSON was skipped.
    JsonUnreadable,
    /// The page has several recipes; the best match was returned.
    SeveralRecipes,
    /// A list or text was truncated.
    LimitReached,
    /// An invalid duration or URL was dropped.
    ValueRefused,
    /// No title.
    TitleMissing,
    /// No ingredients.
    IngredientsMissing,
    /// No steps.
    InstructionsMissing,
    /// A language model copied the recipe.
    ReadByAssistant,
    /// Values from the language model that are not in the source were dropped. The path counts them:
    /// `ingredients[2]`.
    NotInSource,
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Not shown as a warning.
    Note,
    /// Something may be missing or wrong.
    Warning,
}

impl Code {
    /// Severity of this code.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::CharsetGuessed | Self::JsonMended | Self::SeveralRecipes | Self::NotInSource => {
                Severity::Note
            }
            Self::TextGarbled
            | Self::PageCut
            | Self::JsonUnreadable
            | Self::LimitReached
            | Self::ValueRefused
            | Self::TitleMissing
            | Self::IngredientsMissing
            | Self::InstructionsMissing
            | Self::ReadByAssistant => Severity::Warning,
        }
    }
}

impl Extraction {
    /// An extraction with only a verdict.
    #[must_use]
    pub fn only(verdict: Verdict) -> Self {
        Self {
            verdict,
            content: Content::default(),
            notes: None,
            source_url: None,
            other_language: None,
            other_recipes: Vec::new(),
            provenance: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// JSON of at most `max_bytes`.
    ///
    /// If necessary, drops parts in a fixed order and lists them in `trimmed`: long texts, which are also stored
    /// elsewhere, diagnostics, provenance of lines, all content. `{}` if that is not enough.
    #[must_use]
    pub fn to_json_within(&self, max_bytes: usize) -> String {
        const PARTS: [(&str, DropPart); 8] = [
            ("content.description", |all| empty(all, "description")),
            ("content.instructions", |all| {
                empty(all, "instructions");
                empty(all, "stepHeadings");
            }),
            ("content.ingredients", |all| empty(all, "ingredients")),
            ("diagnostics", |all| all["diagnostics"] = Value::Null),
            ("provenance.steps", |all| {
                keep_origins(all, |entry| entry["index"].is_null() || entry["field"] != "instructions");
            }),
            ("provenance.insteadOf", drop_replaced_text),
            ("provenance.lines", |all| keep_origins(all, |entry| entry["index"].is_null())),
            ("content", |all| all["content"] = Value::Null),
        ];
        // Does not fail: keys are strings, and there are no floats.
        let mut value = serde_json::to_value(self).unwrap_or_else(|_| json!({}));
        let mut trimmed = Vec::new();
        for (part, leave_out) in PARTS {
            let text = value.to_string();
            if text.len() <= max_bytes {
                return text;
            }
            leave_out(&mut value);
            trimmed.push(part);
            if let Value::Object(all) = &mut value {
                all.insert(String::from("trimmed"), json!(trimmed));
            }
        }
        let text = value.to_string();
        if text.len() <= max_bytes { text } else { String::from("{}") }
    }
}

fn empty(all: &mut Value, part: &str) {
    if let Some(part) = all.get_mut("content").and_then(|content| content.get_mut(part)) {
        *part = Value::Null;
    }
}

type DropPart = fn(&mut Value);

fn keep_origins(all: &mut Value, wanted: impl Fn(&Value) -> bool) {
    if let Some(entries) = all["provenance"].as_array_mut() {
        entries.retain(wanted);
    }
}

fn drop_replaced_text(all: &mut Value) {
    for entry in all["provenance"].as_array_mut().into_iter().flatten() {
        if let Some(entry) = entry.as_object_mut() {
            entry.remove("insteadOf");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long_recipe() -> Extraction {
        let mut extraction = Extraction::only(Verdict::Recipe);
        extraction.content.title = Some(String::from("Soup"));
        extraction.content.description = Some("d".repeat(1000));
        extraction.content.instructions = vec!["s".repeat(1000)];
        extraction
    }

    #[test]
    fn extraction_within_the_limit_round_trips() {
        let extraction = long_recipe();
        let text = extraction.to_json_within(100_000);
        assert_eq!(serde_json::from_str::<Extraction>(&text).unwrap(), extraction);
    }

    #[test]
    fn dropped_parts_are_listed_in_trimmed() {
        let extraction = long_recipe();
        for max_bytes in [0, 1, 2, 50, 100, 200, 500, 1200, 2000] {
            let text = extraction.to_json_within(max_bytes);
            assert!(text.len() <= max_bytes.max(2), "{max_bytes}: {text}");
            serde_json::from_str::<Value>(&text).unwrap();
        }
        let value: Value = serde_json::from_str(&extraction.to_json_within(2000)).unwrap();
        assert_eq!(value["trimmed"], json!(["content.description"]));
        assert_eq!(value["content"]["instructions"][0], "s".repeat(1000));
        assert_eq!(value["content"]["description"], Value::Null);
    }

    fn longest_recipe(replaced: &str) -> Extraction {
        let mut extraction = long_recipe();
        extraction.content.ingredients = vec![recipe::line::read("200 g plain flour, sifted", None); 500];
        extraction.content.instructions = vec!["s".repeat(300); 500];
        extraction.provenance.push(Provenance::of_field(Field::Title, Reader::Page, String::from("h1")));
        for field in [Field::Ingredients, Field::Instructions] {
            let entry = |index| Provenance {
                index: Some(index),
                confidence: 80,
                instead_of: Some(replaced.to_owned()).filter(|_| field == Field::Ingredients),
                ..Provenance::of_field(field, Reader::Visible, format!("div[12]/ul[3]/li[{index}]"))
            };
            extraction.provenance.extend((0..500).map(entry));
        }
        extraction
    }

    #[test]
    fn content_is_dropped_before_provenance() {
        for (replaced_bytes, replaced_kept) in [(50, 500), (200, 0)] {
            let text = longest_recipe(&"w".repeat(replaced_bytes)).to_json_within(100_000);
            assert!(text.len() <= 100_000);
            let value: Value = serde_json::from_str(&text).unwrap();
            let entries = value["provenance"].as_array().unwrap();
            let replaced = entries.iter().filter(|entry| !entry["insteadOf"].is_null()).count();
            assert_eq!((entries.len(), replaced), (501, replaced_kept), "{}", value["trimmed"]);
            assert_eq!(value["content"]["title"], "Soup");
        }
        let value: Value = serde_json::from_str(&longest_recipe("w").to_json_within(5_000)).unwrap();
        assert_eq!(value["provenance"].as_array().map(Vec::len), Some(1), "each field's own origin stays");
    }

    #[test]
    fn codes_and_verdicts_are_stable() {
        assert_eq!(serde_json::to_value(Code::IngredientsMissing).unwrap(), "INGREDIENTS_MISSING");
        let not_a_page = Verdict::NotAPage { detected: Detected::Pdf };
        assert_eq!(serde_json::to_value(not_a_page).unwrap(), json!({"kind": "notAPage", "detected": "pdf"}));
        assert_eq!(serde_json::to_value(Verdict::NoRecipe).unwrap(), json!({"kind": "noRecipe"}));
    }
}
