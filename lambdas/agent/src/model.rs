//! Port to a language model (LLM) that streams its response.

use std::future::Future;

use crate::message::{Block, Role, ToolSpec};
use zest_core::Timestamp;

/// A model call.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// System prompt.
    pub system: String,
    /// Alternating messages, user first and last; each tool use has its result in the next one.
    pub messages: Vec<ChatMessage>,
    /// Available tools.
    pub tools: Vec<ToolSpec>,
    /// Name of a tool the model must use, if any.
    pub must_use: Option<String>,
    /// Maximum output tokens.
    pub output_tokens: u32,
    /// Deadline; then the port fails with [`ModelError::TooSlow`].
    pub until: Timestamp,
}

/// A message in the request of a model call.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatMessage {
    /// Speaker.
    pub role: Role,
    /// Content blocks in order.
    pub content: Vec<Block>,
}

/// Streaming event of a model call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Text delta.
    Text(String),
    /// Start of a tool use; its arguments follow.
    ToolStart {
        /// Id that the tool result must repeat.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// Delta of the arguments, as partial JSON.
    ToolInput(String),
    /// End of a text or tool use block.
    BlockStop,
    /// Sent after each second without events, so that the caller can check for cancellation.
    Waiting,
    /// Tokens used; may come after [`Event::Stop`].
    Usage(Usage),
    /// End of the response.
    Stop(ModelStop),
}

/// Stop reason of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelStop {
    /// The response is complete.
    EndTurn,
    /// Waits for tool results.
    ToolUse,
    /// Output token limit reached.
    MaxTokens,
    /// Refused by the model or its content filter.
    Refused,
}

/// Tokens of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Prompt tokens.
    pub input_tokens: u64,
    /// Response tokens.
    pub output_tokens: u64,
}

/// Failure of a model call; messages are for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Rate limit of the model.
    #[error("throttled")]
    Throttled,
    /// Request refused by the model.
    #[error("refused")]
    Refused,
    /// Deadline exceeded.
    #[error("too slow")]
    TooSlow,
    /// Any other failure, such as a lost connection or an unreadable response.
    #[error("broken: {0}")]
    Broken(String),
    /// Request rejected as malformed: a programming error.
    #[error("invalid: {0}")]
    Invalid(String),
}

/// Port to a streaming language model with tools.
pub trait Model: Sync {
    /// Event stream of one call.
    type Events: Events;

    /// Starts a call. Must return within ten seconds, because the caller sends no heartbeats until then.
    fn ask(&self, request: Request) -> impl Future<Output = Result<Self::Events, ModelError>> + Send;
}

/// Events of one call, in order.
pub trait Events: Send {
    /// Next event; `None` at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<Event>, ModelError>> + Send;
}
