//! Chat messages, with the type and field names of Amplify's conversations.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::{ConversationId, MessageId};
use crate::wire;

/// Speaker of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user, including results of client-side tools.
    User,
    /// The agent.
    Assistant,
}

/// Content block. In JSON: an object with exactly one non-null field of five.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WireBlock", into = "WireBlock")]
pub enum Block {
    /// Plain text.
    Text(String),
    /// An image, with its bytes.
    Image(Image),
    /// A file.
    Document(Document),
    /// A call of a tool by the model.
    ToolUse(ToolUse),
    /// The result of a tool call.
    ToolResult(ToolResult),
}

/// An image of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Format of the bytes.
    pub format: ImageFormat,
    /// Content, limited by [`crate::validation`].
    pub source: Source,
}

/// Image formats that a model accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum ImageFormat {
    Png,
    Jpeg,
    Gif,
    Webp,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Format of the bytes.
    pub format: DocumentFormat,
    /// File name; not sent to the model.
    pub name: String,
    /// Content, limited by [`crate::validation`].
    pub source: Source,
}

/// File formats that a model accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum DocumentFormat {
    Pdf,
    Docx,
    Txt,
    Md,
    Csv,
    Html,
}

/// Bytes; base64 in JSON.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Raw bytes.
    #[serde(with = "wire::base64_bytes")]
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({} bytes)", self.bytes.len())
    }
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolUse {
    /// Id that the result repeats.
    pub tool_use_id: String,
    /// Name from the tool's [`ToolSpec`].
    pub name: String,
    /// Arguments, serialized as a string that contains JSON.
    #[serde(with = "wire::json_text")]
    pub input: Value,
}

/// Result of a tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// [`ToolUse::tool_use_id`] of the call.
    pub tool_use_id: String,
    /// Texts, data, images or files that the tool returned.
    pub content: Vec<ResultPiece>,
    /// Status; `None` means success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ToolStatus>,
}

/// Status of a tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolStatus {
    /// The call succeeded.
    Success,
    /// The call failed; the content says why.
    Error,
}

/// Content of a tool result. In JSON: an object with exactly one non-null field of four.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WirePiece", into = "WirePiece")]
pub enum ResultPiece {
    /// Plain text.
    Text(String),
    /// JSON data.
    Json(Value),
    /// An image, with its bytes.
    Image(Image),
    /// A file.
    Document(Document),
}

/// Client-side tools; using one ends the turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolConfiguration {
    /// The client's tools.
    pub tools: Vec<ToolEntry>,
}

/// A tool in a [`ToolConfiguration`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolEntry {
    /// Description for the model.
    pub tool_spec: ToolSpec,
}

/// Description of a tool for the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Letters, digits, hyphens and underscores.
    pub name: String,
    /// Purpose of the tool.
    pub description: String,
    /// Schema of the tool's arguments.
    pub input_schema: InputSchema,
}

/// Schema of a tool's arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputSchema {
    /// JSON schema of an object, serialized as a string that contains JSON.
    #[serde(with = "wire::json_text")]
    pub json: Value,
}

/// A message of a conversation, without owner and timestamps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Id, unique in the conversation.
    pub id: MessageId,
    /// Conversation that contains the message.
    pub conversation_id: ConversationId,
    /// In an answer, the id of the question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associated_user_message_id: Option<MessageId>,
    /// Speaker.
    pub role: Role,
    /// Content blocks in order.
    pub content: Vec<Block>,
    /// Client context: see [`crate::validation::Context`].
    #[serde(default, with = "wire::maybe_json_text", skip_serializing_if = "Option::is_none")]
    pub ai_context: Option<Value>,
    /// Client-side tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_configuration: Option<ToolConfiguration>,
}

impl Message {
    /// Text blocks in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.content.iter().filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

/// Error: not exactly one field is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block has exactly one of its fields")]
pub struct InvalidContentBlock;

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct WireBlock {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<Image>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<Document>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_use: Option<ToolUse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_result: Option<ToolResult>,
}

impl TryFrom<WireBlock> for Block {
    type Error = InvalidContentBlock;

