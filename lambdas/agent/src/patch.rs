//! A proposed edit of one version of a recipe. It never modifies the stored recipe.

use recipe::adapt::Remark as Remarked;
use recipe::diet::Diet;
use recipe::{Content, Ingredient, Language, StepHeading};
use serde::{Deserialize, Serialize};

use zest_core::RecipeId;

/// Proposed action on a line or step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// Unchanged.
    Kept,
    /// Replaced.
    Replaced,
    /// Removed.
    LeftOut,
    /// New.
    Added,
    /// Should change, but no replacement is known; it stays unchanged.
    Cannot,
}

/// Stable code of a reason; the client has the sentence.
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
    /// The step names what was replaced or removed.
    Noted,
    /// Translated.
    Translated,
    /// The translation was rejected because its numbers differ.
    OtherNumbers,
    /// Requested by the user and worded by the model.
    Wished,
}

/// Reason of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Stable code.
    pub code: ReasonCode,
    /// Effect on the dish, or the model's explanation.
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

/// Proposal for one ingredient line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LineChange {
    /// Index in the recipe's version; `None` for a new line after the previous entry.
    pub place: Option<usize>,
    /// Current text; `None` for a new line.
    pub before: Option<String>,
    /// New line if replaced or added.
    pub after: Option<Ingredient>,
    /// Proposed action.
    pub verdict: Verdict,
    /// Reasons in order.
    pub reasons: Vec<Reason>,
}

/// Proposal for one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepChange {
    /// Index in the recipe's version; `None` for a new step after the previous entry.
    pub place: Option<usize>,
    /// Current text; `None` for a new step.
    pub before: Option<String>,
    /// New text if replaced or added.
    pub after: Option<String>,
    /// Proposed action.
    pub verdict: Verdict,
    /// Reasons in order.
    pub reasons: Vec<Reason>,
}

/// Change of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextChange {
    /// Current text.
    pub before: Option<String>,
    /// New text.
    pub after: String,
}

/// Change of the servings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServingsChange {
    /// Current servings.
    pub before: Option<u32>,
    /// New servings.
    pub after: u32,
}

/// Note on the whole recipe; the client has the sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Remark {
    /// Check every label for this diet.
    ReadEveryLabel {
        /// `vegan`, `vegetarian` or `gluten-reduced`.
        diet: String,
    },
    /// These steps name amounts that were not changed.
    StepsNameAmounts {
        /// Step indices, from 0.
        steps: Vec<usize>,
    },
    /// These steps name unsuitable foods that are not in the ingredient list.
    StepsNameMore {
        /// Step indices, from 0.
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

/// Name of a diet on the wire.
#[must_use]
pub fn diet_name(diet: Diet) -> &'static str {
    match diet {
        Diet::Vegan => "vegan",
        Diet::Vegetarian => "vegetarian",
        Diet::GlutenReduced => "gluten-reduced",
    }
}

/// A proposed edit of one version of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// The recipe to change.
    pub recipe_id: RecipeId,
    /// Version that the indices refer to.
    pub version: u64,
    /// Change of the title, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TextChange>,
    /// Change of the description, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<TextChange>,
    /// Change of the servings, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servings: Option<ServingsChange>,
    /// New language, if translated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// All lines in order.
    pub lines: Vec<LineChange>,
    /// All steps in order.
    pub steps: Vec<StepChange>,
    /// New texts of headings of steps, each for all headings with the text before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub step_headings: Vec<TextChange>,
    /// Notes on the whole recipe.
    pub remarks: Vec<Remark>,
}

impl Patch {
    /// Whether the patch changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let changes = |verdict: &Verdict| !matches!(verdict, Verdict::Kept | Verdict::Cannot);
        self.title.is_none()
            && self.description.is_none()
            && self.servings.is_none()
            && self.language.is_none()
            && self.step_headings.is_empty()
            && !self.lines.iter().any(|line| changes(&line.verdict))
            && !self.steps.iter().any(|step| changes(&step.verdict))
    }

    /// Applies accepted lines and steps, by index in this patch. Other fields change only if all were
    /// accepted.
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
        let mut kept = Vec::with_capacity(self.steps.len());
        for (at, step) in self.steps.iter().enumerate() {
            let stays = step.place.and_then(|place| base.instructions.get(place)).cloned();
            let is_change = !matches!(step.verdict, Verdict::Kept | Verdict::Cannot);
            let is_taken = is_change && is_step_accepted(at);
            are_all_accepted &= is_taken || !is_change;
            let now = if is_taken { step.after.clone() } else { stays };
            kept.push((step.place, now.is_some()));
            instructions.extend(now);
        }
        let step_headings = headings_after(&base.step_headings, kept);
        let mut changed = Content { ingredients, instructions, step_headings, ..base.clone() };
        if are_all_accepted {
            changed.title = self.title.as_ref().map(|title| title.after.clone()).or(changed.title);
            changed.description =
                self.description.as_ref().map(|text| text.after.clone()).or(changed.description);
            changed.servings = self.servings.map(|servings| servings.after).or(changed.servings);
            changed.language = self.language.or(changed.language);
            rename_headings(&mut changed.step_headings, &self.step_headings);
        }
        changed
    }
}

/// The headings of steps after a change. Each entry is a step's index before, if any, and whether it is there
/// after. A heading moves to the next step of its section, and goes with the last one.
pub(crate) fn headings_after(
    before: &[StepHeading],
    entries: impl IntoIterator<Item = (Option<usize>, bool)>,
) -> Vec<StepHeading> {
    let mut after = Vec::new();
    let mut waiting = None;
    let mut step = 0;
    for (place, is_there) in entries {
        let here = before.iter().find(|heading| Some(heading.step as usize) == place);
        waiting = here.or(waiting);
        if is_there {
            after.extend(waiting.take().map(|heading| StepHeading { step, ..heading.clone() }));
            step += 1;
        }
    }
    after
}

/// Replaces the texts of headings.
pub(crate) fn rename_headings(headings: &mut [StepHeading], changes: &[TextChange]) {
    for heading in headings {
        if let Some(change) = changes.iter().find(|change| change.before.as_ref() == Some(&heading.text)) {
            heading.text.clone_from(&change.after);
        }
    }
}
