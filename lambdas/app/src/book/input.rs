use recipe::{
    Content, CountedAs, Ingredient, Language, Nutrition, StepHeading, moved_headings, valid_headings,
};
use serde::Deserialize;

use crate::book::field_change::{Change, tidy};
use crate::book::marking::MarksEdit;
use crate::error::AppError;
use crate::refusal::Refusal;
use zest_core::{RecipeId, Timestamp};

/// Maximum characters of a title, a yield or a step heading.
pub const TITLE_LIMIT: usize = 300;
/// Maximum characters of an author.
pub const AUTHOR_LIMIT: usize = 80;
/// Maximum characters of a description, step or note.
pub const TEXT_LIMIT: usize = 50_000;
/// Maximum ingredient lines, and maximum steps.
pub const LINE_LIMIT: usize = 500;
const TAG_LIMIT: usize = 30;
const SHORT_TEXT_LIMIT: usize = 60;
const MINUTES_LIMIT: u32 = 60 * 24 * 365;
const SERVINGS_LIMIT: u32 = 10_000;
const GRAMS_LIMIT: u32 = 100_000;

/// Changes of a recipe; fields that are not in the input stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct UpdateRecipe {
    /// Id: 32 lowercase hexadecimal digits.
    pub id: String,
    /// Version that the edit is based on.
    pub version: Option<u64>,
    /// Title, 1 to [`TITLE_LIMIT`] characters.
    pub title: Option<String>,
    /// Description, at most [`TEXT_LIMIT`] characters.
    pub description: Change<String>,
    /// Author, at most [`AUTHOR_LIMIT`] characters.
    pub author: Change<String>,
    /// All ingredient lines, at most [`LINE_LIMIT`].
    pub ingredients: Option<Vec<IngredientEdit>>,
    /// At most [`LINE_LIMIT`] steps of at most [`TEXT_LIMIT`] characters.
    pub instructions: Option<Vec<String>>,
    /// All headings of steps, at most [`TITLE_LIMIT`] characters each. Blank headings and those without a
    /// step are dropped. If absent, each heading stays with its step.
    #[serde(rename = "stepHeadings")]
    pub step_headings: Option<Vec<StepHeading>>,
    /// Preparation time in minutes, at most a year.
    pub prep_time: Change<u32>,
    /// Cooking time in minutes, at most a year.
    pub cook_time: Change<u32>,
    /// Total time in minutes, at most a year.
    pub total_time: Change<u32>,
    /// Number of servings, at most 10,000.
    pub servings: Change<u32>,
    /// Yield, for instance `24 cookies`; at most [`TITLE_LIMIT`] characters.
    #[serde(rename = "yield")]
    pub yields: Change<String>,
    /// At most 30 tags of at most 60 characters.
    pub tags: Option<Vec<String>>,
    /// Source address; it is not fetched.
    pub url: Change<String>,
    /// Language of the recipe; empty if unknown.
    pub language: Change<Language>,
    /// Private notes, at most [`TEXT_LIMIT`] characters.
    pub notes: Change<String>,
    /// All four nutrition values.
    pub nutrition: Change<NutritionEdit>,
    /// Corrections of the computed nutrition, applied after `ingredients`.
    #[serde(rename = "nutritionFixes")]
    pub nutrition_fixes: Option<Vec<NutritionFix>>,
    /// All links of lines to the caller's recipes, applied after `ingredients`. If absent, each link stays
    /// with its line.
    #[serde(rename = "recipeLinks")]
    pub recipe_links: Option<Vec<RecipeLinkEdit>>,
    /// The owner's private marks.
    #[serde(flatten)]
    pub marks: MarksEdit,
}

/// Edited nutrition values, at most 60 characters each; blank means absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct NutritionEdit {
    /// Energy per serving, for instance `350 kcal`.
    pub calories: Option<String>,
    /// Fat per serving, for instance `12 g`.
    pub fat: Option<String>,
    /// Carbohydrates per serving, for instance `40 g`.
    pub carbs: Option<String>,
    /// Protein per serving, for instance `9 g`.
    pub protein: Option<String>,
}

/// Correction of a line in the computed nutrition. Without food and grams, the line's text decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct NutritionFix {
    /// Index of the line.
    pub line: usize,
    /// Name of a known food, at most 60 characters.
    pub food: Option<String>,
    /// Edible weight in grams, at most 100 kg; 0 excludes the line.
    pub grams: Option<u32>,
}

