//! What a client sends to change a recipe, and within which bounds.

use recipe::{Content, Ingredient, Language, Nutrition};
use serde::Deserialize;

use crate::book::field_change::{Change, tidy};
use crate::book::marking::MarksEdit;
use crate::error::AppError;
use crate::refusal::Refusal;
use crate::timestamp::Timestamp;

/// Most characters in a title that a person writes.
pub const TITLE_LIMIT: usize = 300;
/// Most characters in the name of who has written it.
pub const AUTHOR_LIMIT: usize = 80;
/// Characters in a description, a step or the notes. All texts together are bounded by what a row holds.
pub const TEXT_LIMIT: usize = 50_000;
/// Ingredient lines, and steps: what can be imported can be edited.
pub const LINE_LIMIT: usize = 500;
const TAG_LIMIT: usize = 30;
/// Characters in a tag, or in a value of the nutrition.
const SHORT_TEXT_LIMIT: usize = 60;
const MINUTES_LIMIT: u32 = 60 * 24 * 365;
const SERVINGS_LIMIT: u32 = 10_000;

/// What a client sends to change a recipe; what is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct UpdateRecipe {
    /// The recipe's id; [`AppError::InvalidInput`] unless it is 32 lowercase hexadecimal digits.
    pub id: String,
    /// The version that the change is based on.
    pub version: Option<u64>,
    /// The title, at most [`TITLE_LIMIT`] characters and not empty; `None` leaves it as it is.
    pub title: Option<String>,
    /// What is said about the recipe, at most [`TEXT_LIMIT`] characters.
    pub description: Change<String>,
    /// Who has written the recipe, at most [`AUTHOR_LIMIT`] characters.
    pub author: Change<String>,
    /// All ingredient lines anew, at most [`LINE_LIMIT`]; `None` leaves them as they are.
    pub ingredients: Option<Vec<IngredientEdit>>,
    /// At most [`LINE_LIMIT`] steps of [`TEXT_LIMIT`] characters.
    pub instructions: Option<Vec<String>>,
    /// Minutes of work before anything cooks, at most those of a year.
    pub prep_time: Change<u32>,
    /// Minutes of cooking, at most those of a year.
    pub cook_time: Change<u32>,
    /// Minutes from start to table, at most those of a year.
    pub total_time: Change<u32>,
    /// How many people it serves, at most 10,000.
    pub servings: Change<u32>,
    /// What it makes in words, for instance `24 cookies`.
    #[serde(rename = "yield")]
    pub yields: Change<String>,
    /// At most 30 of at most 60 characters.
    pub tags: Option<Vec<String>>,
    /// An address as for an import; nothing is fetched from it.
    pub url: Change<String>,
    /// The language that the recipe is written in; emptied, it is unknown.
    pub language: Change<Language>,
    /// The owner's own words: at most [`TEXT_LIMIT`] characters.
    pub notes: Change<String>,
    /// All four values at once.
    pub nutrition: Change<NutritionEdit>,
    /// What the owner puts on it for themselves.
    #[serde(flatten)]
    pub marks: MarksEdit,
}

/// Nutritional information as a person edits it: values of at most 60 characters; a blank one counts as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct NutritionEdit {
    /// Energy of a serving as the person writes it, for instance `350 kcal`.
    pub calories: Option<String>,
    /// All fat of a serving as the person writes it, for instance `12 g`.
    pub fat: Option<String>,
    /// All carbohydrates of a serving as the person writes them, for instance `40 g`.
    pub carbs: Option<String>,
    /// Protein of a serving as the person writes it, for instance `9 g`.
    pub protein: Option<String>,
}

impl From<NutritionEdit> for Nutrition {
    fn from(edit: NutritionEdit) -> Self {
        let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Self {
            calories: said(edit.calories),
            fat: said(edit.fat),
            carbs: said(edit.carbs),
            protein: said(edit.protein),
        }
    }
}

/// An ingredient row as a person edits it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct IngredientEdit {
    /// What to buy: the line without its amount and its note.
    pub name: String,
    /// The amount as the person writes it, for instance `1 ½`; empty where the line has none.
    pub quantity: String,
    /// The unit as the person writes it, for instance `cups`; empty where the line has none.
    pub unit: String,
    /// The whole line; put together from the parts when absent.
    pub text: Option<String>,
    /// What else there is to say of it, for instance `finely chopped`.
    pub note: Option<String>,
    /// The heading above the line; `None` where it stands below none.
    pub group: Option<String>,
}

fn tidy_all(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().map(tidy).collect()
}

impl UpdateRecipe {
    /// The input with its texts as they are kept.
    pub(super) fn tidied(self) -> Self {
        let lines = |lines: Vec<IngredientEdit>| lines.into_iter().map(IngredientEdit::tidied).collect();
        Self {
            title: self.title.map(tidy),
            description: self.description.tidied(),
            author: self.author.tidied(),
            ingredients: self.ingredients.map(lines),
            instructions: self.instructions.map(tidy_all),
            yields: self.yields.tidied(),
            tags: self.tags.map(tidied_tags),
            url: self.url.tidied(),
            notes: self.notes.tidied(),
            nutrition: match self.nutrition {
                Change::To(edit) => Change::To(edit.tidied()),
                other => other,
            },
            marks: self.marks.tidied(),
            ..self
        }
    }

    /// Whether it leaves alone what the recipe says.
    pub(super) fn only_marks(&self) -> bool {
        let (id, marks) = (self.id.clone(), self.marks.clone());
        *self == Self { id, version: self.version, marks, ..Self::default() }
    }

