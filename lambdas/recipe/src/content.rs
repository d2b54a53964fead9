//! Content of a recipe, independent of owner and source.

use serde::{Deserialize, Serialize};

use crate::Language;

/// A heading before a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepHeading {
    /// Index into [`Content::instructions`] of the step below it.
    pub step: u32,
    /// Heading on one line.
    pub text: String,
}

/// An ingredient line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ingredient {
    /// Food name, without the amount.
    pub name: String,
    /// Amount as written, e.g. `1 ½` or `2-3`; empty if none.
    pub quantity: String,
    /// Unit as written, e.g. `cups`; empty if none.
    pub unit: String,
    /// Rest of the line, e.g. `finely chopped` or `to taste`; empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The whole line as written.
    pub text: String,
    /// Heading of its group, e.g. `For the sauce`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Indices into [`Content::instructions`] of the steps that use it.
    #[serde(default)]
    pub step_mapping: Vec<u32>,
    /// Uncertainty mark, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// Correction of its nutrition by a person, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_as: Option<CountedAs>,
    /// Id of the owner's own recipe for this ingredient. Only the owner may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
}

/// Correction by a person of how a line counts in the nutrition. Missing fields are derived from the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedAs {
    /// Name of a food of the food table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub food: Option<String>,
    /// Edible weight of the line in grams; 0 excludes the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grams: Option<u32>,
}

impl Ingredient {
    /// Joins the fields to a line: amount, unit, name, and the note after a comma.
    #[must_use]
    pub fn joined(&self) -> String {
        let parts = [&self.quantity, &self.unit, &self.name];
        let words: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        let words = words.join(" ");
        if self.note.is_empty() { words } else { format!("{words}, {}", self.note) }
    }
}

/// Reason for an uncertainty mark. JSON names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Doubt {
    /// Structured data and visible page differ; the more complete text was used.
    Mended,
    /// Recognized by its wording, without markup.
    Guessed,
    /// The line may be split wrongly into amount, unit and name.
    Parts,
}

/// Nutrition per serving as written by the source, e.g. `320 kcal`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nutrition {
    /// Energy with its unit, kcal or kJ.
    pub calories: Option<String>,
    /// Total fat with unit.
    pub fat: Option<String>,
    /// Carbohydrates with unit.
    pub carbs: Option<String>,
    /// Protein with unit.
    pub protein: Option<String>,
}

impl Nutrition {
    /// Whether all fields are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Content of a recipe, as plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Content {
    /// Title, one line.
    pub title: Option<String>,
    /// Short description.
    pub description: Option<String>,
    /// Author as named by the source, comma-separated if several; omitted from JSON if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Ingredient lines in source order.
    pub ingredients: Vec<Ingredient>,
    /// Steps in order, without numbers.
    pub instructions: Vec<String>,
    /// Headings of the steps, in step order; omitted from JSON if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub step_headings: Vec<StepHeading>,
    /// Preparation time in minutes.
    pub prep_minutes: Option<u32>,
    /// Cooking time in minutes.
    pub cook_minutes: Option<u32>,
    /// Total time in minutes.
    pub total_minutes: Option<u32>,
    /// Number of servings.
    pub servings: Option<u32>,
    /// Yield as written, e.g. `24 cookies`.
    pub yields: Option<String>,
    /// Absolute URL of the best image.
    pub picture_url: Option<String>,
    /// Language of the recipe.
    pub language: Option<Language>,
    /// Course, cuisine and keywords, deduplicated.
    pub tags: Vec<String>,
    /// Nutrition stated by the source.
    pub nutrition: Nutrition,
}

impl Content {
    /// Total bytes of all texts, without nutrition and image URL.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        // Destructured, so that the compiler reports new fields.
        let Self {
            title,
            description,
            author,
            ingredients,
            instructions,
            step_headings,
            prep_minutes: _,
            cook_minutes: _,
            total_minutes: _,
            servings: _,
            yields,
            picture_url: _,
            language: _,
            tags,
            nutrition: _,
        } = self;
        let texts =
            [title, description, author, yields].into_iter().flatten().chain(instructions).chain(tags);
        let lines = ingredients.iter().map(|line| {
            let parts = [&line.name, &line.quantity, &line.unit, &line.note, &line.text];
            let group = line.group.as_ref().map_or(0, String::len);
            let food =
                line.counted_as.as_ref().and_then(|counted| counted.food.as_ref()).map_or(0, String::len);
            parts.into_iter().map(String::len).sum::<usize>() + group + food
        });
        let headings = step_headings.iter().map(|heading| heading.text.len());
        texts.map(String::len).chain(lines).chain(headings).sum()
    }
}