    fn try_from(wire: WireBlock) -> Result<Self, InvalidContentBlock> {
        let WireBlock { text, image, document, tool_use, tool_result } = wire;
        let fields = [
            text.map(Self::Text),
            image.map(Self::Image),
            document.map(Self::Document),
            tool_use.map(Self::ToolUse),
            tool_result.map(Self::ToolResult),
        ];
        only_one(fields)
    }
}

impl From<Block> for WireBlock {
    fn from(block: Block) -> Self {
        let mut wire = Self::default();
        match block {
            Block::Text(text) => wire.text = Some(text),
            Block::Image(image) => wire.image = Some(image),
            Block::Document(document) => wire.document = Some(document),
            Block::ToolUse(tool_use) => wire.tool_use = Some(tool_use),
            Block::ToolResult(result) => wire.tool_result = Some(result),
        }
        wire
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct WirePiece {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(with = "wire::maybe_json_text", skip_serializing_if = "Option::is_none")]
    json: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<Image>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<Document>,
}

impl TryFrom<WirePiece> for ResultPiece {
    type Error = InvalidContentBlock;

    fn try_from(wire: WirePiece) -> Result<Self, InvalidContentBlock> {
        let WirePiece { text, json, image, document } = wire;
        let fields = [
            text.map(Self::Text),
            json.map(Self::Json),
            image.map(Self::Image),
            document.map(Self::Document),
        ];
        only_one(fields)
    }
}

impl From<ResultPiece> for WirePiece {
    fn from(piece: ResultPiece) -> Self {
        let mut wire = Self::default();
        match piece {
            ResultPiece::Text(text) => wire.text = Some(text),
            ResultPiece::Json(json) => wire.json = Some(json),
            ResultPiece::Image(image) => wire.image = Some(image),
            ResultPiece::Document(document) => wire.document = Some(document),
        }
        wire
    }
}

fn only_one<T, const N: usize>(fields: [Option<T>; N]) -> Result<T, InvalidContentBlock> {
    let mut fields = fields.into_iter().flatten();
    let first = fields.next().ok_or(InvalidContentBlock)?;
    if fields.next().is_some() { Err(InvalidContentBlock) } else { Ok(first) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn block_is_parsed_from_its_single_non_null_field() {
        for (wire, block) in [
            (json!({ "text": "Hi" }), Block::Text("Hi".to_owned())),
            (
                json!({ "image": { "format": "png", "source": { "bytes": "AQID" } } }),
                Block::Image(Image { format: ImageFormat::Png, source: Source { bytes: vec![1, 2, 3] } }),
            ),
            (
                json!({ "toolUse": { "toolUseId": "t", "name": "read_recipe", "input": "{\"a\":1}" } }),
                Block::ToolUse(ToolUse {
                    tool_use_id: "t".to_owned(),
                    name: "read_recipe".to_owned(),
                    input: json!({ "a": 1 }),
                }),
            ),
            (
                json!({ "toolResult": { "toolUseId": "t", "content": [{ "json": "[1]" }, { "text": "x" }], "status": "error" } }),
                Block::ToolResult(ToolResult {
                    tool_use_id: "t".to_owned(),
                    content: vec![ResultPiece::Json(json!([1])), ResultPiece::Text("x".to_owned())],
                    status: Some(ToolStatus::Error),
                }),
            ),
        ] {
            assert_eq!(serde_json::from_value::<Block>(wire.clone()).unwrap(), block);
            assert_eq!(serde_json::to_value(&block).unwrap(), wire);
        }
    }

    #[test]
    fn block_with_no_or_several_fields_is_rejected() {
        for wire in [
            json!({}),
            json!({ "text": null }),
            json!({ "text": "a", "image": { "format": "png", "source": { "bytes": "" } } }),
            json!({ "video": {} }),
            json!({ "image": { "format": "bmp", "source": { "bytes": "" } } }),
            json!({ "image": { "format": "png", "source": { "bytes": "%%%" } } }),
            json!({ "toolUse": { "toolUseId": "t", "name": "n", "input": "{" } }),
        ] {
            assert!(serde_json::from_value::<Block>(wire.clone()).is_err(), "{wire}");
        }
        let nulls =
            json!({ "text": "a", "image": null, "document": null, "toolUse": null, "toolResult": null });
        assert_eq!(serde_json::from_value::<Block>(nulls).unwrap(), Block::Text("a".to_owned()));
    }
}
