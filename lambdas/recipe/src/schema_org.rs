//! Exports a recipe as schema.org/Recipe in JSON-LD. The extension `ingredientGroups` contains the ingredient
//! headings.

use crate::{Content, Nutrients, StepGroup, line_groups, step_groups};
use serde::Serialize;

/// A recipe with its URLs.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'a> {
    /// Content. Its image URL is ignored.
    pub content: &'a Content,
    /// Absolute URL of the page that shows the recipe.
    pub url: Option<&'a str>,
    /// Source URL, if different.
    pub source: Option<&'a str>,
    /// Absolute URL of its image.
    pub image: Option<&'a str>,
}

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
    author: Option<Person<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_based_on: Option<&'a str>,
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
    recipe_instructions: Vec<Instruction<'a>>,
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
struct Person<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
}

/// A step, or a section of steps below a heading.
#[derive(Serialize)]
#[serde(untagged)]
enum Instruction<'a> {
    Section(Section<'a>),
    Step(Step<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Section<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
    item_list_element: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct Nutrition<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(flatten)]
    facts: Nutrients<'a>,
}

/// Pretty-printed JSON document.
///
/// # Errors
/// `serde_json` errors, which do not occur for these types.
pub fn document(recipe: &Recipe) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(&described(recipe))? + "\n")
}

/// Content of a `<script type="application/ld+json">`, escaped so that no text can close the element.
///
/// # Errors
/// Same as [`document`].
pub fn script(recipe: &Recipe) -> serde_json::Result<String> {
    // JSON contains "<" only in strings.
    Ok(serde_json::to_string(&described(recipe))?.replace('<', "\\u003c"))
}

fn described<'a>(recipe: &Recipe<'a>) -> Document<'a> {
    let content = recipe.content;
    let groups = line_groups(&content.ingredients);
    let is_grouped = groups.iter().any(|group| group.heading.is_some());
    let facts = &content.nutrition;
    Document {
        context: "https://schema.org",
        kind: "Recipe",
        name: content.title.as_deref(),
        in_language: content.language.map(crate::Language::code),
        description: content.description.as_deref(),
        author: content.author.as_deref().map(|name| Person { kind: "Person", name }),
        url: recipe.url,
        is_based_on: recipe.source,
        image: recipe.image,
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
        recipe_instructions: step_groups(content).into_iter().flat_map(instructions).collect(),
        nutrition: (!facts.is_empty())
            .then(|| Nutrition { kind: "NutritionInformation", facts: Nutrients::from(facts) }),
    }
}

fn instructions(group: StepGroup<'_>) -> Vec<Instruction<'_>> {
    let steps = group.steps.iter().map(|text| Step { kind: "HowToStep", text });
    match group.heading {
        Some(name) => vec![Instruction::Section(Section {
            kind: "HowToSection",
            name,
            item_list_element: steps.collect(),
        })],
        None => steps.map(Instruction::Step).collect(),
    }
}

fn iso_duration(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, rest) => format!("PT{rest}M"),
        (hours, 0) => format!("PT{hours}H"),
        (hours, rest) => format!("PT{hours}H{rest}M"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipe_text_cannot_close_the_script_element() {
        let content = Content {
            title: Some("Soup</script><script>alert(1)</script>".to_owned()),
            author: Some("Ann </script>".to_owned()),
            instructions: vec!["<!-- Boil.".to_owned()],
            ..Content::default()
        };
        let recipe = Recipe {
            content: &content,
            url: Some("https://zest.example/recipes/1"),
            source: None,
            image: None,
        };
        let script = script(&recipe).unwrap();
        assert!(!script.contains('<'), "{script}");
        let read: serde_json::Value = serde_json::from_str(&script).unwrap();
        assert_eq!(read["name"], "Soup</script><script>alert(1)</script>");
        assert_eq!(read["recipeInstructions"][0]["text"], "<!-- Boil.");
        assert_eq!(read["author"], serde_json::json!({ "@type": "Person", "name": "Ann </script>" }));
        assert_eq!(read["url"], "https://zest.example/recipes/1");
        assert_eq!(read.get("isBasedOn"), None);
    }

    #[test]
    fn headings_of_steps_are_sections() {
        let heading = |step, text: &str| crate::StepHeading { step, text: text.to_owned() };
        let content = Content {
            instructions: ["Heat.", "Knead.", "Rest."].map(str::to_owned).to_vec(),
            step_headings: vec![heading(1, "Dough </script>")],
            ..Content::default()
        };
        let script = script(&Recipe { content: &content, url: None, source: None, image: None }).unwrap();
        assert!(!script.contains('<'), "{script}");
        let read: serde_json::Value = serde_json::from_str(&script).unwrap();
        let step = |text: &str| serde_json::json!({ "@type": "HowToStep", "text": text });
        let section = serde_json::json!({
            "@type": "HowToSection", "name": "Dough </script>", "itemListElement": [step("Knead."), step("Rest.")],
        });
        assert_eq!(read["recipeInstructions"], serde_json::json!([step("Heat."), section]));
    }

    #[test]
    fn duration_is_formatted_as_iso_8601() {
        for (minutes, written) in [(0, "PT0M"), (45, "PT45M"), (60, "PT1H"), (75, "PT1H15M")] {
            assert_eq!(iso_duration(minutes), written);
        }
    }
}
