//! Proposed edits of recipes; they never modify the stored recipe.

use recipe::adapt::{Reason, Remark, Verdict};
use recipe::{Content, Ingredient, Language, StepHeading};
use serde::{Deserialize, Serialize};

use zest_core::RecipeId;

/// Proposal for one ingredient line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LineChange {
    /// Index in the recipe; `None` for a line to insert after the previous entry.
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
    /// Index in the recipe; `None` for a step to insert after the previous entry.
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

/// A proposed edit of one version of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// The recipe to change.
    pub recipe_id: RecipeId,
    /// Version that the indices refer to.
    pub version: u64,
    /// New title; `None` for no change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TextChange>,
    /// New description; `None` for no change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<TextChange>,
    /// New number of servings; `None` for no change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servings: Option<ServingsChange>,
    /// New language, if translated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// All lines in order.
    pub lines: Vec<LineChange>,
    /// All steps in order.
    pub steps: Vec<StepChange>,
    /// New texts of step headings, each for every heading with the text `before`.
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

    /// Applies accepted lines and steps, by index in this patch. Other fields change only if everything is
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

/// Step headings after a change. Each entry has a step's earlier index, if any, and whether the step remains.
/// A heading moves to the next step of its section, and is removed with the last one.
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

pub(crate) fn rename_headings(headings: &mut [StepHeading], changes: &[TextChange]) {
    for heading in headings {
        if let Some(change) = changes.iter().find(|change| change.before.as_ref() == Some(&heading.text)) {
            heading.text.clone_from(&change.after);
        }
    }
}
