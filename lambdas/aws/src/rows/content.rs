use app::Language;
use recipe::{Content, CountedAs, Doubt, Ingredient, Nutrition, StepHeading, valid_headings};
use serde::{Deserialize, Serialize};

use crate::rows::codes::{Coded, optional};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContentRow {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(default)]
    ingredients: Vec<IngredientRow>,
    #[serde(default)]
    instructions: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    step_headings: Vec<StepHeadingRow>,
    #[serde(default)]
    prep_minutes: Option<u32>,
    #[serde(default)]
    cook_minutes: Option<u32>,
    #[serde(default)]
    total_minutes: Option<u32>,
    #[serde(default)]
    servings: Option<u32>,
    #[serde(default)]
    yields: Option<String>,
    #[serde(default)]
    picture_url: Option<String>,
    /// An unknown language reads as none.
    #[serde(default)]
    language: Coded<Language>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    nutrition: NutritionRow,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct IngredientRow {
    name: String,
    quantity: String,
    unit: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(default)]
    step_mapping: Vec<u32>,
    /// An unknown mark reads as [`Doubt::Guessed`].
    #[serde(default, skip_serializing_if = "is_absent")]
    doubt: Coded<Doubt>,
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    counted_as: Option<CountedAsRow>,
    /// Absent without a linked recipe, and in rows from before links were stored.
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    recipe: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct CountedAsRow {
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    food: Option<String>,
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    grams: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct StepHeadingRow {
    step: u32,
    text: String,
}

#[derive(Default, Serialize, Deserialize)]
struct NutritionRow {
    #[serde(default)]
    calories: Option<String>,
    #[serde(default)]
    fat: Option<String>,
    #[serde(default)]
    carbs: Option<String>,
    #[serde(default)]
    protein: Option<String>,
}

fn is_absent(doubt: &Coded<Doubt>) -> bool {
    *doubt == Coded::Absent
}

impl From<&Content> for ContentRow {
    fn from(content: &Content) -> Self {
        let content = content.clone();
        let Nutrition { calories, fat, carbs, protein } = content.nutrition;
        Self {
            title: content.title,
            description: content.description,
            author: content.author,
            ingredients: content.ingredients.into_iter().map(IngredientRow::from).collect(),
            instructions: content.instructions,
            step_headings: content.step_headings.into_iter().map(StepHeadingRow::from).collect(),
            prep_minutes: content.prep_minutes,
            cook_minutes: content.cook_minutes,
            total_minutes: content.total_minutes,
            servings: content.servings,
            yields: content.yields,
            picture_url: content.picture_url,
            language: content.language.into(),
            tags: content.tags,
            nutrition: NutritionRow { calories, fat, carbs, protein },
        }
    }
}

impl From<ContentRow> for Content {
    fn from(row: ContentRow) -> Self {
        let NutritionRow { calories, fat, carbs, protein } = row.nutrition;
        let headings = row.step_headings.into_iter().map(StepHeading::from).collect();
        let step_headings = valid_headings(headings, row.instructions.len());
        Self {
            title: row.title,
            description: row.description,
            author: row.author,
            ingredients: row.ingredients.into_iter().map(Ingredient::from).collect(),
            instructions: row.instructions,
            step_headings,
            prep_minutes: row.prep_minutes,
            cook_minutes: row.cook_minutes,
            total_minutes: row.total_minutes,
            servings: row.servings,
            yields: row.yields,
            picture_url: row.picture_url,
            language: row.language.known(),
            tags: row.tags,
            nutrition: Nutrition { calories, fat, carbs, protein },
        }
    }
}

impl From<StepHeading> for StepHeadingRow {
    fn from(StepHeading { step, text }: StepHeading) -> Self {
        Self { step, text }
    }
}

impl From<StepHeadingRow> for StepHeading {
    fn from(StepHeadingRow { step, text }: StepHeadingRow) -> Self {
        Self { step, text }
    }
}

impl From<Ingredient> for IngredientRow {
    fn from(line: Ingredient) -> Self {
        let Ingredient { name, quantity, unit, note, text, group, step_mapping, doubt, counted_as, recipe } =
            line;
        let counted_as = counted_as.map(|CountedAs { food, grams }| CountedAsRow { food, grams });
        let doubt = doubt.into();
        Self { name, quantity, unit, note, text, group, step_mapping, doubt, counted_as, recipe }
    }
}

impl From<IngredientRow> for Ingredient {
    fn from(row: IngredientRow) -> Self {
        let IngredientRow {
            name,
            quantity,
            unit,
            note,
            text,
            group,
            step_mapping,
            doubt,
            counted_as,
            recipe,
        } = row;
        let doubt = doubt.or_unknown(Doubt::Guessed);
        let counted_as = counted_as.map(|CountedAsRow { food, grams }| CountedAs { food, grams });
        Self { name, quantity, unit, note, text, group, step_mapping, doubt, counted_as, recipe }
    }
}
