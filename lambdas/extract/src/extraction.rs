//! What comes out: a recipe, where it came from and what was wrong.

use recipe::Content;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Detected;

/// All that was read from one page. Reading never fails: a page without a recipe is an answer too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// What the page turned out to be.
    pub verdict: Verdict,
    /// What was found, which without a recipe is at most the page's title and picture.
    pub content: Content,
    /// The language of its words where it is none that a recipe can be in, as two letters of ISO 639-1: "de".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_language: Option<String>,
    /// The names of the page's other recipes, at most 20 of at most 200 characters, each once: [`read_part`](crate::read_part)
    /// reads one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_recipes: Vec<String>,
    /// One entry for each filled field of `content`.
    pub provenance: Vec<Provenance>,
    /// What was mended, left out or missing, in the order in which it came up.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a page turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Verdict {
    /// A recipe: it has a title and at least one ingredient or one step.
    Recipe,
    /// A page that holds no recipe that can be read.
    NoRecipe,
    /// No page at all.
    NotAPage {
        /// What it is instead.
        detected: Detected,
    },
    /// A wall that keeps robots out or asks for consent first.
    Challenge,
    /// No bytes, or a page that shows no text.
    Empty,
}

/// A field of [`Content`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each is the field of Content that it is named after")]
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

/// Which means of reading found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reader {
    /// `<script>` with JSON in it: JSON-LD, or the state that the page is drawn from.
    JsonLd,
    /// Microdata of HTML: elements with `itemscope` and `itemprop`.
    Microdata,
    /// `vocab`, `typeof` and `property`.
    Rdfa,
    /// The classes of the h-recipe and hRecipe microformats.
    Microformat,
    /// The markup of a recipe plugin, recognised by the names of its classes.
    Plugin,
    /// Headings, lists and paragraphs as the page shows them.
    Visible,
    /// What every page says of itself: its heading, its title, its `<meta>` tags.
    Page,
    /// The lines of a document, or of a picture that was recognised.
    Text,
    /// Another app's export, which marks each field as what it is.
    Export,
    /// A language model that copied it out of the source, where it stands word for word.
    Assistant,
    /// Reckoned from other fields of the recipe.
    Sum,
}

/// Where on the pages of an upload something stands, so that it can be shown beside what was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which page or picture, from 0.
    pub page: u16,
    /// In ten-thousandths of the upright page's width, as are all four in their direction.
    pub left: u16,
    /// From the upper edge.
    pub top: u16,
    /// Its right edge, in ten-thousandths of the page's width; not less than `left`.
    pub right: u16,
    /// Its lower edge, in ten-thousandths of the page's height; not less than `top`.
    pub bottom: u16,
}

impl Place {
    /// The smallest place that holds both; the first alone where they stand on different pages.
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

/// Where a field, or one line of a list, came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provenance {
    /// The field of the content.
    pub field: Field,
    /// Which ingredient or step, from 0; `None` for the field as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The reader by which the value was found.
    pub reader: Reader,
    /// Where in the source, for instance `script[2]/@graph/3/recipeIngredient`.
    pub path: String,
    /// How sure the reader is, in percent.
    pub confidence: u8,
    /// The words that this line took the place of, when it was mended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    /// Where on the pages of an upload it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

impl Provenance {
    /// The origin of a whole field that its source marks as such.
    pub(crate) fn of_field(field: Field, reader: Reader, path: String) -> Self {
        Self { field, index: None, reader, path, confidence: 100, instead_of: None, place: None }
    }
}

/// Something that was noticed while reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What was noticed, as a code of the closed set.
    pub code: Code,
    /// Where in the source, if it has a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// The closed set of what can be noticed. The names in JSON are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// Neither page nor header named an encoding; windows-1252 was tried.
    CharsetGuessed,
    /// Some bytes meant nothing in the page's encoding.
    TextGarbled,
    /// The page was longer, deeper or fuller than is read.
    PageCut,
    /// Structured data was no valid JSON and was mended.
    JsonMended,
    /// Structured data was beyond mending.
    JsonUnreadable,
    /// The page holds several recipes; the one that fits the page best was taken.
    SeveralRecipes,
    /// A list or a text was longer than is kept.
    LimitReached,
    /// A duration or an address could not be understood and was left out.
    ValueRefused,
    /// The recipe has no title.
    TitleMissing,
    /// The recipe has no ingredients.
    IngredientsMissing,
    /// The recipe has no steps.
    InstructionsMissing,
    /// No reader found the recipe: a language model copied it out of the source.
    ReadByAssistant,
    /// What that model said of the source and the source does not say was left out: the path counts it, `ingredients[2]`.
    NotInSource,
}

/// How much a diagnostic matters to the cook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing was lost: for the curious, no warning of the recipe.
    Note,
    /// Something may be missing or wrong.
    Warning,
}

impl Code {
    /// How much it matters to the cook.
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
    /// A page of which nothing but its verdict is known.
    #[must_use]
    pub fn only(verdict: Verdict) -> Self {
        Self {
            verdict,
            content: Content::default(),
            other_language: None,
            other_recipes: Vec::new(),
            provenance: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// This extraction as JSON of at most `max_bytes`, to be stored.
    ///
    /// When the whole is too long, parts are left out in a fixed order until it fits, and `trimmed` names them. What
    /// the recipe itself says goes first, where it came from last: the recipe is kept elsewhere too.
    /// Only `{}` is given when not even the verdict fits.
    #[must_use]
    pub fn to_json_within(&self, max_bytes: usize) -> String {
        const PARTS: [(&str, LeaveOut); 8] = [
            ("content.description", |all| empty(all, "description")),
            ("content.instructions", |all| empty(all, "instructions")),
            ("content.ingredients", |all| empty(all, "ingredients")),
            ("diagnostics", |all| all["diagnostics"] = Value::Null),
            ("provenance.steps", |all| {
                keep_origins(all, |entry| entry["index"].is_null() || entry["field"] != "instructions");
            }),
            ("provenance.insteadOf", forget_replaced_words),
            ("provenance.lines", |all| keep_origins(all, |entry| entry["index"].is_null())),
            ("content", |all| all["content"] = Value::Null),
        ];
        // All keys are strings and no number is a float, so this value always exists.
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

/// Takes a part out of the content.
fn empty(all: &mut Value, part: &str) {
    if let Some(part) = all.get_mut("content").and_then(|content| content.get_mut(part)) {
        *part = Value::Null;
    }
}

/// Takes one part out of a whole extraction.
type LeaveOut = fn(&mut Value);

/// Keeps the entries of `provenance` that are `wanted`.
fn keep_origins(all: &mut Value, wanted: impl Fn(&Value) -> bool) {
    if let Some(entries) = all["provenance"].as_array_mut() {
        entries.retain(wanted);
    }
}

fn forget_replaced_words(all: &mut Value) {
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
    fn what_fits_is_whole_and_comes_back_equal() {
        let extraction = long_recipe();
        let text = extraction.to_json_within(100_000);
        assert_eq!(serde_json::from_str::<Extraction>(&text).unwrap(), extraction);
    }

    #[test]
    fn what_is_left_out_is_named() {
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

    /// As many lines and steps as are ever read, each with a place of its own and words that were replaced.
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
    fn where_it_came_from_outlasts_what_it_says() {
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