/// Links a line to the recipe that makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RecipeLinkEdit {
    /// Index of the line.
    pub line: usize,
    /// Id of the other recipe.
    pub recipe: String,
}

impl From<NutritionEdit> for Nutrition {
    fn from(edit: NutritionEdit) -> Self {
        let nonblank = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Self {
            calories: nonblank(edit.calories),
            fat: nonblank(edit.fat),
            carbs: nonblank(edit.carbs),
            protein: nonblank(edit.protein),
        }
    }
}

/// An edited ingredient line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct IngredientEdit {
    /// Ingredient without amount and note.
    pub name: String,
    /// Amount, for instance `1 ½`; empty if none.
    pub quantity: String,
    /// Unit, for instance `cups`; empty if none.
    pub unit: String,
    /// The whole line; joined from the other fields if absent.
    pub text: Option<String>,
    /// Note, for instance `finely chopped`.
    pub note: Option<String>,
    /// Heading of the ingredient group; `None` without one.
    pub group: Option<String>,
}

fn tidy_all(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().map(tidy).collect()
}

impl UpdateRecipe {
    pub(super) fn tidied(self) -> Self {
        let lines = |lines: Vec<IngredientEdit>| lines.into_iter().map(IngredientEdit::tidied).collect();
        Self {
            title: self.title.map(tidy),
            description: self.description.tidied(),
            author: self.author.tidied(),
            ingredients: self.ingredients.map(lines),
            instructions: self.instructions.map(tidy_all),
            step_headings: self.step_headings.map(tidied_headings),
            yields: self.yields.tidied(),
            tags: self.tags.map(tidied_tags),
            url: self.url.tidied(),
            notes: self.notes.tidied(),
            nutrition: match self.nutrition {
                Change::To(edit) => Change::To(edit.tidied()),
                other => other,
            },
            nutrition_fixes: self
                .nutrition_fixes
                .map(|fixes| fixes.into_iter().map(NutritionFix::tidied).collect()),
            marks: self.marks.tidied(),
            ..self
        }
    }

    pub(super) fn only_marks(&self) -> bool {
        let (id, marks) = (self.id.clone(), self.marks.clone());
        *self == Self { id, version: self.version, marks, ..Self::default() }
    }

    pub(super) fn check(&self, now: Timestamp) -> Result<(), AppError> {
        let is_long = |text: &str, limit: usize| text.chars().count() > limit;
        let longer =
            |text: &Change<String>, limit: usize| text.value().is_some_and(|text| is_long(text, limit));
        let title = self.title.as_deref();
        let steps = self.instructions.as_deref().unwrap_or_default();
        let headings = self.step_headings.as_deref().unwrap_or_default();
        let lines = self.ingredients.as_deref().unwrap_or_default();
        let tags = self.tags.as_deref().unwrap_or_default();
        let times = [&self.prep_time, &self.cook_time, &self.total_time];
        let long_time = times.iter().filter_map(|time| time.value()).any(|minutes| *minutes > MINUTES_LIMIT);
        let values = self.nutrition.value().map(NutritionEdit::values).unwrap_or_default();
        let fixes = self.nutrition_fixes.as_deref().unwrap_or_default();
        let links = self.recipe_links.as_deref().unwrap_or_default();
        let rules = [
            (title.is_some_and(|title| is_long(title, TITLE_LIMIT)), Refusal::LongTitle),
            (title.is_some_and(|title| title.trim().is_empty()), Refusal::EmptyTitle),
            (longer(&self.description, TEXT_LIMIT), Refusal::LongDescription),
            (longer(&self.author, AUTHOR_LIMIT), Refusal::LongAuthor),
            (longer(&self.notes, TEXT_LIMIT), Refusal::LongNotes),
            (longer(&self.yields, TITLE_LIMIT), Refusal::LongYield),
            (steps.len() > LINE_LIMIT, Refusal::TooManySteps),
            (steps.iter().any(|step| is_long(step, TEXT_LIMIT)), Refusal::LongStep),
            (headings.iter().any(|heading| is_long(&heading.text, TITLE_LIMIT)), Refusal::LongStepHeading),
            (lines.len() > LINE_LIMIT, Refusal::TooManyIngredients),
            (tags.len() > TAG_LIMIT, Refusal::TooManyTags),
            (tags.iter().any(|tag| is_long(tag, SHORT_TEXT_LIMIT)), Refusal::LongTag),
            (long_time, Refusal::LongTime),
            (self.servings.value().is_some_and(|count| *count > SERVINGS_LIMIT), Refusal::TooManyServings),
            (values.iter().any(|value| is_long(value, SHORT_TEXT_LIMIT)), Refusal::LongNutrition),
            (
                links.len() > LINE_LIMIT || !links.iter().all(|link| link.is_valid(&self.id)),
                Refusal::OutOfBounds,
            ),
            (fixes.len() > LINE_LIMIT || !fixes.iter().all(NutritionFix::is_within), Refusal::OutOfBounds),
        ];
        match rules.into_iter().find(|(broken, _)| *broken) {
            Some((_, refusal)) => Err(AppError::InvalidInput(refusal)),
            None => self.marks.check(now),
        }
    }

