//! Server-side tools: names, descriptions and schemas. No tool takes an owner.

use serde_json::{Value, json};

use crate::message::{InputSchema, ToolSpec};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tool {
    ReadRecipe,
    FindRecipes,
    Scale,
    ConvertUnits,
    Adapt,
    Substitute,
    Translate,
    Nutrition,
    PlanTimes,
    ShoppingLink,
    ImportRecipe,
    ProposeEdit,
}

/// Client action: confirm an edit. Its input is a [`crate::Patch`].
pub const PROPOSE_EDIT: &str = "proposeEdit";
/// Client action: confirm an import of a URL or text.
pub const PROPOSE_IMPORT: &str = "proposeImport";
/// Client action: confirm a shopping list of recipes.
pub const PROPOSE_SHOPPING: &str = "proposeShopping";

const ALL: [Tool; 12] = [
    Tool::ReadRecipe,
    Tool::FindRecipes,
    Tool::Scale,
    Tool::ConvertUnits,
    Tool::Adapt,
    Tool::Substitute,
    Tool::Translate,
    Tool::Nutrition,
    Tool::PlanTimes,
    Tool::ShoppingLink,
    Tool::ImportRecipe,
    Tool::ProposeEdit,
];

impl Tool {
    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|tool| tool.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReadRecipe => "readRecipe",
            Self::FindRecipes => "findRecipes",
            Self::Scale => "scale",
            Self::ConvertUnits => "convertUnits",
            Self::Adapt => "adapt",
            Self::Substitute => "substitute",
            Self::Translate => "translate",
            Self::Nutrition => "nutrition",
            Self::PlanTimes => "planTimes",
            Self::ShoppingLink => "shoppingLink",
            Self::ImportRecipe => "importRecipe",
            Self::ProposeEdit => PROPOSE_EDIT,
        }
    }

    fn description(self) -> &'static str {
        match self {
            Self::ReadRecipe => {
                "Reads one of the cook's own recipes: title, lines and steps with their places, times."
            }
            Self::FindRecipes => {
                "Finds the cook's own recipes by words of their titles, ingredients or tags."
            }
            Self::Scale => "Proposes the recipe for another number of people, all amounts reckoned.",
            Self::ConvertUnits => {
                "Proposes the recipe in metric or US units; or, with `text`, converts lines such as \"2 cups flour\"."
            }
            Self::Adapt => "Proposes the recipe for a diet: what does not suit is replaced or named.",
            Self::Substitute => {
                "Says what can take the place of a food that the cook lacks, with amounts, and proposes the first choice."
            }
            Self::Translate => {
                "Proposes the recipe in another language. Give each line, each step and each heading of steps in order, with exactly the numbers and \
                 units of the original, in digits where it has digits."
            }
            Self::Nutrition => {
                "Says what a serving holds, as the recipe states it or reckoned from its lines."
            }
            Self::PlanTimes => {
                "Plans backwards when to begin each step, so that the dish is ready at a time."
            }
            Self::ShoppingLink => "Offers the cook a shopping list of recipes. The cook opens it.",
            Self::ImportRecipe => {
                "Offers the cook to import an address or a text that the cook has sent. Nothing is read before the cook agrees."
            }
            Self::ProposeEdit => {
                "Proposes other words for title, lines or steps. Amounts, times and temperatures must come from the recipe, \
                 the cook or another tool; for numbers use the other tools. The cook accepts or refuses each line."
            }
        }
    }

    fn schema(self) -> Value {
        let recipe_id = json!({ "type": "string", "description": "The recipe's id; the one at hand where it is left out." });
        let (mut properties, required) = match self {
            Self::ReadRecipe | Self::Nutrition => (json!({}), json!([])),
            Self::FindRecipes => (json!({ "query": { "type": "string" } }), json!(["query"])),
            Self::Scale => (
                json!({ "servings": { "type": "integer", "minimum": 1, "maximum": 1000 } }),
                json!(["servings"]),
            ),
            Self::ConvertUnits => (
                json!({ "system": { "enum": ["metric", "us"] }, "text": { "type": "string", "description": "Lines to convert, in place of a recipe." } }),
                json!(["system"]),
            ),
            Self::Adapt => {
                (json!({ "diet": { "enum": ["vegan", "vegetarian", "gluten-reduced"] } }), json!(["diet"]))
            }
            Self::Substitute => (
                json!({ "food": { "type": "string" }, "choice": { "type": "integer", "minimum": 0 } }),
                json!(["food"]),
            ),
            Self::Translate => (
                json!({
                    "language": { "enum": ["en", "es", "fr"] },
                    "title": { "type": "string" },
                    "description": { "type": "string" },
                    "lines": { "type": "array", "items": { "type": "string" } },
                    "steps": { "type": "array", "items": { "type": "string" } },
                    "stepHeadings": { "type": "array", "items": { "type": "string" } },
                }),
                json!(["language", "lines", "steps"]),
            ),
            Self::PlanTimes => (
                json!({ "time": { "type": "string", "description": "When it is on the table, as 19:30." } }),
                json!(["time"]),
            ),
            Self::ShoppingLink => (
                json!({
                    "recipeIds": { "type": "array", "items": { "type": "string" } },
                    "servings": { "type": "integer", "minimum": 1, "maximum": 1000 },
                }),
                json!([]),
            ),
            Self::ImportRecipe => {
                (json!({ "url": { "type": "string" }, "text": { "type": "string" } }), json!([]))
            }
            Self::ProposeEdit => {
                let edit = json!({
                    "type": "object",
                    "properties": {
                        "action": { "enum": ["replace", "remove", "add"] },
                        "place": { "type": "integer", "minimum": 0 },
                        "text": { "type": "string" },
                    },
                    "required": ["action"],
                });
                (
                    json!({
                        "title": { "type": "string" },
                        "description": { "type": "string" },
                        "lines": { "type": "array", "items": edit },
                        "steps": { "type": "array", "items": edit },
                        "why": { "type": "string", "description": "Why, in a few words of the cook's language." },
                    }),
                    json!([]),
                )
            }
        };
        let is_of_recipe = !matches!(self, Self::FindRecipes | Self::ShoppingLink | Self::ImportRecipe);
        if let Some(properties) = properties.as_object_mut().filter(|_| is_of_recipe) {
            properties.insert("recipeId".to_owned(), recipe_id);
        }
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }
}

