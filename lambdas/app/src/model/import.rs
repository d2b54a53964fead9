//! How the import of a recipe stands. What holds only in one state is held by that state alone, and one state follows
//! another only by a transition of [`Recipe`](super::Recipe).

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::job::Attempt;
use crate::model::charge::{Charge, CreditState};
use crate::model::summary::ImportSummary;

/// Where a recipe stands, as lists and the API name it: [`ImportState`] without what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// The import is under way or waits for its start; [`Import::stage`] says how far it has come.
    Pending,
    /// There to be cooked.
    Success,
    /// Could not be imported; [`Import::failure`] says why.
    Failed,
}

/// How far a PENDING import has come, in the order in which an import comes to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Stage {
    /// The page is being fetched.
    Fetching,
    /// The uploaded pictures or file are being read.
    Reading,
    /// What was fetched or read is being understood.
    Extracting,
    /// What was read is being checked and stored.
    Checking,
}

impl Stage {
    /// The one with which an import begins.
    #[must_use]
    pub fn first(is_upload: bool) -> Self {
        if is_upload { Self::Reading } else { Self::Fetching }
    }
}

/// Where an import stands, each state with what is known only in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportState {
    /// Under way, or waiting for its start.
    Pending(Stage),
    /// The recipe is there, imported or written.
    Succeeded,
    /// It could not be imported, for this reason.
    Failed(Failure),
}

/// A transition that the state of an import does not allow: somebody else has changed it meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransitionRefused;

/// What a try has to do with the assistant, which reads where our readers find no recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Assistance {
    /// The person has asked for it.
    Asked,
    /// It has read the recipe.
    Given,
}

/// The import of a recipe: its state, which try it is, whether that may use the assistant, what it tells of an upload of many recipes,
/// and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    state: ImportState,
    attempt: Attempt,
    assistance: Option<Assistance>,
    summary: Option<ImportSummary>,
    charge: Option<Charge>,
}

impl Import {
    /// An import in a state in which it was found, without a summary, which costs nothing.
    #[must_use]
    pub fn new(state: ImportState, attempt: Attempt) -> Self {
        Self { state, attempt, assistance: None, summary: None, charge: None }
    }

    /// The same with how far the recipes of its upload have come, where there are many.
    #[must_use]
    pub fn with_summary(self, summary: Option<ImportSummary>) -> Self {
        Self { summary, ..self }
    }

    /// The same with what its try has to do with the assistant, where it has anything.
    #[must_use]
    pub fn with_assistance(self, assistance: Option<Assistance>) -> Self {
        Self { assistance, ..self }
    }

    /// The same with the credit that it costs, where it costs one.
    #[must_use]
    pub fn with_charge(self, charge: Option<Charge>) -> Self {
        Self { charge, ..self }
    }

    /// The first try, which waits for its start.
    #[must_use]
    pub fn submitted(stage: Stage) -> Self {
        Self::new(ImportState::Pending(stage), Attempt::FIRST)
    }

    /// Of a recipe that is there from the start: there is nothing to import.
    #[must_use]
    pub fn nothing() -> Self {
        Self::new(ImportState::Succeeded, Attempt::FIRST)
    }

