use std::sync::Arc;

use app::personal_tokens::Scope;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize)]
#[serde(tag = "name", content = "arguments", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Call {
    ImportRecipe { url: String },
    SearchRecipes { words: String },
    ReadRecipe { id: String },
    ProposeChange { id: String, wish: String },
}

impl Call {
    pub(super) fn read(name: &str, arguments: Option<JsonObject>) -> Option<Self> {
        let call = json!({ "name": name, "arguments": arguments.unwrap_or_default() });
        serde_json::from_value(call).ok()
    }

    pub(super) fn scope(&self) -> Scope {
        match self {
            Self::ImportRecipe { .. } => Scope::Import,
            Self::SearchRecipes { .. } | Self::ReadRecipe { .. } => Scope::Read,
            Self::ProposeChange { .. } => Scope::Propose,
        }
    }
}

/// Result of `tools/list`.
pub(super) fn all() -> Vec<Tool> {
    vec![
        tool(
            "import_recipe",
            "Imports the recipe of a public web page into the member's recipes. Returns its id at once; read it until \
             its status is no longer PENDING.",
            false,
            &json!({ "url": text("Address of the page") }),
        ),
        tool(
            "search_recipes",
            "Finds the member's recipes by words of title, ingredients and tags. Returns ids and titles, the best \
             first.",
            true,
            &json!({ "words": text("Words to search for") }),
        ),
        tool(
            "read_recipe",
            "Reads one of the member's recipes: status, ingredients, steps, times, servings, notes.",
            true,
            &json!({ "id": text("Id of the recipe") }),
        ),
        tool(
            "propose_change",
            "Proposes a change of a recipe and returns it line by line. The recipe changes only if the member accepts \
             the proposal on the recipe's page in Zest, within 30 days. Knows servings (\"for 6\"), units (\"metric\", \
             \"US units\") and diets (\"vegan\", \"vegetarian\", \"less gluten\").",
            false,
            &json!({ "id": text("Id of the recipe"), "wish": text("The wish, in English, Spanish or French") }),
        ),
    ]
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn tool(name: &'static str, description: &'static str, reads_only: bool, properties: &Value) -> Tool {
    let required: Vec<&String> = properties.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("required".to_owned(), json!(required));
    schema.insert("properties".to_owned(), properties.clone());
    schema.insert("additionalProperties".to_owned(), json!(false));
    let hints = ToolAnnotations::new().read_only(reads_only).destructive(false);
    Tool::new(name, description, Arc::new(schema)).with_annotations(hints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_a_call_with_its_arguments() {
        for tool in all() {
            let required = tool.input_schema["required"].as_array().unwrap();
            let arguments: JsonObject =
                required.iter().map(|name| (name.as_str().unwrap().to_owned(), json!("a"))).collect();
            assert!(Call::read(&tool.name, Some(arguments)).is_some(), "{}", tool.name);
            assert!(Call::read(&tool.name, None).is_none(), "{}", tool.name);
        }
        assert!(Call::read("delete_recipe", None).is_none());
    }
}
