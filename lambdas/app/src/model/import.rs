//! State machine of a recipe's import. [`Recipe`](super::Recipe) makes the transitions.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::job::Attempt;
use crate::model::charge::{Charge, CreditState};
use crate::model::summary::ImportSummary;

/// Status in lists and in the API: [`ImportState`] without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Running or waiting to start; see [`Import::stage`].
    Pending,
    /// The recipe is complete.
    Success,
    /// The import failed; see [`Import::failure`].
    Failed,
}

/// Stage of a PENDING import, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Stage {
    /// The page is being fetched.
    Fetching,
    /// The uploaded photos or file are being read.
    Reading,
    /// The recipe is being extracted.
    Extracting,
    /// The recipe is being checked and stored.
    Checking,
}

impl Stage {
    /// First stage of an import.
    #[must_use]
    pub fn first(is_upload: bool) -> Self {
        if is_upload { Self::Reading } else { Self::Fetching }
    }
}

/// State of an import with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportState {
    /// Running or waiting to start.
    Pending(Stage),
    /// The recipe is complete, imported or written by hand.
    Succeeded,
    /// The import failed for this reason.
    Failed(Failure),
}

/// The state does not allow the transition, usually because of a concurrent change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransitionRefused;

/// Use of the assistant by an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Assistance {
    /// Requested by the user.
    Asked,
    /// The assistant has read the recipe.
    Given,
}

/// The import of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    state: ImportState,
    attempt: Attempt,
    assistance: Option<Assistance>,
    summary: Option<ImportSummary>,
    charge: Option<Charge>,
}

impl Import {
    /// An import in the given state, without summary, assistant or charge.
    #[must_use]
    pub fn new(state: ImportState, attempt: Attempt) -> Self {
        Self { state, attempt, assistance: None, summary: None, charge: None }
    }

    /// Sets the summary of a multi-recipe upload.
    #[must_use]
    pub fn with_summary(self, summary: Option<ImportSummary>) -> Self {
        Self { summary, ..self }
    }

    /// Sets the use of the assistant.
    #[must_use]
    pub fn with_assistance(self, assistance: Option<Assistance>) -> Self {
        Self { assistance, ..self }
    }

    /// Sets the credit charge.
    #[must_use]
    pub fn with_charge(self, charge: Option<Charge>) -> Self {
        Self { charge, ..self }
    }

    /// First attempt, PENDING.
    #[must_use]
    pub fn submitted(stage: Stage) -> Self {
        Self::new(ImportState::Pending(stage), Attempt::FIRST)
    }

    /// The import of a recipe that is not imported: SUCCESS.
    #[must_use]
    pub fn nothing() -> Self {
        Self::new(ImportState::Succeeded, Attempt::FIRST)
    }