/// All server-side tools, as described to the model.
#[must_use]
pub fn catalogue() -> Vec<ToolSpec> {
    let spec = |tool: Tool| ToolSpec {
        name: tool.name().to_owned(),
        description: tool.description().to_owned(),
        input_schema: InputSchema { json: tool.schema() },
    };
    ALL.into_iter().map(spec).collect()
}

/// Whether a tool name is reserved.
#[must_use]
pub fn is_ours(name: &str) -> bool {
    Tool::named(name).is_some() || [PROPOSE_EDIT, PROPOSE_IMPORT, PROPOSE_SHOPPING].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_names_are_unique_and_no_tool_takes_an_owner() {
        let all = catalogue();
        for spec in &all {
            assert!(is_ours(&spec.name));
            assert_eq!(all.iter().filter(|other| other.name == spec.name).count(), 1, "{}", spec.name);
            let schema = spec.input_schema.json.to_string().to_lowercase();
            for word in ["owner", "user", "identity", "email", "account"] {
                assert!(!schema.contains(word), "{} takes {word}", spec.name);
            }
            let properties = spec.input_schema.json["properties"].as_object().unwrap();
            for required in spec.input_schema.json["required"].as_array().unwrap() {
                assert!(properties.contains_key(required.as_str().unwrap()), "{}", spec.name);
            }
        }
        assert!(!is_ours("timer"));
    }
}
