//! Parts (deltas) of an answer as published, with Amplify's field names.
//!
//! Ids are derived from the position, which reveals duplicates. The publisher adds random padding (`p`) to
//! hide token lengths.

use serde::{Deserialize, Serialize};

use crate::ids::{ConversationId, MessageId, QuestionId};
use crate::message::ToolUse;

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The model has finished.
    EndTurn,
    /// A client-side tool or a proposal waits for the user.
    ToolUse,
    /// Output limit reached.
    MaxTokens,
    /// Cancelled by the user.
    Stopped,
}

/// An error shown to the user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PartError {
    /// Sentence in the user's language.
    pub message: String,
    /// Stable code: [`crate::Failure::code`].
    pub error_type: String,
}

/// Payload of a part. Blocks and their deltas are numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum PartPayload {
    /// Text delta.
    Text {
        /// Block index.
        block: u32,
        /// Index of the delta in the block.
        delta: u32,
        /// Text to append.
        text: String,
    },
    /// A complete client-side tool use.
    ToolUse {
        /// Block index.
        block: u32,
        /// Tool and arguments.
        tool_use: ToolUse,
    },
    /// End of a text block.
    Done {
        /// Block index.
        block: u32,
        /// Index of the last delta; 0 is valid.
        done_at: u32,
    },
    /// Progress: a server-side tool runs. Not part of the message.
    Working {
        /// Number of the tool call in this answer, from 0.
        count: u32,
        /// Name of the tool.
        tool: String,
    },
    /// End of the answer.
    Stop {
        /// Number of blocks.
        blocks: u32,
        /// Why the answer ended.
        reason: StopReason,
    },
    /// The answer failed.
    Errors(Vec<PartError>),
}

/// A part of the answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WirePart", into = "WirePart")]
pub struct Part {
    /// Conversation of the answer.
    pub conversation: ConversationId,
    /// The question that is answered.
    pub question: QuestionId,
    /// What the part adds to the answer.
    pub payload: PartPayload,
}

impl Part {
    /// Deterministic id: equal for equal positions.
    #[must_use]
    pub fn id(&self) -> String {
        let answer = self.question.answer();
        let answer = answer.as_str();
        match &self.payload {
            PartPayload::Text { block, delta, .. } => format!("{answer}.{block}.{delta}"),
            PartPayload::ToolUse { block, .. } => format!("{answer}.{block}.tool"),
            PartPayload::Done { block, .. } => format!("{answer}.{block}.done"),
            PartPayload::Working { count, .. } => format!("{answer}.working.{count}"),
            PartPayload::Stop { .. } => format!("{answer}.stop"),
            PartPayload::Errors(_) => format!("{answer}.errors"),
        }
    }
}

/// Error: the fields do not form a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part says one thing")]
pub struct InvalidPart;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WirePart {
    id: String,
    conversation_id: ConversationId,
    associated_user_message_id: MessageId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_block_index: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_block_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_block_delta_index: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_block_tool_use: Option<ToolUse>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_block_done_at_index: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop_reason: Option<StopReason>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<PartError>>,
    /// Extension of Amplify's format: name of the running server-side tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    working: Option<String>,
}

impl From<Part> for WirePart {
    fn from(part: Part) -> Self {
        let mut wire = Self {
            id: part.id(),
            conversation_id: part.conversation,
            associated_user_message_id: part.question.message(),
            content_block_index: None,
            content_block_text: None,
            content_block_delta_index: None,
            content_block_tool_use: None,
            content_block_done_at_index: None,
            stop_reason: None,
            errors: None,
            working: None,
        };
        match part.payload {
            PartPayload::Text { block, delta, text } => {
                (wire.content_block_index, wire.content_block_delta_index) = (Some(block), Some(delta));
                wire.content_block_text = Some(text);
            }
            PartPayload::ToolUse { block, tool_use } => {
                (wire.content_block_index, wire.content_block_tool_use) = (Some(block), Some(tool_use));
            }
            PartPayload::Done { block, done_at } => {
                (wire.content_block_index, wire.content_block_done_at_index) = (Some(block), Some(done_at));
            }
            PartPayload::Working { count, tool } => {
                (wire.content_block_delta_index, wire.working) = (Some(count), Some(tool));
            }
            PartPayload::Stop { blocks, reason } => {
                (wire.content_block_index, wire.stop_reason) = (Some(blocks), Some(reason));
            }
            PartPayload::Errors(errors) => wire.errors = Some(errors),
        }
        wire
    }
}