    /// Which of the three states it is in.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.state {
            ImportState::Pending(_) => Status::Pending,
            ImportState::Succeeded => Status::Success,
            ImportState::Failed(_) => Status::Failed,
        }
    }

    /// How far it has come; `None` unless it is PENDING.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        match self.state {
            ImportState::Pending(stage) => Some(stage),
            ImportState::Succeeded | ImportState::Failed(_) => None,
        }
    }

    /// Why it failed; `None` unless it has FAILED.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match &self.state {
            ImportState::Failed(failure) => Some(failure),
            ImportState::Pending(_) | ImportState::Succeeded => None,
        }
    }

    /// Which try it is.
    #[must_use]
    pub fn attempt(&self) -> Attempt {
        self.attempt
    }

    /// What this try has to do with the assistant; `None` where it was not asked for.
    #[must_use]
    pub fn assistance(&self) -> Option<Assistance> {
        self.assistance
    }

    /// How far the recipes of its upload have come, where there are many.
    #[must_use]
    pub fn summary(&self) -> Option<&ImportSummary> {
        self.summary.as_ref()
    }

    /// The credit that it costs; `None` where it costs nothing.
    #[must_use]
    pub fn charge(&self) -> Option<&Charge> {
        self.charge.as_ref()
    }

    /// PENDING: costs this credit from now on, unless one that it has cost before still counts.
    pub(super) fn bear(&mut self, charge: Charge) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending {
            return Err(TransitionRefused);
        }
        self.charge.get_or_insert(charge);
        Ok(())
    }

    /// PENDING: the assistant is to read where the readers find no recipe.
    pub(super) fn ask_assistant(&mut self) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending {
            return Err(TransitionRefused);
        }
        self.assistance.get_or_insert(Assistance::Asked);
        Ok(())
    }

    /// PENDING, asked for: the assistant has read the recipe.
    pub(super) fn take_assistance(&mut self) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending || self.assistance.is_none() {
            return Err(TransitionRefused);
        }
        self.assistance = Some(Assistance::Given);
        Ok(())
    }

    /// PENDING: comes to a stage. A step that is run once more never takes it back to an earlier one.
    pub(super) fn advance(&mut self, to: Stage) -> Result<(), TransitionRefused> {
        let ImportState::Pending(stage) = &mut self.state else { return Err(TransitionRefused) };
        *stage = to.max(*stage);
        Ok(())
    }

    /// PENDING: tells how far the recipes of its upload have come, where there are many. `end` is what becomes of the credit once there
    /// is one.
    pub(super) fn summarize(
        &mut self,
        summary: Option<ImportSummary>,
        end: CreditState,
    ) -> Result<(), TransitionRefused> {
        if self.status() != Status::Pending {
            return Err(TransitionRefused);
        }
        // The first of them becomes the recipe that has this import, whose end is still to come; each other one is there.
        if summary.as_ref().is_some_and(|summary| summary.imported > 1) {
            self.end_charge(end);
        }
        self.summary = summary;
        Ok(())
    }

    /// PENDING → SUCCESS, with what becomes of the credit.
    pub(super) fn succeed(&mut self, end: CreditState) -> Result<(), TransitionRefused> {
        self.leave(Status::Pending, ImportState::Succeeded)?;
        self.end_charge(end);
        Ok(())
    }

    /// PENDING → FAILED. The credit goes back, unless other recipes of the upload are there.
    pub(super) fn fail(&mut self, failure: Failure) -> Result<(), TransitionRefused> {
        self.leave(Status::Pending, ImportState::Failed(failure))?;
        self.end_charge(CreditState::GivenBack);
        Ok(())
    }

    /// FAILED → SUCCESS: a person has written what could not be imported.
    pub(super) fn write_by_hand(&mut self) -> Result<(), TransitionRefused> {
        self.leave(Status::Failed, ImportState::Succeeded)
    }

    /// PENDING or FAILED → PENDING with a new try, which begins at this stage and knows nothing of the one before but its
    /// credit, unless that was given back; and, where that was interrupted, that the assistant was asked for.
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
    fn each_transition_leaves_the_states_it_is_meant_for_and_no_other() {
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
    fn a_stage_never_goes_back() {
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
    fn a_credit_is_used_by_what_came_of_the_import_and_given_back_otherwise() {
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
            assert_eq!(import.bear(charge("one")), Ok(()));
            assert_eq!(course(&mut import), Ok(()), "{name}");
            assert_eq!(import.charge().map(|charge| charge.state), expected, "{name}");
        }
    }

    #[test]
    fn only_an_import_that_is_under_way_takes_a_credit_and_only_one() {
        for status in [Status::Success, Status::Failed] {
            assert_eq!(import(status).bear(charge("one")), Err(TransitionRefused));
        }
        let mut import = import(Status::Pending);
        assert_eq!((import.bear(charge("one")), import.bear(charge("two"))), (Ok(()), Ok(())));
        assert_eq!(import.charge(), Some(&charge("one")));
    }

    fn charge(hold: &str) -> Charge {
        Charge::held(OwnerId::new("ann"), HoldId::new(hold).unwrap())
    }

    #[test]
    fn another_try_begins_anew() {
        let mut import = import(Status::Failed).with_summary(Some(ImportSummary::default()));
        assert_eq!(import.restart(Stage::Reading), Ok(()));
        assert_eq!(import, Import::new(ImportState::Pending(Stage::Reading), Attempt(3)));
    }

    #[test]
    fn only_a_try_that_asks_for_the_assistant_is_read_by_it() {
        let mut import = import(Status::Pending);
        assert_eq!((import.take_assistance(), import.assistance()), (Err(TransitionRefused), None));
        assert_eq!((import.ask_assistant(), import.take_assistance()), (Ok(()), Ok(())));
        assert_eq!((import.ask_assistant(), import.assistance()), (Ok(()), Some(Assistance::Given)));
    }

    #[test]
    fn an_interrupted_try_is_begun_anew_with_the_assistant_and_a_failed_one_without() {
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
