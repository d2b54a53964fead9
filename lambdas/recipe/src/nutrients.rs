use serde::Serialize;

use crate::Nutrition;

/// Serializes nutrition as schema.org `NutritionInformation` fields.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Nutrients<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    calories: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fat_content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carbohydrate_content: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protein_content: Option<&'a str>,
}

impl<'a> From<&'a Nutrition> for Nutrients<'a> {
    fn from(nutrition: &'a Nutrition) -> Self {
        Self {
            calories: nutrition.calories.as_deref(),
            fat_content: nutrition.fat.as_deref(),
            carbohydrate_content: nutrition.carbs.as_deref(),
            protein_content: nutrition.protein.as_deref(),
        }
    }
}
