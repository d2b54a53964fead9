//! Feedback as we keep it.

use serde::{Deserialize, Serialize};

use crate::feedback::reading::Reading;
use crate::ids::{FeedbackId, OwnerId, RecipeId};
use crate::timestamp::Timestamp;

/// What kind of feedback it is, as its writer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FeedbackKind {
    /// A feature that the person misses.
    FeatureRequest,
    /// Something that does not work as it should.
    BugReport,
    /// Praise, blame or a remark.
    GeneralFeedback,
    /// Something is to be known.
    Question,
    /// Something could be better.
    Suggestion,
    /// None of the others.
    Other,
}

/// How far admins have come with a piece of feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FeedbackStatus {
    /// Nobody has answered it, or its writer has changed it since.
    New,
    /// There is an answer.
    Answered,
    /// Nothing more will be done about it.
    Closed,
}

/// A part of a recipe that can be read wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RecipePart {
    /// The ingredient lines.
    Ingredients,
    /// The instructions.
    Steps,
    /// The recipe's name.
    Title,
    /// How long it takes.
    Times,
    /// The recipe's picture.
    Picture,
    /// Whatever no other value names.
    Other,
}

/// An admin's answer to the writer, and when it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// 1 to [`crate::feedback::TEXT_LIMIT`] characters, for the writer to read.
    pub text: String,
    /// When it was given, or last changed.
    pub at: Timestamp,
}

/// The last that an admin has done about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handling {
    /// The admin's `sub` in the user pool.
    pub by: OwnerId,
    /// When it was done.
    pub at: Timestamp,
}

/// One piece of feedback, with what admins have said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// The id, which the client has made; it never changes.
    pub id: FeedbackId,
    /// Who has written it: a member's `sub`, a guest's identity id.
    pub creator: OwnerId,
    /// Whether the creator is a member: a guest's name is a secret, also from admins.
    pub is_of_member: bool,
    /// Where an answer may be sent, if the writer wants one by mail.
    pub email: Option<String>,
    /// 1 to [`crate::feedback::TEXT_LIMIT`] characters; of a recipe that was read wrongly, what the part should be.
    pub message: String,
    /// What kind it is.
    pub kind: FeedbackKind,
    /// The recipe that it is about.
    pub recipe: Option<RecipeId>,
    /// Which part of that recipe was read wrongly.
    pub wrong_part: Option<RecipePart>,
    /// What had been read when that was said.
    pub reading: Option<Reading>,
    /// How far admins have come with a piece of feedback.
    pub status: FeedbackStatus,
    /// An admin's answer to the writer, and when it was given.
    pub answer: Option<Answer>,
    /// An admin's own words, for admins alone.
    pub note: Option<String>,
    /// The last that an admin has done about it.
    pub handled: Option<Handling>,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was sent.
    pub created_at: Timestamp,
    /// When it was last changed, by whomever.
    pub updated_at: Timestamp,
}