    /// Status without its data.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.state {
            ImportState::Pending(_) => Status::Pending,
            ImportState::Succeeded => Status::Success,
            ImportState::Failed(_) => Status::Failed,
        }
    }

    /// Stage; `None` unless PENDING.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        match self.state {
            ImportState::Pending(stage) => Some(stage),
            ImportState::Succeeded | ImportState::Failed(_) => None,
        }
    }

    /// Reason; `None` unless FAILED.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match &self.state {
            ImportState::Failed(failure) => Some(failure),
            ImportState::Pending(_) | ImportState::Succeeded => None,
        }
    }

    /// Number of the attempt.
    #[must_use]
    pub fn attempt(&self) -> Attempt {
        self.attempt
    }

    /// Use of the assistant; `None` if not requested.
    #[must_use]
    pub fn assistance(&self) -> Option<Assistance> {
        self.assistance
    }

    /// Summary of a multi-recipe upload.
    #[must_use]
    pub fn summary(&self) -> Option<&ImportSummary> {
        self.summary.as_ref()
    }

    /// Credit charge; `None` if the import is free.
    #[must_use]
    pub fn charge(&self) -> Option<&Charge> {
        self.charge.as_ref()
    }

    pub(super) fn attach_charge(&mut self, charge: Charge) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending {
            return Err(TransitionRefused);
        }
        self.charge.get_or_insert(charge);
        Ok(())
    }

    pub(super) fn ask_assistant(&mut self) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending {
            return Err(TransitionRefused);
        }
        self.assistance.get_or_insert(Assistance::Asked);
        Ok(())
    }

    pub(super) fn take_assistance(&mut self) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending || self.assistance.is_none() {
            return Err(TransitionRefused);
        }
        self.assistance = Some(Assistance::Given);
        Ok(())
    }

    /// Moves to a stage, but never backwards, because steps may run twice.
    pub(super) fn advance(&mut self, to: Stage) -> Result<(), TransitionRefused> {
        let ImportState::Pending(stage) = &mut self.state else { return Err(TransitionRefused) };
        *stage = to.max(*stage);
        Ok(())
    }

    /// Stores the summary; if it counts two or more recipes, the charge ends as `end`.
    pub(super) fn summarize(
        &mut self,
        summary: Option<ImportSummary>,
        end: CreditState,
    ) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending {
            return Err(TransitionRefused);
        }
        // The first recipe replaces the placeholder, which is still PENDING. The others are already stored.
        if summary.as_ref().is_some_and(|summary| summary.imported > 1) {
            self.end_charge(end);
        }
        self.summary = summary;
        Ok(())
    }

    pub(super) fn succeed(&mut self, end: CreditState) -> Result<(), TransitionRefused> {
        self.leave(Status::Pending, ImportState::Succeeded)?;
        self.end_charge(end);
        Ok(())
    }

    pub(super) fn fail(&mut self, failure: Failure) -> Result<(), TransitionRefused> {
        self.leave(Status::Pending, ImportState::Failed(failure))?;
        self.end_charge(CreditState::GivenBack);
        Ok(())
    }

    pub(super) fn write_by_hand(&mut self) -> Result<(), TransitionRefused> {
        self.leave(Status::Failed, ImportState::Succeeded)
    }

    /// PENDING or FAILED → PENDING with the next attempt. Keeps a charge unless it was released. After an
    /// interruption, also keeps the request for the assistant.
    pub(super) fn restart(&mut self, first: Stage) -> Result<(), TransitionRefused> {
        if self.status() == Status::Success {
            return Err(TransitionRefused);
        }
        let charge = self.charge.take().filter(|charge| charge.state != CreditState::GivenBack);
        let assistance =
            self.assistance.filter(|_| self.status() == Status::Pending).map(|_| Assistance::Asked);
        *self = Self::new(ImportState::Pending(first), self.attempt.next())
            .with_charge(charge)
            .with_assistance(assistance);
        Ok(())
    }

    fn end_charge(&mut self, end: CreditState) {
        if let Some(charge) = &mut self.charge {
            charge.end(end);
        }
    }

    fn leave(&mut self, from: Status, to: ImportState) -> Result<(), TransitionRefused> {
        if self.status() != from {
            return Err(TransitionRefused);
        }
        self.state = to;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use billing::ledger::HoldId;

    use super::*;
    use crate::failure::ErrorCode;
    use crate::ids::OwnerId;

    fn import(status: Status) -> Import {
        let state = match status {
            Status::Pending => ImportState::Pending(Stage::Extracting),
            Status::Success => ImportState::Succeeded,
            Status::Failed => ImportState::Failed(ErrorCode::NotFound.into()),
        };
        Import::new(state, Attempt(2))
    }

    #[test]
    fn transitions_succeed_only_from_their_allowed_states() {
        use Status::{Failed, Pending, Success};
        type Transition = fn(&mut Import) -> Result<(), TransitionRefused>;
        let transitions: [(&str, Transition, [Option<Status>; 3]); 7] = [
            ("advance", |import| import.advance(Stage::Checking), [Some(Pending), None, None]),
            ("summarize", |import| import.summarize(None, CreditState::Used), [Some(Pending), None, None]),
            ("ask the assistant", Import::ask_assistant, [Some(Pending), None, None]),
            ("succeed", |import| import.succeed(CreditState::Used), [Some(Success), None, None]),
            ("fail", |import| import.fail(ErrorCode::TimedOut.into()), [Some(Failed), None, None]),
            ("write by hand", Import::write_by_hand, [None, None, Some(Success)]),
            ("restart", |import| import.restart(Stage::Fetching), [Some(Pending), None, Some(Pending)]),
        ];
        for (name, transition, expected) in transitions {
            for (from, to) in [Pending, Success, Failed].into_iter().zip(expected) {
                let before = import(from);
                let mut after = before.clone();
                let answer = transition(&mut after);
                assert_eq!(answer.is_ok(), to.is_some(), "{name} from {from:?}");
                match to {
                    Some(to) => assert_eq!(after.status(), to, "{name} from {from:?}"),
                    None => assert_eq!(after, before, "{name} from {from:?} changes nothing"),
                }
            }
        }
    }

    #[test]
    fn stage_never_moves_backwards() {
        for (from, to, expected) in [
            (Stage::Fetching, Stage::Extracting, Stage::Extracting),
            (Stage::Reading, Stage::Extracting, Stage::Extracting),
            (Stage::Checking, Stage::Extracting, Stage::Checking),
        ] {
            let mut import = Import::submitted(from);
            assert_eq!(import.advance(to), Ok(()));
            assert_eq!(import.stage(), Some(expected), "{from:?} to {to:?}");
        }
    }

    #[test]
    fn charge_ends_as_used_or_released_depending_on_the_outcome() {
        use CreditState::{GivenBack, Held, Used};
        type Course = fn(&mut Import) -> Result<(), TransitionRefused>;
        fn counted(imported: u32) -> Option<ImportSummary> {
            Some(ImportSummary { found: 3, imported, ..ImportSummary::default() })
        }
        fn fail(import: &mut Import) -> Result<(), TransitionRefused> {
            import.fail(ErrorCode::TimedOut.into())
        }
        let courses: [(&str, Course, Option<CreditState>); 11] = [
            ("a stage", |import| import.advance(Stage::Checking), Some(Held)),
            ("success", |import| import.succeed(Used), Some(Used)),
            ("success without what it was held for", |import| import.succeed(GivenBack), Some(GivenBack)),
            ("failure", fail, Some(GivenBack)),
            (
                "a first recipe, which is not there yet",
                |import| import.summarize(counted(1), Used),
                Some(Held),
            ),
            ("another recipe", |import| import.summarize(counted(2), Used), Some(Used)),
            (
                "another recipe, then failure",
                |import| {
                    import.summarize(counted(2), Used)?;
                    fail(import)
                },
                Some(Used),
            ),
            ("an interruption", |import| import.restart(Stage::Reading), Some(Held)),
            (
                "failure, then by hand",
                |import| {
                    fail(import)?;
                    import.write_by_hand()
                },
                Some(GivenBack),
            ),
            (
                "failure, then another try",
                |import| {
                    fail(import)?;
                    import.restart(Stage::Reading)
                },
                None,
            ),
            (
                "another recipe, failure, another try",
                |import| {
                    import.summarize(counted(2), Used)?;
                    fail(import)?;
                    import.restart(Stage::Reading)
                },
                Some(Used),
            ),
        ];
        for (name, course, expected) in courses {
            let mut import = import(Status::Pending);
            assert_eq!(import.attach_charge(charge("one")), Ok(()));
            assert_eq!(course(&mut import), Ok(()), "{name}");
            assert_eq!(import.charge().map(|charge| charge.state), expected, "{name}");
        }
    }

    #[test]
    fn only_a_pending_import_accepts_a_charge_and_only_one() {
        for status in [Status::Success, Status::Failed] {
            assert_eq!(import(status).attach_charge(charge("one")), Err(TransitionRefused));
        }
        let mut import = import(Status::Pending);
        assert_eq!(
            (import.attach_charge(charge("one")), import.attach_charge(charge("two"))),
            (Ok(()), Ok(()))
        );
        assert_eq!(import.charge(), Some(&charge("one")));
    }

    fn charge(hold: &str) -> Charge {
        Charge::held(OwnerId::new("ann"), HoldId::new(hold).unwrap())
    }

    #[test]
    fn restart_resets_stage_and_summary() {
        let mut import = import(Status::Failed).with_summary(Some(ImportSummary::default()));
        assert_eq!(import.restart(Stage::Reading), Ok(()));
        assert_eq!(import, Import::new(ImportState::Pending(Stage::Reading), Attempt(3)));
    }

    #[test]
    fn assistance_is_recorded_only_if_it_was_requested() {
        let mut import = import(Status::Pending);
        assert_eq!((import.take_assistance(), import.assistance()), (Err(TransitionRefused), None));
        assert_eq!((import.ask_assistant(), import.take_assistance()), (Ok(()), Ok(())));
        assert_eq!((import.ask_assistant(), import.assistance()), (Ok(()), Some(Assistance::Given)));
    }

    #[test]
    fn restart_keeps_the_assistant_request_only_after_an_interruption() {
        for (is_failed, expected) in [(false, Some(Assistance::Asked)), (true, None)] {
            let mut import = import(Status::Pending).with_assistance(Some(Assistance::Given));
            if is_failed {
                assert_eq!(import.fail(ErrorCode::Interrupted.into()), Ok(()));
            }
            assert_eq!(import.restart(Stage::Fetching), Ok(()));
            assert_eq!(import.assistance(), expected, "{is_failed}");
        }
    }
}
