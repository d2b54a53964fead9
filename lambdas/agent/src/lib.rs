//! The recipe agent, as pure decisions: no clock, no randomness, no network.
//!
//! A cook's message is checked first ([`validation`]); [`answer`] runs a turn: a language model ([`Model`]) is asked, may use the tools of the
//! [`catalogue`], and what it says is told bit by bit as [`Part`]s, which fold to the same [`Answer`] in whatever order they come.
//!
//! - *It proposes.* Tools read through [`RecipeLibrary`], which has nothing that writes. What would change a recipe is a [`Patch`] that the
//!   cook accepts line by line, in a conversation or for a single wish ([`propose`]); what would import or buy something is a button that the cook presses.
//! - *It does not count.* Amounts, times and temperatures come from tools, the recipe or the cook ([`figures`]); others are marked in
//!   an answer, and refused in a proposal. Claims that a dish is free of something get a sentence that says what labels are for.
//! - *It reads* what our readers cannot ([`reading`]), and only what the source says is kept of that.
//! - *It ends.* [`Limits`] bound a turn, [`Outcome`] says how it ended, and what becomes of the conversation's credit.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod answer;
mod claims;
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
mod moment;
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

pub use answer::{Answer, Covered};
pub use claims::{claims_freedom, label_sentence};
pub use ids::{ConversationId, InvalidId, MessageId, QuestionId, RecipeId, RunId};
pub use library::{Card, LibraryError, OwnRecipe, RecipeLibrary};
pub use limits::{Limits, TURNS_OF_A_CONVERSATION};
pub use message::{
    Block, Document, DocumentFormat, Image, ImageFormat, InputSchema, Message, NotOne, ResultPiece, Role,
    Source, ToolConfiguration, ToolEntry, ToolResult, ToolSpec, ToolStatus, ToolUse,
};
pub use meter::{Meter, Metered, MeteredEvents};
pub use model::{Event, Events, Model, ModelError, ModelStop, Request, Spoken, Usage};
pub use moment::{Clock, Moment};
pub use outcome::{Credit, Failure, Outcome};
pub use part::{Part, PartError, Said, StopReason, Unclear};
pub use patch::{
    LineChange, Patch, Reason, ReasonCode, Remark, ServingsChange, StepChange, TextChange, Verdict, diet_name,
};
pub use prices::{BadPrice, Price};
pub use propose::{Proposed, Wish, propose, reckon};
pub use tools::{PROPOSE_EDIT, PROPOSE_IMPORT, PROPOSE_SHOPPING, catalogue, is_ours};
pub use turn::{Budget, Ended, Ports, Row, StoreError, Thread, Told, Transcripts, answer};
pub use wishes::{Quick, understood};
