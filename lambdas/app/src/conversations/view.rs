//! JSON fields are values, because AppSync serializes `AWSJSON` itself.

use crate::model::CreditState;
use crate::{AppError, OwnerId};
use agent::{
    Block, BlockCoverage, ConversationId, Message, Outcome, PartError, ResultPiece, Role, Row,
    ToolConfiguration,
};
use serde::Serialize;
use serde_json::{Value, json};
use zest_core::Timestamp;

use crate::conversations::model::{Conversation, Exchange};

/// `Conversation` in the schema.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConversationView {
    id: ConversationId,
    name: Option<String>,
    metadata: Option<Value>,
    credit: Option<CreditState>,
    turns_left: u32,
    created_at: Timestamp,
    updated_at: Timestamp,
    owner: OwnerId,
}

impl ConversationView {
    /// Complete view, for the owner only.
    #[must_use]
    pub fn of(conversation: Conversation) -> Self {
        Self {
            credit: conversation.credit(),
            turns_left: conversation.turns_left(),
            id: conversation.id,
            name: conversation.name,
            metadata: conversation.metadata,
            created_at: conversation.created_at,
            updated_at: conversation.updated_at,
            owner: conversation.owner,
        }
    }
}

/// Question and answer of an exchange, as `ConversationMessage` in the schema.
pub fn message_views(exchange: &Exchange, owner: &OwnerId) -> Result<Vec<Value>, AppError> {
    let Exchange { question, progress } = exchange;
    let mut views = vec![question_view(&question.message, question.asked_at, owner)?];
    if let Some(row) = &progress.answer {
        let begun_at = progress.begun_at.unwrap_or(question.asked_at);
        views.push(answer_view(row, begun_at, owner)?);
    }
    Ok(views)
}

pub(crate) fn question_view(message: &Message, at: Timestamp, owner: &OwnerId) -> Result<Value, AppError> {
    message_view(message, &Shown::default(), (at, at), owner)
}

fn answer_view(row: &Row, begun_at: Timestamp, owner: &OwnerId) -> Result<Value, AppError> {
    let state = match row.ended {
        None => "ONGOING",
        Some(Outcome::Failed(_)) => "FAILED",
        Some(Outcome::Finished | Outcome::Stopped { .. } | Outcome::Superseded) => "ENDED",
    };
    let shown = Shown {
        state: Some(state),
        stop_reason: row.ended.and(row.answer.stop_reason().map(|reason| json!(reason))),
        errors: row.answer.errors(),
        covered: row.answer.covered(),
    };
    let moved = Timestamp::from_millis(row.beat.millis()).max(begun_at);
    message_view(&row.answer.message(), &shown, (begun_at, moved), owner)
}

#[derive(Default)]
struct Shown<'a> {
    state: Option<&'static str>,
    stop_reason: Option<Value>,
    errors: &'a [PartError],
    covered: Vec<BlockCoverage>,
}

fn message_view(
    message: &Message,
    shown: &Shown<'_>,
    (created_at, updated_at): (Timestamp, Timestamp),
    owner: &OwnerId,
) -> Result<Value, AppError> {
    let content: Vec<Value> = message.content.iter().map(block_view).collect::<Result<_, _>>()?;
    let covered: Vec<Value> = shown
        .covered
        .iter()
        .map(|covered| json!({ "contentBlockIndex": covered.block, "texts": covered.texts }))
        .collect();
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    Ok(json!({
        "id": message.id,
        "conversationId": message.conversation_id,
        "associatedUserMessageId": message.associated_user_message_id,
        "role": role,
        "content": content,
        "aiContext": message.ai_context,
        "toolConfiguration": message.tool_configuration.as_ref().map(tools_view),
        "state": shown.state,
        "stopReason": shown.stop_reason,
        "errors": shown.errors,
        "covered": covered,
        "createdAt": created_at,
        "updatedAt": updated_at,
        "owner": owner,
    }))
}

fn block_view(block: &Block) -> Result<Value, AppError> {
    Ok(match block {
        Block::ToolUse(used) => json!({ "toolUse": {
            "toolUseId": used.tool_use_id, "name": used.name, "input": used.input } }),
        Block::ToolResult(result) => {
            let content: Vec<Value> = result.content.iter().map(piece_view).collect::<Result<_, _>>()?;
            json!({ "toolResult": {
                "toolUseId": result.tool_use_id, "content": content, "status": result.status } })
        }
        Block::Text(_) | Block::Image(_) | Block::Document(_) => written(block)?,
    })
}

fn piece_view(piece: &ResultPiece) -> Result<Value, AppError> {
    match piece {
        ResultPiece::Json(value) => Ok(json!({ "json": value })),
        ResultPiece::Text(_) | ResultPiece::Image(_) | ResultPiece::Document(_) => written(piece),
    }
}

fn written(value: &impl Serialize) -> Result<Value, AppError> {
    serde_json::to_value(value).map_err(|error| AppError::internal(&error))
}

fn tools_view(tools: &ToolConfiguration) -> Value {
    let tools = tools.tools.iter().map(|entry| {
        let spec = &entry.tool_spec;
        json!({ "toolSpec": { "name": spec.name, "description": spec.description,
            "inputSchema": { "json": spec.input_schema.json } } })
    });
    json!({ "tools": tools.collect::<Vec<_>>() })
}
