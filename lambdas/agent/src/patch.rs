//! A proposed edit as the cook sees it: for each line and step what it was, what it would be, and why. It is for one version of a
//! recipe, and nothing here applies it to a stored one.

use recipe::adapt::Remark as Remarked;
use recipe::diet::Diet;
use recipe::{Content, Ingredient, Language};
use serde::{Deserialize, Serialize};

use crate::ids::RecipeId;

/// What is proposed to become of a line or a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// The line stays as it is.
    Kept,
    /// Another takes its place.
    Replaced,
    /// The line goes, and nothing takes its place.
    LeftOut,
    /// The line is new.
    Added,
    /// It should change, and nobody here knows how: it stays, and the cook decides.
    Cannot,
}

/// Why, as a stable name; the app says it in the cook's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "as recipe::adapt::Reason, which explains them")]
pub enum ReasonCode {
    Suits,
    NoAmount,
    Scaled,
    Converted,
    ReadTheLabel,
    Substituted,
    DoneWithout,
    NoSubstitute,
    TooMuch,
    NamesAnother,
    Unknown,
    /// What replaces or leaves the lines is named in the step.
    Noted,
    /// It says the same in another language.
    Translated,
    /// Its translation has other numbers than it has, and was not taken.
    OtherNumbers,
    /// The cook wished for it; the words are the model's.
    Wished,
}

/// Why something is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Why it is proposed, as a code that the client says in its language.
    pub code: ReasonCode,
    /// What changes in the dish, or what the model says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

impl Reason {
    pub(crate) fn plain(code: ReasonCode) -> Self {
        Self { code, words: None }
    }

    pub(crate) fn with(code: ReasonCode, words: &str) -> Self {
        Self { code, words: Some(words.to_owned()).filter(|words| !words.is_empty()) }
    }
}

impl From<&recipe::adapt::Reason> for Reason {
    fn from(reason: &recipe::adapt::Reason) -> Self {
        use recipe::adapt::Reason as Told;
        match reason {
            Told::Suits => Self::plain(ReasonCode::Suits),
            Told::NoAmount => Self::plain(ReasonCode::NoAmount),
            Told::Scaled => Self::plain(ReasonCode::Scaled),
            Told::Converted => Self::plain(ReasonCode::Converted),
            Told::ReadTheLabel => Self::plain(ReasonCode::ReadTheLabel),
            Told::Substituted { effect } => Self::with(ReasonCode::Substituted, effect),
            Told::DoneWithout { effect } => Self::with(ReasonCode::DoneWithout, effect),
            Told::NoSubstitute => Self::plain(ReasonCode::NoSubstitute),
            Told::TooMuch => Self::plain(ReasonCode::TooMuch),
            Told::NamesAnother => Self::plain(ReasonCode::NamesAnother),
            Told::Unknown => Self::plain(ReasonCode::Unknown),
        }
    }
}

/// What is proposed for one ingredient line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LineChange {
    /// Its place in the recipe's version, from 0; a new line has none and stands behind the one before it here.
    pub place: Option<usize>,
    /// Its text; a new line has none.
    pub before: Option<String>,
    /// What takes its place; only where it is replaced or new.
    pub after: Option<Ingredient>,
    /// What becomes of it.
    pub verdict: Verdict,
    /// Why, one after the other.
    pub reasons: Vec<Reason>,
}

/// What is proposed for one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepChange {
    /// Its place in the recipe's version, from 0; a new step has none and stands behind the one before it here.
    pub place: Option<usize>,
    /// Its text; a new step has none.
    pub before: Option<String>,
    /// What takes its place; only where it is replaced or new.
    pub after: Option<String>,
    /// What becomes of it.
    pub verdict: Verdict,
    /// Why, one after the other.
    pub reasons: Vec<Reason>,
}

/// Another text, and the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextChange {
    /// What it says now.
    pub before: Option<String>,
    /// What it would say.
    pub after: String,
}

/// Another number of people, and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServingsChange {
    /// For how many it is now.
    pub before: Option<u32>,
    /// For how many it would be.
    pub after: u32,
}

