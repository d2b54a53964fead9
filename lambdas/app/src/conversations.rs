//! Conversations with the recipe agent, as pure decisions: whose they are, what they cost, how far they go and how they are kept.
//!
//! - A conversation is its owner's alone ([`Cook`]); everyone else is told that there is none.
//! - [`send`] stores a question and has `fn-agent` started with ids; the same id again heals what a lost start or a dead run has left.
//! - The first question holds a credit before it is stored; the conversation's row says what is to become of it ([`Payment`]), and
//!   the ledger follows, as with imports.
//! - [`StoredTranscripts`] is what a run of the agent reads and writes through: what ends an answer counts the turn and ends the credit in one write.
//! - An answer that nobody makes any more is ended by whoever meets it: the next question, the stop button or the sweep of due holds.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod burying;
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

pub use burying::charge_of;
pub use cook::Cook;
pub use error::{Error, Malformed};
pub use input::{CreateConversation, ListMessages, SendMessage, UpdateConversation};
pub use keep::{ListConversations, about_recipe, create, get, list, update};
pub use messages::messages;
pub use model::{Conversation, Exchange, Payment, Progress, Question};
pub use publish::{PartPublisher, accept, may_listen};
pub use remove::{delete, forget};
pub use send::{AgentStarter, SendPorts, send, stop};
pub use store::{ConversationStore, Over, Telling};
pub use transcripts::StoredTranscripts;
pub use view::{ConversationView, message_views};

/// How many conversations one owner keeps; older ones are to be deleted first.
pub const MOST_CONVERSATIONS: u32 = 200;
/// How many questions a conversation holds, those included that came to nothing.
pub const MOST_QUESTIONS: usize = 60;
/// How many bytes all pictures and files of a conversation have together.
pub const MOST_ATTACHED_BYTES: u64 = 4_000_000;
