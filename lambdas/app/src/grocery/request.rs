//! Body of `POST /instacart/generate-url`, and its limits.

use serde::{Deserialize, Deserializer};
use thiserror::Error;
use url::Url;

use crate::grocery::locale::Locale;
use crate::grocery::page::{Line, RecipePage};

const MAX_LINES: usize = 200;
const NAME_LIMIT: usize = 300;
const AMOUNT_LIMIT: usize = 60;
/// Maximum characters of a title. The title and the texts below are only displayed, so they are
/// truncated, not rejected.
const TITLE_LIMIT: usize = 300;
const TEXT_LIMIT: usize = 500;
const MAX_STEPS: usize = 100;
const STEP_LIMIT: usize = 2_000;
const URL_LIMIT: usize = 2_000;
const MAX_SERVINGS: u32 = 10_000;
const DEFAULT_TITLE: &str = "My Recipe";

/// The request body. Absent and null fields get defaults; unknown fields are ignored.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LinkRequest {
    ingredients: Option<Vec<Ingredient>>,
    title: Option<String>,
    instructions: Option<Vec<String>>,
    image_url: Option<String>,
    partner_linkback_url: Option<String>,
    servings: Option<u32>,
    locale: Option<Locale>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Ingredient {
    name: String,
    quantity: String,
    #[serde(deserialize_with = "unit")]
    unit: String,
    display_text: Option<String>,
}

/// A unit: text, or an object with a value.
fn unit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Unit {
        Text(String),
        Object { value: String },
    }
    Ok(match Unit::deserialize(deserializer)? {
        Unit::Text(text) | Unit::Object { value: text } => text,
    })
}

/// Why a request is rejected. The message says what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadRequest {
    /// No line has a name.
    #[error("No ingredients provided")]
    NoIngredients,
    /// More lines than allowed.
    #[error("A grocery list has at most {MAX_LINES} lines: choose fewer, or make several lists.")]
    TooManyIngredients,
    /// A line exceeds a length limit.
    #[error(
        "Line {line} is too long: a name has at most {NAME_LIMIT} characters, a quantity or a unit {AMOUNT_LIMIT}."
    )]
    LongIngredient {
        /// Number of the line, from 1.
        line: usize,
    },
    /// Servings out of range.
    #[error("servings must be a number from 1 to 10,000.")]
    Servings,
}

impl LinkRequest {
    /// The validated page. Drops a link to another origin than `site`, and an image without https.
    ///
    /// # Errors
    /// [`BadRequest`] if there is nothing to buy, or a limit is exceeded.
    pub fn page(self, site: Option<&str>) -> Result<RecipePage, BadRequest> {
        let given = self.ingredients.unwrap_or_default();
        if given.len() > MAX_LINES {
            return Err(BadRequest::TooManyIngredients);
        }
        let mut lines = Vec::with_capacity(given.len());
        for (index, ingredient) in given.into_iter().enumerate() {
            let line = ingredient.line().ok_or(BadRequest::LongIngredient { line: index + 1 })?;
            if !line.name.is_empty() {
                lines.push(line);
            }
        }
        if lines.is_empty() {
            return Err(BadRequest::NoIngredients);
        }
        if self.servings.is_some_and(|servings| !(1..=MAX_SERVINGS).contains(&servings)) {
            return Err(BadRequest::Servings);
        }
        let title = cut(&self.title.unwrap_or_default(), TITLE_LIMIT);
        let steps = self.instructions.unwrap_or_default();
        let steps = steps.iter().map(|step| cut(step, STEP_LIMIT)).filter(|step| !step.is_empty());
        Ok(RecipePage {
            title: if title.is_empty() { DEFAULT_TITLE.to_owned() } else { title },
            instructions: steps.take(MAX_STEPS).collect(),
            image_url: self.image_url.as_deref().and_then(picture),
            linkback_url: self.partner_linkback_url.as_deref().and_then(|address| own_page(address, site)),
            servings: self.servings,
            locale: self.locale.unwrap_or_default(),
            lines,
        })
    }
}

