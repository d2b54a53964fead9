//! One model call: collects events into blocks and streams the text.

use serde_json::{Value, json};

use crate::clock::Clock;
use crate::message::{Block, ToolUse};
use crate::model::{Event, Events, Model, ModelError, ModelStop, Request, Usage};
use crate::outcome::Failure;
use crate::turn::answer_writer::{AnswerWriter, TurnError};
use crate::turn::store::Transcripts;

const MAX_INPUT_BYTES: usize = 120_000;
const MAX_TOOLS_AT_ONCE: usize = 16;
/// Maximum length of a tool name. Invalid names are replaced, because models reject them in the history.
const LONGEST_TOOL_NAME: usize = 64;

#[derive(Debug, Default)]
pub(super) struct ModelResponse {
    pub(super) blocks: Vec<Block>,
    /// Ids of tool uses with arguments other than a JSON object.
    pub(super) unreadable: Vec<String>,
    pub(super) stop: Option<ModelStop>,
    pub(super) usage: Usage,
}

impl ModelResponse {
    pub(super) fn tool_uses(&self) -> Vec<ToolUse> {
        let uses = self.blocks.iter().filter_map(|block| match block {
            Block::ToolUse(tool_use) => Some(tool_use.clone()),
            _ => None,
        });
        uses.collect()
    }
}

enum Open {
    Nothing,
    Text(String),
    Tool { id: String, name: String, input: String },
}

pub(super) async fn listen<M: Model, T: Transcripts, C: Clock>(
    model: &M,
    request: Request,
    clock: &C,
    writer: &mut AnswerWriter<'_, T, C>,
) -> Result<ModelResponse, TurnError> {
    let until = request.until;
    let mut events = model.ask(request).await.map_err(failed)?;
    let mut response = ModelResponse::default();
    let mut open = Open::Nothing;
    while let Some(event) = events.next().await.map_err(failed)? {
        // Enforces the deadline even if the port does not.
        if clock.now() > until {
            return Err(TurnError::Failed(Failure::TooSlow));
        }
        match event {
            Event::Text(text) => {
                writer.text(&text).await?;
                open = match std::mem::replace(&mut open, Open::Nothing) {
                    Open::Text(before) => Open::Text(before + &text),
                    other => {
                        response.close(other);
                        Open::Text(text)
                    }
                };
            }
            Event::ToolStart { id, name } => {
                response.close(std::mem::replace(&mut open, Open::Tool { id, name, input: String::new() }));
                writer.end_block();
            }
            Event::ToolInput(more) => {
                let Open::Tool { input, .. } = &mut open else {
                    return Err(TurnError::Failed(Failure::Broken));
                };
                input.push_str(&more);
                if input.len() > MAX_INPUT_BYTES {
                    return Err(TurnError::Failed(Failure::Nonsense));
                }
                writer.beat().await?;
            }
            Event::BlockStop => {
                response.close(std::mem::replace(&mut open, Open::Nothing));
                writer.end_block();
            }
            Event::Waiting => writer.beat().await?,
            Event::Usage(usage) => {
                response.usage.input_tokens += usage.input_tokens;
                response.usage.output_tokens += usage.output_tokens;
            }
            Event::Stop(stop) => response.stop = Some(stop),
        }
        if response.blocks.len() > MAX_TOOLS_AT_ONCE * 2 {
            return Err(TurnError::Failed(Failure::Nonsense));
        }
    }
    // The stream ended within a block: keeps text, drops incomplete tool arguments.
    if let Open::Text(_) = &open {
        response.close(open);
    }
    writer.end_block();
    if response.stop.is_none() { Err(TurnError::Failed(Failure::Broken)) } else { Ok(response) }
}

impl ModelResponse {
    fn close(&mut self, open: Open) {
        match open {
            Open::Nothing => {}
            Open::Text(text) if text.trim().is_empty() => {}
            Open::Text(text) => self.blocks.push(Block::Text(text)),
            Open::Tool { id, name, input } => {
                let read =
                    if input.trim().is_empty() { Some(json!({})) } else { serde_json::from_str(&input).ok() };
                let object = read.filter(Value::is_object);
                if object.is_none() {
                    self.unreadable.push(id.clone());
                }
                let name = if is_name(&name) { name } else { "unnamed".to_owned() };
                let input = object.unwrap_or_else(|| json!({}));
                self.blocks.push(Block::ToolUse(ToolUse { tool_use_id: id, name, input }));
            }
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !name.is_empty() && name.len() <= LONGEST_TOOL_NAME && name.bytes().all(is_allowed)
}

fn failed(error: ModelError) -> TurnError {
    TurnError::Failed(error.into())
}
