//! The recipe document and its validation.

use serde_json::{Map, Value};
use url::Url;

use crate::error::Invalid;

/// Instacart units that Zest uses.
const UNITS: [&str; 24] = [
    "bunch",
    "can",
    "cup",
    "each",
    "ear",
    "fl oz ounce",
    "gallon",
    "gram",
    "head",
    "kilogram",
    "large",
    "lb",
    "liter",
    "medium",
    "milliliter",
    "ounce",
    "package",
    "packet",
    "pint",
    "quart",
    "small",
    "tablespoon",
    "teaspoon",
    "pound",
];
const FIELDS: [&str; 11] = [
    "title",
    "link_type",
    "image_url",
    "author",
    "servings",
    "cooking_time",
    "external_reference_id",
    "expires_in",
    "instructions",
    "ingredients",
    "landing_page_configuration",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Alternative measurements.
    pub(crate) amounts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) ingredients: Vec<Shown>,
    pub(crate) instructions: Vec<String>,
    pub(crate) linkback: Option<String>,
    pub(crate) whole: Value,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Document, Vec<Invalid>> {
    let wrong = |key: &str, message: &str| Invalid { key: key.to_owned(), message: message.to_owned() };
    let whole: Value = serde_json::from_slice(bytes).map_err(|_| vec![wrong("", "is not JSON")])?;
    let fields = whole.as_object().ok_or_else(|| vec![wrong("", "is not an object")])?;
    let mut mistakes: Vec<Invalid> = Vec::new();
    for name in fields.keys().filter(|name| !FIELDS.contains(&name.as_str())) {
        mistakes.push(wrong(name, "is not a field"));
    }
    let title = text(fields, "title").filter(|title| !title.is_empty());
    if title.is_none() {
        mistakes.push(wrong("title", "can't be blank"));
    }
    if fields.get("image_url").is_some_and(|url| !is_https(url)) {
        mistakes.push(wrong("image_url", "must be an https address"));
    }
    let days = fields.get("expires_in").map_or(Some(30), Value::as_u64);
    if !days.is_some_and(|days| (1..=365).contains(&days)) {
        mistakes.push(wrong("expires_in", "must be from 1 to 365"));
    }
    let instructions = fields.get("instructions").map_or(Some(Vec::new()), texts);
    if instructions.is_none() {
        mistakes.push(wrong("instructions", "must be texts"));
    }
    let given = fields.get("ingredients").and_then(Value::as_array).filter(|given| !given.is_empty());
    if given.is_none() {
        mistakes.push(wrong("ingredients", "can't be blank"));
    }
    let mut ingredients = Vec::new();
    for (index, one) in given.into_iter().flatten().enumerate() {
        match ingredient(one) {
            Ok(shown) => ingredients.push(shown),
            Err(message) => mistakes.push(wrong(&format!("ingredients[{index}]"), message)),
        }
    }
    let landing = fields.get("landing_page_configuration");
    let linkback = landing.and_then(|page| page.get("partner_linkback_url")).and_then(Value::as_str);
    match (title, instructions) {
        (Some(title), Some(instructions)) if mistakes.is_empty() => Ok(Document {
            title: title.to_owned(),
            ingredients,
            instructions,
            linkback: linkback.map(str::to_owned),
            whole,
        }),
        _ => Err(mistakes),
    }
}

fn ingredient(one: &Value) -> Result<Shown, &'static str> {
    let fields = one.as_object().ok_or("is not an object")?;
    let name = text(fields, "name").filter(|name| !name.is_empty()).ok_or("has no name")?;
    let mut amounts = Vec::new();
    for way in fields.get("measurements").and_then(Value::as_array).into_iter().flatten() {
        let quantity = way.get("quantity").and_then(Value::as_f64).filter(|quantity| *quantity > 0.0);
        let quantity = quantity.ok_or("has a quantity that is none")?;
        let unit = way.get("unit").and_then(Value::as_str).filter(|unit| UNITS.contains(unit));
        amounts.push(format!("{quantity} {}", unit.ok_or("has a unit that is not known")?));
    }
    let text = text(fields, "display_text").filter(|text| !text.is_empty()).unwrap_or(name);
    Ok(Shown { name: name.to_owned(), text: text.to_owned(), amounts })
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    fields.get(name).and_then(Value::as_str)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
}

fn is_https(value: &Value) -> bool {
    value.as_str().and_then(|text| Url::parse(text).ok()).is_some_and(|url| url.scheme() == "https")
}
