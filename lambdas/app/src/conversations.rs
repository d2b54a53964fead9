//! Conversations with the recipe agent: ownership, payment, limits and storage.
//!
//! - A conversation is visible only to its owner ([`Cook`]).
//! - [`send`] stores a question and starts `fn-agent`. Sending the same id again restarts a run that was
//!   lost.
//! - The first question holds a credit. The conversation's [`Payment`] determines what the ledger does.
//! - [`StoredTranscripts`] is a run's access to the storage. One write ends the answer, its turn and its
//!   charge.
//! - An abandoned answer is failed by the next question, a stop request or the sweep of due holds.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod abandoned_answers;
mod cook;
mod error;
mod input;
mod keep;
mod messages;
mod model;
mod publish;
mod remove;
mod send;
mod store;
mod transcripts;
mod view;

pub use abandoned_answers::charge_of;
pub use cook::Cook;
pub use error::{Error, Malformed};
pub use input::{CreateConversation, ListMessages, SendMessage, UpdateConversation};
pub use keep::{ListConversations, about_recipe, create, get, list, update};
pub use messages::messages;
pub use model::{Conversation, Exchange, Payment, Progress, Question};
pub use publish::{PartPublisher, may_listen};
pub use remove::{delete, forget};
pub use send::{AgentStarter, SendPorts, send, stop};
pub use store::{ConversationStore, Over, PartialWriteResult};
pub use transcripts::StoredTranscripts;
pub use view::{ConversationView, message_views};

/// Maximum conversations per owner.
pub const MAX_CONVERSATIONS: u32 = 200;
/// Maximum questions per conversation, including failed ones.
pub const MAX_QUESTIONS: usize = 60;
/// Maximum bytes of all attachments of a conversation.
pub const MAX_ATTACHED_BYTES: u64 = 4_000_000;
