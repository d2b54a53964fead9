use num_rational::Ratio;
use recipe::{Content, Language, duration, line};
use serde::{Deserialize, Serialize};

use crate::grounding::cover::{Place, Role, Source};
use crate::grounding::tokens::{Kind, tokens};

const MAX_LINES: usize = 500;
/// Maximum bytes of a source line that can confirm a number.
const LONGEST_FACT_BYTES: usize = 120;

/// A model's answer; its texts should be copied from the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Answer {
    /// Title; `None` if the model gave none.
    pub title: Option<String>,
    /// Ingredient lines.
    pub ingredients: Vec<String>,
    /// Steps in order.
    pub instructions: Vec<String>,
    /// Number of servings.
    pub servings: Option<u32>,
    /// Preparation time in minutes.
    pub prep_minutes: Option<u32>,
    /// Cooking time in minutes.
    pub cook_minutes: Option<u32>,
    /// Total time in minutes.
    pub total_minutes: Option<u32>,
}

/// Counts of parts that are not in the source or exceed a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Dropped ingredient lines.
    pub ingredients: usize,
    /// Dropped steps.
    pub instructions: usize,
    /// Dropped title, servings and times.
    pub facts: usize,
}

/// The parts of an answer found in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounded {
    /// The recipe, with parsed lines.
    pub content: Content,
    /// Source lines of each ingredient.
    pub ingredient_places: Vec<Place>,
    /// Source lines of each step.
    pub instruction_places: Vec<Place>,
    /// Counts of dropped parts.
    pub dropped: Dropped,
}

impl Grounded {
    /// Whether at least one ingredient and one step remain.
    #[must_use]
    pub fn is_recipe(&self) -> bool {
        !self.content.ingredients.is_empty() && !self.content.instructions.is_empty()
    }
}

/// Keeps the lines of an answer that are verbatim in its source. Each word of the source is used once.
#[must_use]
pub fn ground(source: &str, answer: &Answer, language: Option<Language>) -> Grounded {
    let mut unused = Source::of(source);
    let mut grounded = Grounded::default();
    grounded.content.language = language;
    let mut dropped = Dropped {
        ingredients: answer.ingredients.len().saturating_sub(MAX_LINES),
        instructions: answer.instructions.len().saturating_sub(MAX_LINES),
        facts: 0,
    };
    for text in answer.ingredients.iter().take(MAX_LINES) {
        match unused.take(text, Role::Ingredient) {
            Some(place) => {
                grounded.content.ingredients.push(line::read(text, language));
                grounded.ingredient_places.push(place);
            }
            None => dropped.ingredients += 1,
        }
    }
    for text in answer.instructions.iter().take(MAX_LINES) {
        match unused.take(text, Role::Step) {
            Some(place) => {
                grounded.content.instructions.push(text.trim().to_owned());
                grounded.instruction_places.push(place);
            }
            None => dropped.instructions += 1,
        }
    }
    let mut fact = |is_in_source: bool| {
        dropped.facts += usize::from(!is_in_source);
        is_in_source
    };
    let title = answer.title.as_ref().filter(|title| fact(unused.take(title, Role::Name).is_some()));
    grounded.content.title = title.map(|title| title.trim().to_owned());
    grounded.content.servings = answer.servings.filter(|servings| fact(has_number(source, *servings)));
    let mut minutes = |claimed: Option<u32>| claimed.filter(|minutes| fact(has_duration(source, *minutes)));
    grounded.content.prep_minutes = minutes(answer.prep_minutes);
    grounded.content.cook_minutes = minutes(answer.cook_minutes);
    grounded.content.total_minutes = minutes(answer.total_minutes);
    grounded.dropped = dropped;
    grounded
}

fn facts(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter(|line| line.len() <= LONGEST_FACT_BYTES)
}

fn has_number(source: &str, number: u32) -> bool {
    let wanted = Kind::Number(Ratio::from_integer(u64::from(number)));
    facts(source).any(|line| tokens(line).iter().any(|token| token.kind == wanted))
}

fn has_duration(source: &str, minutes: u32) -> bool {
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
