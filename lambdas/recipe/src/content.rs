//! What a recipe says, whoever owns it and however it came in.

use serde::{Deserialize, Serialize};

use crate::Language;

/// One line of the ingredient list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ingredient {
    /// What to buy: the line without its amount.
    pub name: String,
    /// As the source writes it, for instance `1 ½` or `2-3`; empty when the line has none.
    pub quantity: String,
    /// As the source writes it, for instance `cups`; empty when the line has none.
    pub unit: String,
    /// What else the line says of it, for instance `finely chopped` or `to taste`; empty when it says no more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The whole line as the source writes it.
    pub text: String,
    /// The heading above the line, for instance `For the sauce`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Indexes into [`Content::instructions`], from 0, of the steps that use it.
    #[serde(default)]
    pub step_mapping: Vec<u32>,
    /// Why a cook should look at the line again; `None` when it is as sure as the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
}

impl Ingredient {
    /// The line that its parts make: amount, unit and name, and the note behind a comma.
    #[must_use]
    pub fn joined(&self) -> String {
        let parts = [&self.quantity, &self.unit, &self.name];
        let words: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        let words = words.join(" ");
        if self.note.is_empty() { words } else { format!("{words}, {}", self.note) }
    }
}

/// Why an ingredient line may be wrong. The names in JSON are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Doubt {
    /// The page's data and what the page shows disagree; the fuller of the two was taken.
    Mended,
    /// The page does not mark it as an ingredient; it was recognised by its wording.
    Guessed,
    /// It is an ingredient line, but amount, unit and name may be told apart wrongly.
    Parts,
}

/// Amounts per serving, as the source writes them, for instance `320 kcal`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nutrition {
    /// Energy with its unit, kcal or kJ.
    pub calories: Option<String>,
    /// All fat together, with its unit.
    pub fat: Option<String>,
    /// All carbohydrates with their unit.
    pub carbs: Option<String>,
    /// Protein with its unit.
    pub protein: Option<String>,
}

impl Nutrition {
    /// Whether the source states nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a recipe says. All texts are plain text: no markup, no entities.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Content {
    /// The recipe's name on one line.
    pub title: Option<String>,
    /// A sentence or two about it.
    pub description: Option<String>,
    /// Who has written it, as the source names them: one name, or several with commas between. The JSON has no such member
    /// where nobody is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// In the order of the source.
    pub ingredients: Vec<Ingredient>,
    /// One step each, in order, without numbers.
    pub instructions: Vec<String>,
    /// Minutes of work before anything cooks.
    pub prep_minutes: Option<u32>,
    /// Time on the fire or in the oven.
    pub cook_minutes: Option<u32>,
    /// From start to table.
    pub total_minutes: Option<u32>,
    /// How many people it serves.
    pub servings: Option<u32>,
    /// What it makes, as the source writes it, for instance `24 cookies`.
    pub yields: Option<String>,
    /// Absolute address of the best picture on the source's site.
    pub picture_url: Option<String>,
    /// The language it is written in.
    pub language: Option<Language>,
    /// Course, cuisine and keywords, without duplicates.
    pub tags: Vec<String>,
    /// What the source says of the nutrition.
    pub nutrition: Nutrition,
}

impl Content {
    /// How many bytes its texts take, all but those of the nutrition, which are short, and the picture's address.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        // Field by field, so that none is forgotten.
        let Self {
            title,
            description,
            author,
            ingredients,
            instructions,
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
            parts.into_iter().map(String::len).sum::<usize>() + group
        });
        texts.map(String::len).chain(lines).sum()
    }
}
