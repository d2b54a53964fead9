//! Instacart's recipe page, as JSON of `POST /idp/v1/products/recipe`.

use serde::Serialize;
use url::Url;

use crate::grocery::locale::Locale;
use crate::grocery::measurement::{Measurement, measurements};

/// Lifetime of a page in days; the partner's default for recipes.
pub const LINK_DAYS: u32 = 30;

/// A validated page with ingredients to buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipePage {
    /// Title; not empty.
    pub title: String,
    /// Steps shown on the page.
    pub instructions: Vec<String>,
    /// Image URL with https.
    pub image_url: Option<Url>,
    /// Page of our site that the partner's page links to.
    pub linkback_url: Option<Url>,
    /// Number of servings that the amounts are for.
    pub servings: Option<u32>,
    /// Language and country of the page.
    pub locale: Locale,
    /// Ingredients; at least one.
    pub lines: Vec<Line>,
}

/// An ingredient to buy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Product name in lowercase.
    pub name: String,
    /// Amount as in the recipe; may be empty.
    pub quantity: String,
    /// Unit as in the recipe; may be empty.
    pub unit: String,
    /// The whole line, for display.
    #[serde(skip)]
    pub text: String,
}

#[derive(Serialize)]
struct Document<'a> {
    title: &'a str,
    link_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    image_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    servings: Option<u32>,
    expires_in: u32,
    instructions: &'a [String],
    ingredients: Vec<Ingredient<'a>>,
    landing_page_configuration: LandingPage<'a>,
}

#[derive(Serialize)]
struct Ingredient<'a> {
    name: &'a str,
    display_text: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    measurements: Vec<Measurement>,
}

#[derive(Serialize)]
struct LandingPage<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    partner_linkback_url: Option<&'a str>,
    enable_pantry_items: bool,
}

impl RecipePage {
    /// The JSON body, deterministic.
    pub fn body(&self) -> Result<String, serde_json::Error> {
        let language = Some(self.locale.language());
        let ingredients = self.lines.iter().map(|line| Ingredient {
            name: &line.name,
            display_text: &line.text,
            measurements: if line.quantity.is_empty() {
                Vec::new()
            } else {
                measurements(&line.quantity, &line.unit, language)
            },
        });
        serde_json::to_string(&Document {
            title: &self.title,
            link_type: "recipe",
            image_url: self.image_url.as_ref().map(Url::as_str),
            servings: self.servings,
            expires_in: LINK_DAYS,
            instructions: &self.instructions,
            ingredients: ingredients.collect(),
            landing_page_configuration: LandingPage {
                partner_linkback_url: self.linkback_url.as_ref().map(Url::as_str),
                enable_pantry_items: true,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use crate::grocery::LinkRequest;

    fn document(body: &Value) -> Value {
        let request: LinkRequest = serde_json::from_value(body.clone()).unwrap();
        let page = request.page(Some("https://zest.example")).unwrap();
        serde_json::from_str(&page.body().unwrap()).unwrap()
    }

    #[test]
    fn page_body_matches_the_partners_format() {
        let body_json = document(&json!({
            "title": "Soup",
            "instructions": ["Chop.", "Boil."],
            "imageUrl": "https://zest.example/media/1/2",
            "partnerLinkbackUrl": "https://zest.example/recipes/1",
            "servings": 4,
            "ingredients": [
                { "name": "Chicken Stock", "quantity": "32", "unit": "fl oz", "displayText": "32 fl oz Chicken Stock, hot" },
                { "name": "Eggs", "quantity": "1", "unit": "dozen" },
                { "name": "Salt", "quantity": "0", "unit": "" },
                { "name": "Limes", "quantity": "0", "unit": "dozen" },
                { "name": "Basil", "quantity": "a few", "unit": "leaves" },
            ],
        }));
        let stock = json!([{ "quantity": 32.0, "unit": "fl oz ounce" }, { "quantity": 946.353, "unit": "milliliter" }]);
        assert_eq!(
            body_json,
            json!({
                "title": "Soup",
                "link_type": "recipe",
                "image_url": "https://zest.example/media/1/2",
                "servings": 4,
                "expires_in": 30,
                "instructions": ["Chop.", "Boil."],
                "ingredients": [
                    { "name": "chicken stock", "display_text": "32 fl oz Chicken Stock, hot", "measurements": stock },
                    { "name": "eggs", "display_text": "1 dozen eggs", "measurements": [{ "quantity": 12.0, "unit": "each" }] },
                    { "name": "salt", "display_text": "salt" },
                { "name": "limes", "display_text": "dozen limes" },
                    { "name": "basil", "display_text": "a few leaves basil" },
                ],
                "landing_page_configuration": {
                    "partner_linkback_url": "https://zest.example/recipes/1",
                    "enable_pantry_items": true,
                },
            })
        );
    }

    proptest! {
        #[test]
        fn any_valid_request_becomes_a_sendable_page(
            lines in prop::collection::vec(("(?s).{0,80}", "\\PC{0,12}", "\\PC{0,12}"), 1..20),
            title in "(?s).{0,400}",
            step in "(?s).{0,100}",
            address in "(https://zest.example/)?\\PC{0,30}",
        ) {
            let ingredients: Vec<Value> = lines
                .iter()
                .map(|(name, quantity, unit)| json!({ "name": name, "quantity": quantity, "unit": unit }))
                .collect();
            let body = json!({
                "ingredients": ingredients, "title": title, "instructions": [step],
                "imageUrl": address, "partnerLinkbackUrl": address,
            });
            let request: LinkRequest = serde_json::from_value(body).unwrap();
            let Ok(page) = request.page(Some("https://zest.example")) else { return Ok(()) };
            let body = page.body().unwrap();
            prop_assert_eq!(&body, &page.body().unwrap());
            let body_json: Value = serde_json::from_str(&body).unwrap();
            prop_assert!(!page.title.is_empty());
            for (line, sent) in page.lines.iter().zip(body_json["ingredients"].as_array().unwrap()) {
                prop_assert_eq!(sent["name"].as_str().unwrap(), &line.name);
                prop_assert_eq!(line.name.trim(), &line.name);
                prop_assert_eq!(line.name.to_lowercase(), line.name.as_str());
                prop_assert!(!line.name.is_empty() && !line.name.contains(char::is_control));
                prop_assert!(line.quantity != "0");
            }
            let back = &body_json["landing_page_configuration"]["partner_linkback_url"];
            prop_assert!(back.as_str().is_none_or(|back| back.starts_with("https://zest.example/")), "{}", back);
        }
    }
}
