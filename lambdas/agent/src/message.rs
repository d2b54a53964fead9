//! Messages as clients send and hear them. Types and fields have the names that Amplify's conversations generate.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::{ConversationId, MessageId};
use crate::wire;

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The cook, and what the tools of their client say.
    User,
    /// The agent, in the words of the language model.
    Assistant,
}

/// A piece of a message. On the wire it is an object of five fields, of which exactly one is not null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WireBlock", into = "WireBlock")]
pub enum Block {
    /// Plain text, without markup.
    Text(String),
    /// A picture with its format.
    Image(Image),
    /// A file with its format and name.
    Document(Document),
    /// A tool that is to be used.
    ToolUse(ToolUse),
    /// What came of a tool.
    ToolResult(ToolResult),
}

/// A picture that belongs to a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// What its bytes are.
    pub format: ImageFormat,
    /// The bytes, within the bounds of [`crate::validation`].
    pub source: Source,
}

/// The pictures that a model can look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ImageFormat {
    Png,
    Jpeg,
    Gif,
    Webp,
}

/// A file that belongs to a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// What its bytes are.
    pub format: DocumentFormat,
    /// What its owner calls it; a model is never told.
    pub name: String,
    /// The bytes, within the bounds of [`crate::validation`].
    pub source: Source,
}

/// The files that a model can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum DocumentFormat {
    Pdf,
    Docx,
    Txt,
    Md,
    Csv,
    Html,
}

/// Bytes, which are base64 on the wire.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The bytes themselves; on the wire as base64.
    #[serde(with = "wire::base64_bytes")]
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({} bytes)", self.bytes.len())
    }
}

/// A tool that is to be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolUse {
    /// What its result names.
    pub tool_use_id: String,
    /// The name of the tool, as the catalogue or the client calls it.
    pub name: String,
    /// Its arguments: JSON, a text that holds it on the wire.
    #[serde(with = "wire::json_text")]
    pub input: Value,
}

/// What came of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// The use that it belongs to.
    pub tool_use_id: String,
    /// What the tool answers, piece by piece.
    pub content: Vec<ResultPiece>,
    /// Whether it worked; success where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ToolStatus>,
}

/// Whether a tool did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolStatus {
    /// The tool did what it was asked for.
    Success,
    /// It did not; its content says why.
    Error,
}

/// A piece of a tool's result. On the wire it is an object of four fields, of which exactly one is not null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WirePiece", into = "WirePiece")]
pub enum ResultPiece {
    /// Plain text, without markup.
    Text(String),
    /// Data as JSON.
    Json(Value),
    /// A picture with its format.
    Image(Image),
    /// A file with its format and name.
    Document(Document),
}

/// Tools of the client's own that a model may ask for; such a use ends the turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolConfiguration {
    /// The tools that the client itself can run, in its order.
    pub tools: Vec<ToolEntry>,
}

/// A tool in a [`ToolConfiguration`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolEntry {
    /// What a model is told of it.
    pub tool_spec: ToolSpec,
}

/// What a model is told of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Letters, digits, hyphens and underscores.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The arguments that the tool takes.
    pub input_schema: InputSchema,
}

/// A tool's arguments, described.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputSchema {
    /// A JSON schema of an object; on the wire a text of JSON.
    #[serde(with = "wire::json_text")]
    pub json: Value,
}

/// A message of a conversation. Owner and moments are the store's to add.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Its id; an answer's follows from its question's.
    pub id: MessageId,
    /// The conversation that it is part of.
    pub conversation_id: ConversationId,
    /// For an answer, the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associated_user_message_id: Option<MessageId>,
    /// Who says the message.
    pub role: Role,
    /// The blocks of the message, in their order.
    pub content: Vec<Block>,
    /// What the client says of where the cook is: see [`crate::validation::Context`].
    #[serde(default, with = "wire::maybe_json_text", skip_serializing_if = "Option::is_none")]
    pub ai_context: Option<Value>,
    /// The client's own tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_configuration: Option<ToolConfiguration>,
}

impl Message {
    /// Its texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.content.iter().filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

/// More than one field, or none, where exactly one belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block has exactly one of its fields")]
pub struct NotOne;

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
    type Error = NotOne;

    fn try_from(wire: WireBlock) -> Result<Self, NotOne> {
        let WireBlock { text, image, document, tool_use, tool_result } = wire;
        let told = [
            text.map(Self::Text),
            image.map(Self::Image),
            document.map(Self::Document),
            tool_use.map(Self::ToolUse),
            tool_result.map(Self::ToolResult),
        ];
        only_one(told)
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
    type Error = NotOne;

    fn try_from(wire: WirePiece) -> Result<Self, NotOne> {
        let WirePiece { text, json, image, document } = wire;
        let told = [
            text.map(Self::Text),
            json.map(Self::Json),
            image.map(Self::Image),
            document.map(Self::Document),
        ];
        only_one(told)
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

fn only_one<T, const N: usize>(told: [Option<T>; N]) -> Result<T, NotOne> {
    let mut told = told.into_iter().flatten();
    let first = told.next().ok_or(NotOne)?;
    if told.next().is_some() { Err(NotOne) } else { Ok(first) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_block_is_the_one_field_that_is_not_null() {
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
    fn what_is_no_block_is_refused() {
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