    /// Applies the edit, except address, notes, marks and nutrition fixes.
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
            content.step_headings = moved_headings(&content.step_headings, &content.instructions, steps);
            content.instructions.clone_from(steps);
        }
        if let Some(headings) = &self.step_headings {
            content.step_headings = valid_headings(headings.clone(), content.instructions.len());
        }
        if let Some(tags) = &self.tags {
            content.tags.clone_from(tags);
        }
        if let Some(lines) = &self.ingredients {
            let mut before = std::mem::take(&mut content.ingredients);
            content.ingredients = lines.iter().map(|line| line.applied_to(&mut before)).collect();
            keep_links(&before, &mut content.ingredients);
        }
        if let Some(links) = &self.recipe_links {
            for (index, line) in content.ingredients.iter_mut().enumerate() {
                line.recipe = links.iter().find(|link| link.line == index).map(|link| link.recipe.clone());
            }
        }
    }

    /// Applies the corrections of the nutrition.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] if the line does not exist or its food is unknown.
    pub(super) fn fix_nutrition(&self, content: &mut Content) -> Result<(), AppError> {
        for NutritionFix { line, food, grams } in self.nutrition_fixes.iter().flatten() {
            if food.as_deref().is_some_and(|food| !recipe::nutrition::knows_food(food, content.language)) {
                return Err(AppError::InvalidInput(Refusal::UnknownFood));
            }
            let line = content.ingredients.get_mut(*line);
            let line = line.ok_or(AppError::InvalidInput(Refusal::OutOfBounds))?;
            let is_any = food.is_some() || grams.is_some();
            line.counted_as = is_any.then(|| CountedAs { food: food.clone(), grams: *grams });
        }
        Ok(())
    }
}

/// Moves links to changed lines of the same ingredient.
fn keep_links(gone: &[Ingredient], lines: &mut [Ingredient]) {
    for old in gone.iter().filter(|old| old.recipe.is_some() && !old.name.is_empty()) {
        if let Some(line) = lines.iter_mut().find(|line| line.recipe.is_none() && line.name == old.name) {
            line.recipe.clone_from(&old.recipe);
        }
    }
}

impl RecipeLinkEdit {
    fn is_valid(&self, id: &str) -> bool {
        RecipeId::parse(&self.recipe).is_ok() && self.recipe != id
    }
}

impl NutritionFix {
    fn tidied(self) -> Self {
        let food = self.food.map(tidy).filter(|food| !food.trim().is_empty());
        Self { food, ..self }
    }

    fn is_within(&self) -> bool {
        let is_short = |food: &String| food.chars().count() <= SHORT_TEXT_LIMIT;
        self.food.as_ref().is_none_or(is_short) && self.grams.is_none_or(|grams| grams <= GRAMS_LIMIT)
    }
}

fn tidied_headings(headings: Vec<StepHeading>) -> Vec<StepHeading> {
    let one_line = |text: String| tidy(text).split_whitespace().collect::<Vec<_>>().join(" ");
    headings.into_iter().map(|heading| StepHeading { text: one_line(heading.text), ..heading }).collect()
}

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

    /// The edited line; an unchanged line keeps its derived data and its uncertainty mark.
    pub(super) fn applied_to(&self, before: &mut Vec<Ingredient>) -> Ingredient {
        match before.iter().position(|line| self.is_as(line)) {
            Some(place) => Ingredient { group: self.group.clone(), ..before.remove(place) },
            None => self.to_line(),
        }
    }

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
