//! The recipe agent: pure logic without clock, randomness or network.
//!
//! [`validation`] checks a user's message, then [`answer`] runs a turn: a language model ([`Model`]) may call
//! the tools of the [`catalogue`], and its answer is streamed as [`Part`]s that fold to the same [`Answer`]
//! in any order.
//!
//! - *Read-only.* Tools read through [`RecipeLibrary`]. A change is a [`Patch`] that the user accepts line by
//!   line, in a conversation or via [`propose`].
//! - *Sourced figures.* Amounts, times and temperatures must have a source ([`figures`]).
//! - *Extraction.* A model reads sources that the parsers cannot ([`reading`]).
//! - *Bounded.* [`Limits`] bound a turn; [`Outcome`] is its result.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod answer;
mod claims;
mod clock;
mod decisions;
mod draft;
pub mod figures;
pub mod grounding;
mod history;
mod ids;
mod library;
mod limits;
mod message;
mod meter;
mod model;
mod outcome;
mod part;
mod patch;
mod prices;
mod propose;
pub mod reading;
mod system;
mod tools;
mod turn;
pub mod validation;
mod wire;
mod wishes;

pub use answer::{Answer, BlockCoverage};
pub use claims::{claims_freedom, label_sentence};
pub use clock::Clock;
pub use ids::{ConversationId, InvalidId, MessageId, QuestionId, RunId};
pub use library::{Card, LibraryError, OwnRecipe, RecipeLibrary};
pub use limits::{Limits, MAX_TURNS_PER_CONVERSATION};
pub use message::{
    Block, Document, DocumentFormat, Image, ImageFormat, InputSchema, InvalidContentBlock, Message,
    ResultPiece, Role, Source, ToolConfiguration, ToolEntry, ToolResult, ToolSpec, ToolStatus, ToolUse,
};
pub use meter::{Meter, Metered, MeteredEvents};
pub use model::{ChatMessage, Event, Events, Model, ModelError, ModelStop, Request, Usage};
pub use outcome::{Credit, Failure, Outcome};
pub use part::{InvalidPart, Part, PartError, PartPayload, StopReason};
pub use patch::{LineChange, Patch, ServingsChange, StepChange, TextChange};
pub use prices::{BadPrice, Price};
pub use propose::{Proposed, Wish, propose, propose_without_model};
pub use tools::{PROPOSE_EDIT, PROPOSE_IMPORT, PROPOSE_SHOPPING, catalogue, is_ours};
pub use turn::{Budget, Ended, Ports, Row, Thread, Transcripts, WriteOutcome, answer};
pub use wishes::{SimpleWish, parse_simple_wish};
