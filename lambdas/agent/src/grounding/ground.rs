//! A model's answer, held against its source.

use num_rational::Ratio;
use recipe::{Content, Language, duration, line};
use serde::{Deserialize, Serialize};

use crate::grounding::cover::{Place, Role, Source};
use crate::grounding::tokens::{Kind, tokens};

/// How many lines, and how many steps, of a model's recipe are looked at.
const MOST_LINES: usize = 500;
/// A longer line of a source says more than one number and so proves none.
const LONGEST_FACT_BYTES: usize = 120;

/// What a model says that a source holds, each text copied from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Answer {
    /// The recipe's name.
    pub title: Option<String>,
    /// The ingredient lines, one text each.
    pub ingredients: Vec<String>,
    /// The steps in order, one text each.
    pub instructions: Vec<String>,
    /// How many people it serves.
    pub servings: Option<u32>,
    /// Minutes of work before anything cooks.
    pub prep_minutes: Option<u32>,
    /// Minutes on the fire or in the oven.
    pub cook_minutes: Option<u32>,
    /// Minutes from start to table.
    pub total_minutes: Option<u32>,
}

/// How much of an answer the source does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// How many ingredient lines were dropped.
    pub ingredients: usize,
    /// How many steps were dropped.
    pub instructions: usize,
    /// Title, servings and times.
    pub facts: usize,
}

/// What is left of an answer: what the source says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounded {
    /// The recipe, its lines read by our own reader.
    pub content: Content,
    /// Where each ingredient of the content stands in the source.
    pub ingredient_places: Vec<Place>,
    /// Where each step of the content stands in the source.
    pub instruction_places: Vec<Place>,
    /// What was not kept.
    pub dropped: Dropped,
}

impl Grounded {
    /// Whether enough is left to be a recipe: something to take, and something to do with it.
    #[must_use]
    pub fn is_recipe(&self) -> bool {
        !self.content.ingredients.is_empty() && !self.content.instructions.is_empty()
    }
}

/// Keeps of an answer what its source says: each line whole or not at all. No word of the source is used twice.
#[must_use]
pub fn ground(source: &str, answer: &Answer, language: Option<Language>) -> Grounded {
    let mut said = Source::of(source);
    let mut grounded = Grounded::default();
    grounded.content.language = language;
    let mut dropped = Dropped {
        ingredients: answer.ingredients.len().saturating_sub(MOST_LINES),
        instructions: answer.instructions.len().saturating_sub(MOST_LINES),
        facts: 0,
    };
    for text in answer.ingredients.iter().take(MOST_LINES) {
        match said.take(text, Role::Ingredient) {
            Some(place) => {
                grounded.content.ingredients.push(line::read(text, language));
                grounded.ingredient_places.push(place);
            }
            None => dropped.ingredients += 1,
        }
    }
    for text in answer.instructions.iter().take(MOST_LINES) {
        match said.take(text, Role::Step) {
            Some(place) => {
                grounded.content.instructions.push(text.trim().to_owned());
                grounded.instruction_places.push(place);
            }
            None => dropped.instructions += 1,
        }
    }
    let mut fact = |is_said: bool| {
        dropped.facts += usize::from(!is_said);
        is_said
    };
    let title = answer.title.as_ref().filter(|title| fact(said.take(title, Role::Name).is_some()));
    grounded.content.title = title.map(|title| title.trim().to_owned());
    grounded.content.servings = answer.servings.filter(|servings| fact(says_number(source, *servings)));
    let mut minutes = |told: Option<u32>| told.filter(|minutes| fact(says_duration(source, *minutes)));
    grounded.content.prep_minutes = minutes(answer.prep_minutes);
    grounded.content.cook_minutes = minutes(answer.cook_minutes);
    grounded.content.total_minutes = minutes(answer.total_minutes);
    grounded.dropped = dropped;
    grounded
}

/// The lines that are short enough to say one thing.
fn facts(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter(|line| line.len() <= LONGEST_FACT_BYTES)
}

/// Whether a short line says this number by itself.
fn says_number(source: &str, number: u32) -> bool {
    let wanted = Kind::Number(Ratio::from_integer(u64::from(number)));
    facts(source).any(|line| tokens(line).iter().any(|token| token.kind == wanted))
}

/// Whether a short line says a duration of so many minutes.
fn says_duration(source: &str, minutes: u32) -> bool {
    let says = |line: &str| {
        let starts = line.char_indices().filter(|(at, c)| {
            let before = line.get(..*at).and_then(|before| before.chars().next_back());
            c.is_numeric()
                && !before.is_some_and(|before| before.is_numeric() || matches!(before, '.' | ',' | '/'))
        });
        starts.filter_map(|(at, _)| duration::leading(line.get(at..)?)).any(|(found, _)| found == minutes)
    };
    facts(source).any(says)
}
