//! What a client sends, and within which bounds.

use crate::book::Change;
use agent::{Block, ToolConfiguration};
use serde::Deserialize;
use serde_json::Value;

use crate::conversations::error::{Error, Malformed};

const MOST_NAME_CHARACTERS: usize = 200;
const MOST_METADATA_BYTES: usize = 2_000;

/// A new conversation as a client sends it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CreateConversation {
    /// Without one the server makes one.
    pub id: Option<String>,
    /// At most 200 characters.
    pub name: Option<String>,
    /// An object of at most 2,000 bytes.
    pub metadata: Option<Value>,
}

/// A change as a client sends it; what is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct UpdateConversation {
    /// The id of the conversation; 1 to 64 letters, digits, hyphens or underscores.
    pub id: String,
    /// As when it was created; null empties it.
    pub name: Change<String>,
    /// As when it was created; null empties it.
    pub metadata: Change<Value>,
}

/// A question as a client sends it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SendMessage {
    /// The id of the conversation that the message belongs to.
    pub conversation_id: String,
    /// Without one the server makes one.
    pub id: Option<String>,
    /// The blocks of the message, not looked at yet.
    pub content: Vec<Value>,
    /// What the client says of where the cook is.
    pub ai_context: Option<Value>,
    /// The client's own tools, not looked at yet.
    pub tool_configuration: Option<Value>,
}

/// Which messages are listed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListMessages {
    pub(crate) filter: OfConversation,
    pub(crate) limit: Option<i64>,
    pub(crate) next_token: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct OfConversation {
    pub(crate) conversation_id: Exactly,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Exactly {
    pub(crate) eq: String,
}

/// A name without control characters and the space around it; an empty one is none.
pub(crate) fn name(text: &str) -> Result<Option<String>, Malformed> {
    let text: String = text.chars().filter(|character| !character.is_control()).collect();
    let text = text.trim();
    if text.chars().count() > MOST_NAME_CHARACTERS {
        return Err(Malformed::Name);
    }
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}

/// JSON as AppSync hands it on: parsed, or still a text.
fn parsed(value: Value) -> Option<Value> {
    match value {
        Value::String(text) => serde_json::from_str(&text).ok(),
        value => Some(value),
    }
}

pub(crate) fn metadata(value: Value) -> Result<Value, Malformed> {
    let value = parsed(value).filter(Value::is_object).ok_or(Malformed::Metadata)?;
    if value.to_string().len() > MOST_METADATA_BYTES { Err(Malformed::Metadata) } else { Ok(value) }
}

/// What a question says, within the agent's bounds.
pub(crate) struct Checked {
    pub(crate) content: Vec<Block>,
    pub(crate) context: Option<Value>,
    pub(crate) tools: Option<ToolConfiguration>,
}

impl SendMessage {
    /// Its blocks, context and tools, within the agent's bounds.
    pub(crate) fn checked(self) -> Result<Checked, Error> {
        let blocks = self.content.into_iter().map(Block::deserialize);
        let content: Vec<Block> = blocks.collect::<Result<_, _>>().map_err(|_| Malformed::Block)?;
        // A context that makes no sense says nothing.
        let context = self.ai_context.and_then(parsed).filter(|context| !context.is_null());
        let tools = self.tool_configuration.map(ToolConfiguration::deserialize).transpose();
        let tools = tools.map_err(|_| Malformed::Tools)?;
        agent::validation::check(&content, context.as_ref(), tools.as_ref(), agent::is_ours)?;
        Ok(Checked { content, context, tools })
    }
}