    /// Refuses what is beyond the bounds, with a sentence that names the field.
    pub(super) fn check(&self, now: Timestamp) -> Result<(), AppError> {
        let is_long = |text: &str, limit: usize| text.chars().count() > limit;
        let longer =
            |text: &Change<String>, limit: usize| text.value().is_some_and(|text| is_long(text, limit));
        let title = self.title.as_deref();
        let steps = self.instructions.as_deref().unwrap_or_default();
        let lines = self.ingredients.as_deref().unwrap_or_default();
        let tags = self.tags.as_deref().unwrap_or_default();
        let times = [&self.prep_time, &self.cook_time, &self.total_time];
        let long_time = times.iter().filter_map(|time| time.value()).any(|minutes| *minutes > MINUTES_LIMIT);
        let values = self.nutrition.value().map(NutritionEdit::values).unwrap_or_default();
        let rules = [
            (title.is_some_and(|title| is_long(title, TITLE_LIMIT)), Refusal::LongTitle),
            (title.is_some_and(|title| title.trim().is_empty()), Refusal::EmptyTitle),
            (longer(&self.description, TEXT_LIMIT), Refusal::LongDescription),
            (longer(&self.author, AUTHOR_LIMIT), Refusal::LongAuthor),
            (longer(&self.notes, TEXT_LIMIT), Refusal::LongNotes),
            (longer(&self.yields, TITLE_LIMIT), Refusal::LongYield),
            (steps.len() > LINE_LIMIT, Refusal::TooManySteps),
            (steps.iter().any(|step| is_long(step, TEXT_LIMIT)), Refusal::LongStep),
            (lines.len() > LINE_LIMIT, Refusal::TooManyIngredients),
            (tags.len() > TAG_LIMIT, Refusal::TooManyTags),
            (tags.iter().any(|tag| is_long(tag, SHORT_TEXT_LIMIT)), Refusal::LongTag),
            (long_time, Refusal::LongTime),
            (self.servings.value().is_some_and(|count| *count > SERVINGS_LIMIT), Refusal::TooManyServings),
            (values.iter().any(|value| is_long(value, SHORT_TEXT_LIMIT)), Refusal::LongNutrition),
        ];
        match rules.into_iter().find(|(broken, _)| *broken) {
            Some((_, refusal)) => Err(AppError::InvalidInput(refusal)),
            None => self.marks.check(now),
        }
    }

    /// Changes what the recipe says; its address and notes are its owner's.
    pub(super) fn write_into(&self, content: &mut Content) {
        if let Some(title) = &self.title {
            content.title = Some(title.clone());
        }
        self.description.clone().apply(&mut content.description);
        self.author.clone().apply(&mut content.author);
        self.prep_time.clone().apply(&mut content.prep_minutes);
        self.cook_time.clone().apply(&mut content.cook_minutes);
        self.total_time.clone().apply(&mut content.total_minutes);
        self.servings.clone().apply(&mut content.servings);
        self.yields.clone().apply(&mut content.yields);
        self.language.clone().apply(&mut content.language);
        match &self.nutrition {
            Change::Keep => {}
            Change::Empty => content.nutrition = Nutrition::default(),
            Change::To(edit) => content.nutrition = edit.clone().into(),
        }
        if let Some(steps) = &self.instructions {
            content.instructions.clone_from(steps);
        }
        if let Some(tags) = &self.tags {
            content.tags.clone_from(tags);
        }
        if let Some(lines) = &self.ingredients {
            let mut before = std::mem::take(&mut content.ingredients);
            content.ingredients = lines.iter().map(|line| line.applied_to(&mut before)).collect();
        }
    }
}

/// Tags without the space around them, each once, none empty.
fn tidied_tags(tags: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(tags.len());
    for tag in tags.into_iter().map(tidy) {
        let tag = tag.trim();
        if !tag.is_empty() && !kept.iter().any(|known| known == tag) {
            kept.push(tag.to_owned());
        }
    }
    kept
}

impl NutritionEdit {
    fn tidied(self) -> Self {
        Self {
            calories: self.calories.map(tidy),
            fat: self.fat.map(tidy),
            carbs: self.carbs.map(tidy),
            protein: self.protein.map(tidy),
        }
    }

    fn values(&self) -> Vec<&str> {
        let values = [&self.calories, &self.fat, &self.carbs, &self.protein];
        values.into_iter().flatten().map(String::as_str).collect()
    }
}

impl IngredientEdit {
    fn tidied(self) -> Self {
        Self {
            name: tidy(self.name),
            quantity: tidy(self.quantity),
            unit: tidy(self.unit),
            text: self.text.map(tidy),
            note: self.note.map(tidy),
            group: self.group.map(tidy),
        }
    }

    /// The line as it now is. One that stays as it was keeps what we know of it, its doubt among it; one that a
    /// person has written is beyond doubt.
    pub(super) fn applied_to(&self, before: &mut Vec<Ingredient>) -> Ingredient {
        match before.iter().position(|line| self.is_as(line)) {
            Some(place) => Ingredient { group: self.group.clone(), ..before.remove(place) },
            None => self.to_line(),
        }
    }

    /// Whether all that was sent is what the line says; the heading above it is not part of the line.
    fn is_as(&self, line: &Ingredient) -> bool {
        let is_same = |sent: &Option<String>, stored: &str| sent.as_deref().is_none_or(|sent| sent == stored);
        [&self.name, &self.quantity, &self.unit] == [&line.name, &line.quantity, &line.unit]
            && is_same(&self.note, &line.note)
            && is_same(&self.text, &line.text)
    }

    fn to_line(&self) -> Ingredient {
        let line = Ingredient {
            name: self.name.clone(),
            quantity: self.quantity.clone(),
            unit: self.unit.clone(),
            note: self.note.clone().unwrap_or_default(),
            group: self.group.clone(),
            ..Ingredient::default()
        };
        Ingredient { text: self.text.clone().unwrap_or_else(|| line.joined()), ..line }
    }
}