/// What the cook should know beside the lines; the app says it in the cook's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Remark {
    /// Who must avoid something reads each label.
    ReadEveryLabel {
        /// The diet: `vegan`, `vegetarian` or `gluten-reduced`.
        diet: String,
    },
    /// Amounts in these steps stay as they are.
    StepsNameAmounts {
        /// Places of steps, from 0.
        steps: Vec<usize>,
    },
    /// These steps name foods that do not suit and stand in no line.
    StepsNameMore {
        /// Places of steps, from 0.
        steps: Vec<usize>,
    },
}

impl From<&Remarked> for Remark {
    fn from(remark: &Remarked) -> Self {
        match remark {
            Remarked::ReadEveryLabel(diet) => Self::ReadEveryLabel { diet: diet_name(*diet).to_owned() },
            Remarked::StepsNameAmounts(steps) => Self::StepsNameAmounts { steps: steps.clone() },
            Remarked::StepsNameMore(steps) => Self::StepsNameMore { steps: steps.clone() },
        }
    }
}

/// A diet's name, as tools and clients have it.
#[must_use]
pub fn diet_name(diet: Diet) -> &'static str {
    match diet {
        Diet::Vegan => "vegan",
        Diet::Vegetarian => "vegetarian",
        Diet::GlutenReduced => "gluten-reduced",
    }
}

/// An edit that is proposed for a version of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// The recipe that would change.
    pub recipe_id: RecipeId,
    /// The version that it is for; of another one its places say nothing.
    pub version: u64,
    /// Another title; `None` where it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TextChange>,
    /// Another description; `None` where it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<TextChange>,
    /// For how many people it would be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servings: Option<ServingsChange>,
    /// The language that it would be written in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// All lines, in order.
    pub lines: Vec<LineChange>,
    /// All steps, in order.
    pub steps: Vec<StepChange>,
    /// What the cook should know.
    pub remarks: Vec<Remark>,
}

impl Patch {
    /// Whether it would change anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let changes = |verdict: &Verdict| !matches!(verdict, Verdict::Kept | Verdict::Cannot);
        self.title.is_none()
            && self.description.is_none()
            && self.servings.is_none()
            && self.language.is_none()
            && !self.lines.iter().any(|line| changes(&line.verdict))
            && !self.steps.iter().any(|step| changes(&step.verdict))
    }

    /// The recipe with what was accepted of it: lines and steps by their places in this patch. What is said of the recipe as a
    /// whole changes only if all of it was accepted.
    #[must_use]
    pub fn applied(
        &self,
        base: &Content,
        is_line_accepted: impl Fn(usize) -> bool,
        is_step_accepted: impl Fn(usize) -> bool,
    ) -> Content {
        let mut are_all_accepted = true;
        let mut ingredients = Vec::with_capacity(self.lines.len());
        for (at, line) in self.lines.iter().enumerate() {
            let stays = line.place.and_then(|place| base.ingredients.get(place)).cloned();
            let is_change = !matches!(line.verdict, Verdict::Kept | Verdict::Cannot);
            let is_taken = is_change && is_line_accepted(at);
            are_all_accepted &= is_taken || !is_change;
            ingredients.extend(if is_taken { line.after.clone() } else { stays });
        }
        let mut instructions = Vec::with_capacity(self.steps.len());
        for (at, step) in self.steps.iter().enumerate() {
            let stays = step.place.and_then(|place| base.instructions.get(place)).cloned();
            let is_change = !matches!(step.verdict, Verdict::Kept | Verdict::Cannot);
            let is_taken = is_change && is_step_accepted(at);
            are_all_accepted &= is_taken || !is_change;
            instructions.extend(if is_taken { step.after.clone() } else { stays });
        }
        let mut changed = Content { ingredients, instructions, ..base.clone() };
        if are_all_accepted {
            changed.title = self.title.as_ref().map(|title| title.after.clone()).or(changed.title);
            changed.description =
                self.description.as_ref().map(|text| text.after.clone()).or(changed.description);
            changed.servings = self.servings.map(|servings| servings.after).or(changed.servings);
            changed.language = self.language.or(changed.language);
        }
        changed
    }
}
