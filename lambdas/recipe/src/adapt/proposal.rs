use serde::{Deserialize, Serialize};

use crate::diet::Diet;
use crate::{Content, Ingredient};

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
    /// Should change, but no change is known; the user decides.
    Cannot,
}

/// Stable code of a reason; the client translates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReasonCode {
    /// Suitable without a change.
    Suits,
    /// The line has no amount, or one that cannot be calculated.
    NoAmount,
    /// Amount scaled.
    Scaled,
    /// Amount converted.
    Converted,
    /// Depends on the product; check the label.
    ReadTheLabel,
    /// Unsuitable; replaced.
    Substituted,
    /// Unsuitable; the dish works without it.
    DoneWithout,
    /// Unsuitable; no substitute known, or none for this dish.
    NoSubstitute,
    /// Unsuitable; the amount of the substitute cannot be calculated.
    AmountUnknown,
    /// Unsuitable; too much of it to substitute.
    TooMuch,
    /// The line also mentions an unsuitable food ("flour, and butter for the tin").
    NamesAnother,
    /// Unknown food.
    Unknown,
    /// The step mentions a food that was replaced or left out.
    Noted,
    /// Translated.
    Translated,
    /// The translation was rejected because its numbers differ.
    OtherNumbers,
    /// Requested by the user; the model wrote the explanation.
    Wished,
}

/// Reason of a proposed action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Stable code.
    pub code: ReasonCode,
    /// Effect on the dish in the recipe's language, or the model's explanation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

impl Reason {
    /// A reason with words; empty words are dropped.
    #[must_use]
    pub fn with(code: ReasonCode, words: &str) -> Self {
        Self { code, words: Some(words.to_owned()).filter(|words| !words.is_empty()) }
    }
}

impl From<ReasonCode> for Reason {
    fn from(code: ReasonCode) -> Self {
        Self { code, words: None }
    }
}

/// Proposal for one ingredient line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProposal {
    /// Proposed action.
    pub verdict: Verdict,
    /// Reason.
    pub reason: Reason,
    /// New line; `None` unless [`Verdict::Replaced`] or [`Verdict::Added`].
    pub after: Option<Ingredient>,
}

impl LineProposal {
    pub(crate) fn kept(code: ReasonCode) -> Self {
        Self { verdict: Verdict::Kept, reason: code.into(), after: None }
    }

    pub(crate) fn cannot(code: ReasonCode) -> Self {
        Self { verdict: Verdict::Cannot, reason: code.into(), after: None }
    }
}

/// New text for one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepProposal {
    /// Index into [`Content::instructions`].
    pub step: usize,
    /// New text.
    pub after: String,
}

/// Note on the whole recipe; the client translates it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Remark {
    /// Food names do not show traces: check every label.
    ReadEveryLabel {
        /// The diet.
        diet: Diet,
    },
    /// These steps mention amounts that were not changed.
    StepsNameAmounts {
        /// Step indices, from 0.
        steps: Vec<usize>,
    },
    /// These steps mention unsuitable foods that are not in the ingredient list.
    StepsNameMore {
        /// Step indices, from 0.
        steps: Vec<usize>,
    },
}

/// A proposed edit; the recipe itself is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// One entry per ingredient line, in order.
    pub lines: Vec<LineProposal>,
    /// Changed steps, in order.
    pub steps: Vec<StepProposal>,
    /// New servings, if changed.
    pub servings: Option<u32>,
    /// Notes on the whole recipe.
    pub remarks: Vec<Remark>,
}

impl Proposal {
    /// Whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_change = |line: &LineProposal| !matches!(line.verdict, Verdict::Kept | Verdict::Cannot);
        self.servings.is_none() && self.steps.is_empty() && !self.lines.iter().any(is_change)
    }

    /// Applies the lines and steps that the functions accept by index. The servings change only if all
    /// changed lines are accepted.
    #[must_use]
    pub fn applied(
        &self,
        base: &Content,
        is_line_accepted: impl Fn(usize) -> bool,
        is_step_accepted: impl Fn(usize) -> bool,
    ) -> Content {
        let mut changed = base.clone();
        let mut are_all_accepted = true;
        let accepted = base.ingredients.iter().enumerate().filter_map(|(place, line)| {
            let proposed = self.lines.get(place);
            let verdict = proposed.map_or(Verdict::Kept, |proposed| proposed.verdict);
            match verdict {
                Verdict::Kept | Verdict::Cannot => Some(line.clone()),
                _ if !is_line_accepted(place) => {
                    are_all_accepted = false;
                    Some(line.clone())
                }
                Verdict::Replaced | Verdict::Added => proposed.and_then(|proposed| proposed.after.clone()),
                Verdict::LeftOut => None,
            }
        });
        changed.ingredients = accepted.collect();
        for StepProposal { step, after } in &self.steps {
            if let Some(there) = changed.instructions.get_mut(*step).filter(|_| is_step_accepted(*step)) {
                after.clone_into(there);
            }
        }
        if are_all_accepted {
            changed.servings = self.servings.or(changed.servings);
        }
        changed
    }
}
