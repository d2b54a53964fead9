//! Typed arguments of tools. Invalid arguments become an error message for the model.

use recipe::Language;
use recipe::adapt::System;
use recipe::diet::Diet;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::tools::catalogue::Tool;
use zest_core::RecipeId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    ReadRecipe(OfRecipe),
    FindRecipes(Find),
    Scale(Scale),
    ConvertUnits(ConvertUnits),
    Adapt(ForDiet),
    Substitute(Substitute),
    Translate(Translate),
    Nutrition(OfRecipe),
    PlanTimes(PlanTimes),
    ShoppingLink(ShoppingLink),
    ImportRecipe(ImportRecipe),
    ProposeEdit(ProposeEdit),
}

/// The recipe; by default the one shown to the user.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OfRecipe {
    pub(crate) recipe_id: Option<RecipeId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Find {
    pub(crate) query: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Scale {
    pub(crate) recipe_id: Option<RecipeId>,
    pub(crate) servings: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConvertUnits {
    pub(crate) recipe_id: Option<RecipeId>,
    /// Ingredient lines to convert instead of a recipe: "2 cups flour".
    pub(crate) text: Option<String>,
    pub(crate) system: System,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ForDiet {
    pub(crate) recipe_id: Option<RecipeId>,
    pub(crate) diet: Diet,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Substitute {
    pub(crate) recipe_id: Option<RecipeId>,
    pub(crate) food: String,
    /// Index of the chosen substitute; by default the first.
    pub(crate) choice: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Translate {
    pub(crate) recipe_id: Option<RecipeId>,
    pub(crate) language: Language,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) lines: Vec<String>,
    pub(crate) steps: Vec<String>,
    #[serde(default)]
    pub(crate) step_headings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PlanTimes {
    pub(crate) recipe_id: Option<RecipeId>,
    /// Target time of day: "19:30".
    pub(crate) time: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ShoppingLink {
    pub(crate) recipe_ids: Option<Vec<RecipeId>>,
    pub(crate) servings: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ImportRecipe {
    pub(crate) url: Option<String>,
    pub(crate) text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ProposeEdit {
    pub(crate) recipe_id: Option<RecipeId>,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    #[serde(default)]
    pub(crate) lines: Vec<TextEdit>,
    #[serde(default)]
    pub(crate) steps: Vec<TextEdit>,
    #[serde(default)]
    pub(crate) why: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextEdit {
    pub(crate) action: Action,
    /// Index in the draft, from 0; an addition is inserted after it.
    pub(crate) place: Option<usize>,
    pub(crate) text: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Action {
    Replace,
    Remove,
    Add,
}

const MAX_BYTES: usize = 100_000;

impl Call {
    pub(crate) fn read(tool: Tool, input: &Value) -> Result<Self, String> {
        if input.to_string().len() > MAX_BYTES {
            return Err("The arguments are too long.".to_owned());
        }
        Ok(match tool {
            Tool::ReadRecipe => Self::ReadRecipe(typed(input)?),
            Tool::FindRecipes => Self::FindRecipes(typed(input)?),
            Tool::Scale => Self::Scale(typed(input)?),
            Tool::ConvertUnits => Self::ConvertUnits(typed(input)?),
            Tool::Adapt => Self::Adapt(typed(input)?),
            Tool::Substitute => Self::Substitute(typed(input)?),
            Tool::Translate => Self::Translate(typed(input)?),
            Tool::Nutrition => Self::Nutrition(typed(input)?),
            Tool::PlanTimes => Self::PlanTimes(typed(input)?),
            Tool::ShoppingLink => Self::ShoppingLink(typed(input)?),
            Tool::ImportRecipe => Self::ImportRecipe(typed(input)?),
            Tool::ProposeEdit => Self::ProposeEdit(typed(input)?),
        })
    }
}

fn typed<T: DeserializeOwned>(input: &Value) -> Result<T, String> {
    T::deserialize(input).map_err(|error| format!("The arguments do not fit the tool's schema: {error}."))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn invalid_arguments_are_rejected() {
        for (tool, input) in [
            (Tool::Scale, json!({})),
            (Tool::Scale, json!({ "servings": "eight" })),
            (Tool::Scale, json!({ "servings": -1 })),
            (Tool::Scale, json!({ "servings": 2.5 })),
            (Tool::Scale, json!({ "servings": 8, "owner": "somebody" })),
            (Tool::Scale, json!([8])),
            (Tool::Scale, json!(null)),
            (Tool::ReadRecipe, json!({ "recipeId": "../../etc" })),
            (Tool::ReadRecipe, json!({ "userId": "x" })),
            (Tool::Adapt, json!({ "diet": "keto" })),
            (Tool::ConvertUnits, json!({ "system": "imperial" })),
            (Tool::Translate, json!({ "language": "de", "lines": [], "steps": [] })),
            (Tool::ProposeEdit, json!({ "lines": [{ "action": "delete_all" }] })),
            (Tool::FindRecipes, json!({ "query": "x".repeat(MAX_BYTES) })),
        ] {
            assert!(Call::read(tool, &input).is_err(), "{tool:?} {input}");
        }
        let scale = Scale { recipe_id: None, servings: 8 };
        assert_eq!(Call::read(Tool::Scale, &json!({ "servings": 8 })), Ok(Call::Scale(scale)));
    }
}
