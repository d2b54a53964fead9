//! The port to a language model: what it is asked, and what comes back, bit by bit.

use std::future::Future;

use crate::message::{Block, Role, ToolSpec};
use crate::moment::Moment;

/// What the model is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Who it is and what it must not do.
    pub system: String,
    /// What was said, the cook's and the agent's in turns, the cook's first and last. Each use of a tool has its result in the next.
    pub messages: Vec<Spoken>,
    /// What it may use.
    pub tools: Vec<ToolSpec>,
    /// The tool that it must use; it is free where none is named.
    pub must_use: Option<String>,
    /// How many tokens it may say.
    pub output_tokens: u32,
    /// When it must have ended: the port breaks off then, with [`ModelError::TooSlow`].
    pub until: Moment,
}

/// What one side said.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// Who says it to the model.
    pub role: Role,
    /// The blocks that are said, in their order.
    pub content: Vec<Block>,
}

/// What comes of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// More of the text.
    Text(String),
    /// It asks for a tool; what it takes follows.
    ToolStart {
        /// What the result must name.
        id: String,
        /// The name of the tool that is asked for.
        name: String,
    },
    /// More of the arguments, as JSON that is not whole yet.
    ToolInput(String),
    /// The text or the tool is whole.
    BlockStop,
    /// Nothing has come for a second: the port says so each second, so that whoever waits may look whether it was stopped.
    Waiting,
    /// What was read and said, in tokens; it may come after the end.
    Usage(Usage),
    /// The answer has ended; nothing follows.
    Stop(ModelStop),
}

/// Why a model has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelStop {
    /// It has said all.
    EndTurn,
    /// It waits for the results of tools.
    ToolUse,
    /// It had more to say than it may.
    MaxTokens,
    /// It, or what watches it, will not answer.
    Refused,
}

/// Tokens of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// What it was told.
    pub input_tokens: u64,
    /// How many tokens the model has said.
    pub output_tokens: u64,
}

/// Why a model did not answer, or not to the end. Texts are for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Too many ask at once.
    #[error("throttled")]
    Throttled,
    /// It will not answer this.
    #[error("refused")]
    Refused,
    /// It did not end in time.
    #[error("too slow")]
    TooSlow,
    /// It broke off, or cannot be reached.
    #[error("broken: {0}")]
    Broken(String),
    /// What was asked is no request that it takes: a mistake of ours.
    #[error("invalid: {0}")]
    Invalid(String),
}

/// The port to a language model that streams its answer and may ask for tools.
pub trait Model: Sync {
    /// What comes of one call.
    type Events: Events;

    /// Asks it. The port answers or gives up within ten seconds, for until then nobody is told that the run is alive.
    fn ask(&self, request: Request) -> impl Future<Output = Result<Self::Events, ModelError>> + Send;
}

/// What comes of one call, in order.
pub trait Events: Send {
    /// The next of it; `None` when there is no more.
    fn next(&mut self) -> impl Future<Output = Result<Option<Event>, ModelError>> + Send;
}
