//! What is proposed: for each line of a recipe what becomes of it, and why.

use crate::diet::Diet;
use crate::{Content, Ingredient};

/// What is proposed to become of one ingredient line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It stays as it is.
    Kept,
    /// Another line takes its place.
    Replaced,
    /// It goes, and nothing takes its place.
    LeftOut,
    /// It should change, and nobody here knows how: the cook decides.
    Cannot,
}

/// Why a line is proposed to stay, change or go; the app says it in the cook's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It suits as it is.
    Suits,
    /// It says no amount, or none that can be reckoned with.
    NoAmount,
    /// Its amount was multiplied.
    Scaled,
    /// Its amount is told in other units.
    Converted,
    /// Whether it suits depends on the maker: the label says it.
    ReadTheLabel,
    /// It does not suit, and this takes its place.
    Substituted {
        /// What changes in the dish, in the recipe's language.
        effect: String,
    },
    /// It does not suit, and the dish does without it; says what changes, in the recipe's language.
    DoneWithout {
        /// What changes in the dish, in the recipe's language.
        effect: String,
    },
    /// It does not suit, and no substitute is known, or not in this dish.
    NoSubstitute,
    /// It does not suit, and there is too much of it for its substitute.
    TooMuch,
    /// Beside what it is for it names a food that does not suit ("flour, and butter for the tin").
    NamesAnother,
    /// Nobody here knows what it is.
    Unknown,
}

/// What is proposed for one ingredient line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProposal {
    /// What becomes of it.
    pub verdict: Verdict,
    /// Why that is proposed.
    pub reason: Reason,
    /// The line that takes its place; there is one if, and only if, it is [`Verdict::Replaced`].
    pub after: Option<Ingredient>,
}

impl LineProposal {
    pub(crate) fn kept(reason: Reason) -> Self {
        Self { verdict: Verdict::Kept, reason, after: None }
    }

    pub(crate) fn cannot(reason: Reason) -> Self {
        Self { verdict: Verdict::Cannot, reason, after: None }
    }
}

/// Another text that is proposed for one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepProposal {
    /// Which step: an index into [`Content::instructions`], from 0.
    pub step: usize,
    /// What it says then.
    pub after: String,
}

/// What the cook should know beside the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Names tell what a food is made of, not what it holds traces of: who must avoid something reads each label.
    ReadEveryLabel(Diet),
    /// Steps that name amounts or times, which stay as they are: indexes into [`Content::instructions`].
    StepsNameAmounts(Vec<usize>),
    /// The steps name foods that do not suit and are in no line: indexes into [`Content::instructions`].
    StepsNameMore(Vec<usize>),
}

/// An edit of a recipe that somebody proposes; the recipe itself stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// One for each ingredient line, in order.
    pub lines: Vec<LineProposal>,
    /// One for each step that would change, in order.
    pub steps: Vec<StepProposal>,
    /// How many people it serves then; `None` where that stays.
    pub servings: Option<u32>,
    /// What the cook should know.
    pub remarks: Vec<Remark>,
}

impl Proposal {
    /// Whether it would change anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_change = |line: &LineProposal| matches!(line.verdict, Verdict::Replaced | Verdict::LeftOut);
        self.servings.is_none() && self.steps.is_empty() && !self.lines.iter().any(is_change)
    }

    /// The recipe with what was accepted of it: the lines and steps for which the functions answer `true`, by their places. The
    /// servings change only with all lines that change.
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
                Verdict::Replaced => proposed.and_then(|proposed| proposed.after.clone()),
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