impl TryFrom<WirePart> for Part {
    type Error = InvalidPart;

    fn try_from(wire: WirePart) -> Result<Self, InvalidPart> {
        let question =
            QuestionId::parse(wire.associated_user_message_id.as_str()).map_err(|_| InvalidPart)?;
        let (block, delta) = (wire.content_block_index, wire.content_block_delta_index);
        // Check fields of the whole answer before those of a block, and "done" before the content of a block.
        let payload = if let Some(errors) = wire.errors.filter(|errors| !errors.is_empty()) {
            PartPayload::Errors(errors)
        } else if let Some(reason) = wire.stop_reason {
            PartPayload::Stop { blocks: block.ok_or(InvalidPart)?, reason }
        } else if let Some(tool) = wire.working {
            PartPayload::Working { count: delta.ok_or(InvalidPart)?, tool }
        } else if let Some(done_at) = wire.content_block_done_at_index {
            PartPayload::Done { block: block.ok_or(InvalidPart)?, done_at }
        } else if let Some(tool_use) = wire.content_block_tool_use {
            PartPayload::ToolUse { block: block.ok_or(InvalidPart)?, tool_use }
        } else {
            let text = wire.content_block_text.ok_or(InvalidPart)?;
            PartPayload::Text { block: block.ok_or(InvalidPart)?, delta: delta.ok_or(InvalidPart)?, text }
        };
        Ok(Self { conversation: wire.conversation_id, question, payload })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn part(payload: PartPayload) -> Part {
        let (conversation, question) = (ConversationId::parse("c").unwrap(), QuestionId::parse("q").unwrap());
        Part { conversation, question, payload }
    }

    #[test]
    fn part_round_trips_through_the_wire_format() {
        let tool_use = ToolUse {
            tool_use_id: "t".to_owned(),
            name: "proposeEdit".to_owned(),
            input: json!({ "a": [] }),
        };
        let error = PartError { message: "Try again.".to_owned(), error_type: "THROTTLED".to_owned() };
        for (payload, id, fields) in [
            (
                PartPayload::Text { block: 0, delta: 3, text: " cups".to_owned() },
                "q.a.0.3",
                json!({ "contentBlockIndex": 0, "contentBlockDeltaIndex": 3, "contentBlockText": " cups" }),
            ),
            (
                PartPayload::Done { block: 1, done_at: 0 },
                "q.a.1.done",
                json!({ "contentBlockIndex": 1, "contentBlockDoneAtIndex": 0 }),
            ),
            (
                PartPayload::ToolUse { block: 2, tool_use },
                "q.a.2.tool",
                json!({ "contentBlockIndex": 2, "contentBlockToolUse": {
                    "toolUseId": "t", "name": "proposeEdit", "input": "{\"a\":[]}" } }),
            ),
            (
                PartPayload::Working { count: 0, tool: "scale".to_owned() },
                "q.a.working.0",
                json!({ "contentBlockDeltaIndex": 0, "working": "scale" }),
            ),
            (
                PartPayload::Stop { blocks: 3, reason: StopReason::ToolUse },
                "q.a.stop",
                json!({ "contentBlockIndex": 3, "stopReason": "tool_use" }),
            ),
            (
                PartPayload::Errors(vec![error]),
                "q.a.errors",
                json!({ "errors": [{ "message": "Try again.", "errorType": "THROTTLED" }] }),
            ),
        ] {
            let mut expected = json!({ "id": id, "conversationId": "c", "associatedUserMessageId": "q" });
            if let (Some(all), Value::Object(fields)) = (expected.as_object_mut(), fields) {
                all.extend(fields);
            }
            let part = part(payload);
            assert_eq!(serde_json::to_value(&part).unwrap(), expected);
            assert_eq!(serde_json::from_value::<Part>(expected).unwrap(), part);
        }
    }

    #[test]
    fn part_without_required_fields_is_rejected() {
        for fields in [
            json!({}),
            json!({ "contentBlockText": "x" }),
            json!({ "contentBlockIndex": 0, "contentBlockText": "x" }),
            json!({ "contentBlockDoneAtIndex": 0 }),
            json!({ "errors": [] }),
            json!({ "stopReason": "end_turn" }),
        ] {
            let mut whole = json!({ "id": "x", "conversationId": "c", "associatedUserMessageId": "q" });
            if let (Some(all), Value::Object(fields)) = (whole.as_object_mut(), fields) {
                all.extend(fields);
            }
            assert!(serde_json::from_value::<Part>(whole.clone()).is_err(), "{whole}");
        }
    }
}