impl Ingredient {
    fn line(&self) -> Option<Line> {
        let name = plain(&self.name).to_lowercase();
        let (quantity, unit) = (plain(&self.quantity), plain(&self.unit));
        let is_long = |text: &str, limit: usize| text.chars().count() > limit;
        if is_long(&name, NAME_LIMIT) || is_long(&quantity, AMOUNT_LIMIT) || is_long(&unit, AMOUNT_LIMIT) {
            return None;
        }
        let quantity = if quantity == "0" { String::new() } else { quantity };
        let shown = self.display_text.as_deref().map(|text| cut(text, TEXT_LIMIT)).unwrap_or_default();
        let text = if shown.is_empty() { joined(&[&quantity, &unit, &name]) } else { shown };
        Some(Line { name, quantity, unit, text })
    }
}

fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || is_steering(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_steering(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn cut(text: &str, limit: usize) -> String {
    plain(text).chars().take(limit).collect::<String>().trim_end().to_owned()
}

fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= URL_LIMIT)?;
    (url.username().is_empty() && url.password().is_none()).then_some(url)
}

fn picture(text: &str) -> Option<Url> {
    address(text).filter(|url| url.scheme() == "https")
}

fn own_page(text: &str, site: Option<&str>) -> Option<Url> {
    let mut url = address(text)?;
    let is_own =
        matches!(url.scheme(), "https" | "http") && site == Some(&url.origin().ascii_serialization());
    url.set_fragment(None);
    is_own.then_some(url)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const SITE: &str = "https://zest.example";

    fn page(body: &Value) -> Result<RecipePage, BadRequest> {
        serde_json::from_value::<LinkRequest>(body.clone()).unwrap().page(Some(SITE))
    }

    fn with(more: &Value) -> RecipePage {
        let mut body = json!({ "ingredients": [{ "name": "salt", "quantity": "1", "unit": "tsp" }] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        page(&body).unwrap()
    }

    #[test]
    fn unit_is_text_or_an_object_with_a_value() {
        for unit in [json!("tsp"), json!({ "value": "tsp" })] {
            let body = json!({ "ingredients": [{ "name": "salt", "quantity": "1", "unit": unit }] });
            assert_eq!(
                page(&body),
                page(&json!({ "ingredients": [{ "name": "salt", "quantity": "1", "unit": "tsp" }] }))
            );
        }
        for unit in [json!(1), json!(null), json!({ "text": "tsp" })] {
            let body = json!({ "ingredients": [{ "name": "salt", "unit": unit }] });
            assert!(serde_json::from_value::<LinkRequest>(body).is_err(), "{unit}");
        }
    }

    #[test]
    fn absent_fields_have_their_defaults() {
        for body in [
            json!({}),
            json!({ "title": null, "instructions": null, "imageUrl": null, "partnerLinkbackUrl": null }),
            json!({ "title": " ", "instructions": [], "imageUrl": "", "partnerLinkbackUrl": "" }),
        ] {
            let page = with(&body);
            assert_eq!((page.title.as_str(), page.instructions.len()), ("My Recipe", 0));
            assert_eq!((&page.image_url, &page.linkback_url, page.locale), (&None, &None, Locale::EnUs));
        }
    }

    #[test]
    fn request_without_lines_is_rejected() {
        for body in [
            json!({}),
            json!({ "ingredients": null }),
            json!({ "ingredients": [] }),
            json!({ "ingredients": [{ "name": " \n", "quantity": "2", "unit": "cups" }] }),
        ] {
            assert_eq!(page(&body).unwrap_err().to_string(), "No ingredients provided", "{body}");
        }
    }

    #[test]
    fn names_are_trimmed_and_lowercase_and_zero_quantity_is_empty() {
        let lines = |name: &str, quantity: &str| {
            let body = json!({ "ingredients": [{ "name": name, "quantity": quantity, "unit": " cups " }] });
            let line = page(&body).unwrap().lines.remove(0);
            (line.name, line.quantity, line.unit, line.text)
        };
        let expected_line = |name: &str, quantity: &str, text: &str| {
            (name.to_owned(), quantity.to_owned(), "cups".to_owned(), text.to_owned())
        };
        assert_eq!(lines("  Olive Oil ", "2"), expected_line("olive oil", "2", "2 cups olive oil"));
        assert_eq!(lines("CRÈME", "0"), expected_line("crème", "", "cups crème"));
        assert_eq!(lines("İ\u{202e}x\u{0}\ny", " "), expected_line("i\u{307} x y", "", "cups i\u{307} x y"));
    }

    #[test]
    fn long_lists_are_rejected_and_displayed_texts_are_cut() {
        let line = json!({ "name": "salt", "quantity": "1", "unit": "tsp" });
        let many = |count: usize| page(&json!({ "ingredients": vec![line.clone(); count] }));
        assert_eq!(many(200).unwrap().lines.len(), 200);
        assert_eq!(many(201).unwrap_err(), BadRequest::TooManyIngredients);
        for (field, limit) in [("name", 300), ("quantity", 60), ("unit", 60)] {
            let of = |length: usize| {
                let mut long = line.clone();
                long[field] = "é".repeat(length).into();
                page(&json!({ "ingredients": [line, long] }))
            };
            assert!(of(limit).is_ok(), "{field}");
            assert_eq!(of(limit + 1).unwrap_err(), BadRequest::LongIngredient { line: 2 }, "{field}");
        }
        let long = with(&json!({ "title": "é".repeat(400), "instructions": vec!["x".repeat(3_000); 300] }));
        let steps: Vec<_> = long.instructions.iter().map(String::len).collect();
        assert_eq!((long.title.chars().count(), steps), (300, vec![2_000; 100]));
        for (servings, is_fine) in [(0, false), (1, true), (10_000, true), (10_001, false)] {
            let body = json!({ "ingredients": [line], "servings": servings });
            assert_eq!(page(&body).is_ok(), is_fine, "{servings}");
        }
    }

    #[test]
    fn only_https_images_and_own_pages_are_kept() {
        let passed = |name: &str, address: &str| {
            let page = with(&json!({ name: address }));
            page.image_url.or(page.linkback_url).map(String::from)
        };
        let same = |address: &str| Some(address.to_owned());
        assert_eq!(passed("imageUrl", "https://i.example/a.jpg"), same("https://i.example/a.jpg"));
        for address in ["http://i.example/a.jpg", "data:image/png;base64,", "a.jpg", "https://u:p@i.example/"]
        {
            assert_eq!(passed("imageUrl", address), None, "{address}");
        }
        let own = "https://zest.example/es/recipes/1?from=list";
        assert_eq!(passed("partnerLinkbackUrl", &format!("{own}#top")), same(own));
        for address in [
            "https://zest.example.evil.example/",
            "https://zest.example@evil.example/",
            "http://zest.example/",
            "javascript:alert(1)",
            "/recipes/1",
            &format!("https://zest.example/{}", "x".repeat(2_000)),
        ] {
            assert_eq!(passed("partnerLinkbackUrl", address), None, "{address}");
        }
    }

    #[test]
    fn a_locale_is_one_of_three() {
        for (tag, locale) in [("en-US", Locale::EnUs), ("en-CA", Locale::EnCa), ("fr-CA", Locale::FrCa)] {
            assert_eq!(with(&json!({ "locale": tag })).locale, locale);
            assert_eq!(locale.tag(), tag);
        }
        assert!(serde_json::from_value::<LinkRequest>(json!({ "locale": "es-MX" })).is_err());
    }
}
