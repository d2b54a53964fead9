//! What a browser asks for: the body of `POST /instacart/generate-url`, and within which bounds.

use serde::Deserialize;
use thiserror::Error;
use url::Url;

use crate::grocery::locale::Locale;
use crate::grocery::page::{Line, RecipePage};

/// The most lines of one list.
const MOST_LINES: usize = 200;
/// The most characters of a name.
const NAME_LIMIT: usize = 300;
/// Characters of a quantity, and of a unit.
const AMOUNT_LIMIT: usize = 60;
/// Characters of a title. This and what follows is only shown, so it is cut and not refused.
const TITLE_LIMIT: usize = 300;
/// Characters of the text that is shown for a line.
const TEXT_LIMIT: usize = 500;
/// The most steps that are sent, and the most characters of each.
const MOST_STEPS: usize = 100;
const STEP_LIMIT: usize = 2_000;
const URL_LIMIT: usize = 2_000;
const MOST_SERVINGS: u32 = 10_000;
const DEFAULT_TITLE: &str = "My Recipe";

/// The body as it came. What is absent or null has its default; fields that are not known are not looked at.
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
    unit: String,
    display_text: Option<String>,
}

/// Why a request is refused, in a sentence that says what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadRequest {
    /// No line is left that names something to buy.
    #[error("No ingredients provided")]
    NoIngredients,
    /// There are more lines than a list may have.
    #[error("A grocery list has at most {MOST_LINES} lines: choose fewer, or make several lists.")]
    TooManyIngredients,
    /// A line is longer than anything that can be bought.
    #[error(
        "Line {line} is too long: a name has at most {NAME_LIMIT} characters, a quantity or a unit {AMOUNT_LIMIT}."
    )]
    LongIngredient {
        /// Which line of the request it is, from 1.
        line: usize,
    },
    /// The number of servings is none that a recipe has.
    #[error("servings must be a number from 1 to 10,000.")]
    Servings,
}

impl LinkRequest {
    /// The page that is asked of the partner. `site` is the origin of the site's own pages, the only ones that it may link
    /// back to; an address of another site, or one that is none, is left out, and so is a picture that is not on https.
    ///
    /// # Errors
    /// [`BadRequest`] where there is nothing to buy, or more than can be.
    pub fn page(self, site: Option<&str>) -> Result<RecipePage, BadRequest> {
        let given = self.ingredients.unwrap_or_default();
        if given.len() > MOST_LINES {
            return Err(BadRequest::TooManyIngredients);
        }
        let mut lines = Vec::with_capacity(given.len());
        for (index, ingredient) in given.into_iter().enumerate() {
            let line = ingredient.line().ok_or(BadRequest::LongIngredient { line: index + 1 })?;
            // A line without a name says nothing that could be bought.
            if !line.name.is_empty() {
                lines.push(line);
            }
        }
        if lines.is_empty() {
            return Err(BadRequest::NoIngredients);
        }
        if self.servings.is_some_and(|servings| !(1..=MOST_SERVINGS).contains(&servings)) {
            return Err(BadRequest::Servings);
        }
        let title = cut(&self.title.unwrap_or_default(), TITLE_LIMIT);
        let steps = self.instructions.unwrap_or_default();
        let steps = steps.iter().map(|step| cut(step, STEP_LIMIT)).filter(|step| !step.is_empty());
        Ok(RecipePage {
            title: if title.is_empty() { DEFAULT_TITLE.to_owned() } else { title },
            instructions: steps.take(MOST_STEPS).collect(),
            image_url: self.image_url.as_deref().and_then(picture),
            linkback_url: self.partner_linkback_url.as_deref().and_then(|address| own_page(address, site)),
            servings: self.servings,
            locale: self.locale.unwrap_or_default(),
            lines,
        })
    }
}

impl Ingredient {
    /// The line as it is sent; `None` for one that is too long.
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

/// A text on one line, without characters that steer a terminal or a page.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || is_steering(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What turns the direction of what follows, or is there and not seen.
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

/// A page of the site's own, without what only its scripts read.
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
    fn what_is_absent_has_the_specified_default() {
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
    fn without_a_line_there_is_nothing_to_buy() {
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
    fn names_are_trimmed_and_in_small_letters_and_no_quantity_is_no_quantity() {
        let lines = |name: &str, quantity: &str| {
            let body = json!({ "ingredients": [{ "name": name, "quantity": quantity, "unit": " cups " }] });
            let line = page(&body).unwrap().lines.remove(0);
            (line.name, line.quantity, line.unit, line.text)
        };
        let told = |name: &str, quantity: &str, text: &str| {
            (name.to_owned(), quantity.to_owned(), "cups".to_owned(), text.to_owned())
        };
        assert_eq!(lines("  Olive Oil ", "2"), told("olive oil", "2", "2 cups olive oil"));
        assert_eq!(lines("CRÈME", "0"), told("crème", "", "cups crème"));
        assert_eq!(lines("İ\u{202e}x\u{0}\ny", " "), told("i\u{307} x y", "", "cups i\u{307} x y"));
    }

    #[test]
    fn too_much_is_refused_and_what_is_only_shown_is_cut() {
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
    fn only_pictures_on_https_and_pages_of_the_site_itself_are_passed_on() {
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
