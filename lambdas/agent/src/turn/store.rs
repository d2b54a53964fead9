//! Ports: conversation store and daily budget of the model.

use std::future::Future;
use zest_core::PortError;

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::ids::{QuestionId, RunId};
use crate::message::Message;
use crate::model::Usage;
use crate::outcome::Outcome;
use crate::part::Part;
use zest_core::Timestamp;

/// Stored state of an answer, during and after its run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The answer so far.
    pub answer: Answer,
    /// The run that holds the lease.
    pub run: RunId,
    /// Last write of that run, in milliseconds since 1970.
    #[serde(with = "millis")]
    pub beat: Timestamp,
    /// Number of runs, including this one.
    pub attempt: u32,
    /// Outcome of the turn; `None` while it runs.
    pub ended: Option<Outcome>,
}

mod millis {
    use serde::{Deserialize, Deserializer, Serializer};

    use zest_core::Timestamp;

    pub(super) fn serialize<S: Serializer>(moment: &Timestamp, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_i64(moment.millis())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        i64::deserialize(from).map(Timestamp::from_millis)
    }
}

/// A conversation up to and including a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// Messages, oldest first; the last one is the question.
    pub messages: Vec<Message>,
    /// Number of earlier questions that count as turns ([`Outcome::counts_as_turn`]).
    pub answered: u32,
    /// Stored answer to the question, if a run has started one.
    pub answer: Option<Row>,
}

/// Result of publishing parts of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteOutcome {
    /// Stored and published; the turn continues.
    Continue,
    /// Stored; the user has cancelled the answer.
    Cancelled,
    /// Not stored: another run holds the lease, or the conversation is gone.
    LeaseLost,
}

/// Conversation store of one owner.
pub trait Transcripts: Sync {
    /// Conversation up to a question, strongly consistent; `None` if the question does not exist.
    fn thread(&self, question: &QuestionId)
    -> impl Future<Output = Result<Option<Thread>, PortError>> + Send;

    /// Acquires the lease: stores `row` if the stored row equals `over` or belongs to this run. Returns
    /// whether the run holds the lease.
    fn take(&self, row: &Row, over: Option<&Row>) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Stores `row` if the run holds the lease, then publishes `parts`. Idempotent.
    fn publish(
        &self,
        row: &Row,
        parts: &[Part],
    ) -> impl Future<Output = Result<WriteOutcome, PortError>> + Send;
}

/// Daily budget of one user for model calls.
pub trait Budget: Sync {
    /// Charges `usage` (may be zero) and returns whether budget remains.
    fn charge(&self, usage: Usage) -> impl Future<Output = Result<bool, PortError>> + Send;
}
