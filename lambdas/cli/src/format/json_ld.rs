//! A recipe as schema.org/Recipe, which nearly every recipe app reads.
//!
//! Every line stands in `recipeIngredient` word for word. schema.org has no headings for ingredients, so they stand beside
//! it once more in `ingredientGroups`, which others pass over and our own reader takes.

use serde::Serialize;

use super::{Recipe, line_groups};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    keywords: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recipe_yield: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prep_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cook_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_time: Option<String>,
    recipe_ingredient: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ingredient_groups: Vec<ItemList<'a>>,
    recipe_instructions: Vec<Step<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nutrition: Option<Nutrition<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ItemList<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    item_list_element: Vec<&'a str>,
}

#[derive(Serialize)]
struct Step<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Nutrition<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    calories: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fat_content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carbohydrate_content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protein_content: Option<&'a str>,
}

/// One document over several lines.
///
/// # Errors
/// Those of `serde_json`, which for these types of texts and numbers do not come up.
pub(crate) fn write(recipe: &Recipe) -> serde_json::Result<String> {
    let content = recipe.content;
    let groups = line_groups(&content.ingredients);
    let is_grouped = groups.iter().any(|group| group.heading.is_some());
    let facts = &content.nutrition;
    let document = Document {
        context: "https://schema.org",
        kind: "Recipe",
        name: content.title.as_deref(),
        in_language: content.language.map(recipe::Language::code),
        description: content.description.as_deref(),
        url: recipe.url.map(url::Url::as_str),
        image: content.picture_url.as_deref(),
        keywords: &content.tags,
        recipe_yield: content
            .servings
            .map(|servings| servings.to_string())
            .into_iter()
            .chain(content.yields.clone())
            .collect(),
        prep_time: content.prep_minutes.map(iso_duration),
        cook_time: content.cook_minutes.map(iso_duration),
        total_time: content.total_minutes.map(iso_duration),
        recipe_ingredient: content.ingredients.iter().map(|line| line.text.as_str()).collect(),
        ingredient_groups: groups
            .into_iter()
            .filter(|_| is_grouped)
            .map(|group| ItemList { kind: "ItemList", name: group.heading, item_list_element: group.lines })
            .collect(),
        recipe_instructions: content
            .instructions
            .iter()
            .map(|text| Step { kind: "HowToStep", text })
            .collect(),
        nutrition: (!facts.is_empty()).then_some(Nutrition {
            kind: "NutritionInformation",
            calories: facts.calories.as_deref(),
            fat_content: facts.fat.as_deref(),
            carbohydrate_content: facts.carbs.as_deref(),
            protein_content: facts.protein.as_deref(),
        }),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// ISO 8601, for instance `PT1H15M`.
fn iso_duration(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, rest) => format!("PT{rest}M"),
        (hours, 0) => format!("PT{hours}H"),
        (hours, rest) => format!("PT{hours}H{rest}M"),
    }
}
