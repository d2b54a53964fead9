//! The ports to where conversations are kept, and to what a day may cost.

use std::future::Future;

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::ids::{QuestionId, RunId};
use crate::message::Message;
use crate::model::Usage;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::part::Part;

/// An answer as it is kept while it is made, and afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The answer so far.
    pub answer: Answer,
    /// The run that writes it: no other one may, unless it has taken the row over.
    pub run: RunId,
    /// When that run last wrote, in milliseconds since 1970.
    #[serde(with = "millis")]
    pub beat: Moment,
    /// How many runs have begun it, this one included.
    pub attempt: u32,
    /// How it has ended; `None` while it goes on.
    pub ended: Option<Outcome>,
}

mod millis {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::moment::Moment;

    pub(super) fn serialize<S: Serializer>(moment: &Moment, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_i64(moment.millis())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
        i64::deserialize(from).map(Moment::from_millis)
    }
}

/// A conversation up to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// Its messages, the oldest first, the question last.
    pub messages: Vec<Message>,
    /// How many questions before this one were answered, as [`Outcome::counts_as_turn`] counts.
    pub answered: u32,
    /// The answer to it, as far as a run has begun one.
    pub answer: Option<Row>,
}

/// What a run is to do after it has told something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    /// The turn goes on.
    Go,
    /// It was stored, and the cook wants no more of it.
    Stopped,
    /// Nothing was stored: the answer is another run's, or the conversation is gone.
    Superseded,
}

/// Why the store did not do what it was asked. Texts are for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Busy or out of reach for now, or its answer was lost: asked again it finds out.
    #[error("busy: {0}")]
    Busy(String),
    /// Refused or broken: a second try will not help.
    #[error("broken: {0}")]
    Broken(String),
}

/// Where the conversations of one owner are kept.
pub trait Transcripts: Sync {
    /// The conversation up to a question, strongly consistent; `None` where there is no such question any more.
    fn thread(
        &self,
        question: &QuestionId,
    ) -> impl Future<Output = Result<Option<Thread>, StoreError>> + Send;

    /// Makes the answer this run's: stores the row if what is stored is exactly `over` (`None`: nothing), or is this run's already.
    /// Says whether it is.
    fn take(&self, row: &Row, over: Option<&Row>) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Stores the answer so far if the stored row is this run's, then publishes the parts: first stored, then heard. Doing so twice
    /// is doing so once.
    fn tell(&self, row: &Row, parts: &[Part]) -> impl Future<Output = Result<Told, StoreError>> + Send;
}

/// What the model may cost one person in a day; it knows what tokens cost, and whose they are.
pub trait Budget: Sync {
    /// Books what was used, which may be nothing, and says whether there is room for more.
    fn charge(&self, usage: Usage) -> impl Future<Output = Result<bool, StoreError>> + Send;
}
