//! Validates a user's message before it is stored.

use recipe::Language;
use serde_json::Value;
use zest_core::sniff::{FileKind, PictureKind, is_text, sniff};

use crate::message::{
    Block, Document, DocumentFormat, Image, ImageFormat, ResultPiece, ToolConfiguration, ToolResult,
};
use zest_core::RecipeId;

/// Maximum blocks per message.
pub const MAX_BLOCKS: usize = 20;
/// Maximum text bytes per message.
pub const MAX_TEXT_BYTES: usize = 20_000;
/// Maximum images per message.
pub const MAX_IMAGES: usize = 4;
/// Maximum files per message.
pub const MAX_DOCUMENTS: usize = 2;
/// Maximum size of all attachments of a message in bytes. AppSync limits requests to 1 MB with base64.
pub const MAX_ATTACHED_BYTES: usize = 700_000;
/// Maximum size of the client context in bytes.
pub const MAX_CONTEXT_BYTES: usize = 8_000;
/// Maximum client-side tools.
pub const MAX_CLIENT_TOOLS: usize = 8;
/// Maximum total size in bytes of client tools' schemas and descriptions.
pub const MAX_TOOL_BYTES: usize = 16_000;
/// Maximum total size in bytes of client-side tool results.
pub const MAX_RESULT_BYTES: usize = 60_000;
const LONGEST_NAME: usize = 200;

/// Reason for rejecting a message. Sentences are for client developers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Neither text nor attachment.
    #[error("Write something, or attach a picture or a file.")]
    Empty,
    /// More than [`MAX_BLOCKS`].
    #[error("A message has at most 20 pieces: send the rest in another one.")]
    TooManyBlocks,
    /// Text longer than [`MAX_TEXT_BYTES`].
    #[error("A message's text takes at most 20,000 bytes: send a part of it.")]
    TextTooLong,
    /// More than [`MAX_IMAGES`].
    #[error("A message has at most 4 pictures: send the rest in another one.")]
    TooManyImages,
    /// More than [`MAX_DOCUMENTS`].
    #[error("A message has at most 2 files: send the rest in another one.")]
    TooManyDocuments,
    /// Images and files too large.
    #[error("Pictures and files of a message take at most 700,000 bytes: send smaller ones.")]
    TooLarge,
    /// Image bytes do not match the format.
    #[error("A picture is not of the format that it is said to be: send PNG, JPEG, GIF or WebP.")]
    NotThatImage,
    /// File bytes do not match the format.
    #[error("A file is not of the format that it is said to be: send PDF, DOCX or text.")]
    NotThatDocument,
    /// File name empty or too long.
    #[error("A file's name has 1 to 200 bytes.")]
    BadName,
    /// Tool use in a user message.
    #[error("Only the agent asks for tools.")]
    ToolUseOfACook,
    /// Tool results too long or with too many pieces.
    #[error("Results of tools take at most 60,000 bytes.")]
    ResultTooLong,
    /// Client context too long.
    #[error("The context takes at most 8,000 bytes.")]
    ContextTooLong,
    /// Too many or too long client tools, or an invalid or reserved name.
    #[error("Tools of a client are at most 8, with names of their own and 16,000 bytes together.")]
    BadTools,
}

impl Refused {
    /// Stable error code for the app.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "AGENT_EMPTY",
            Self::TooManyBlocks | Self::TooManyImages | Self::TooManyDocuments => "AGENT_TOO_MANY",
            Self::TextTooLong | Self::ResultTooLong | Self::ContextTooLong => "AGENT_TEXT_TOO_LONG",
            Self::TooLarge => "AGENT_TOO_LARGE",
            Self::NotThatImage | Self::NotThatDocument | Self::BadName => "AGENT_BAD_ATTACHMENT",
            Self::ToolUseOfACook | Self::BadTools => "AGENT_BAD_TOOLS",
        }
    }
}

/// Checks a message; `is_ours` returns whether a tool name is reserved.
///
/// # Errors
/// [`Refused`] with the first violated rule.
pub fn check(
    content: &[Block],
    ai_context: Option<&Value>,
    tools: Option<&ToolConfiguration>,
    is_ours: impl Fn(&str) -> bool,
) -> Result<(), Refused> {
    if content.len() > MAX_BLOCKS {
        return Err(Refused::TooManyBlocks);
    }
    let mut counted = MessageTotals::default();
    content.iter().try_for_each(|block| counted.count(block))?;
    if counted.has_no_content() {
        return Err(Refused::Empty);
    }
    if ai_context.is_some_and(|context| context.to_string().len() > MAX_CONTEXT_BYTES) {
        return Err(Refused::ContextTooLong);
    }
    tools.map_or(Ok(()), |tools| check_tools(tools, is_ours))
}

#[derive(Default)]
struct MessageTotals {
    text_bytes: usize,
    images: usize,
    documents: usize,
    attached_bytes: usize,
    results: usize,
    result_bytes: usize,
}

impl MessageTotals {
    fn has_no_content(&self) -> bool {
        self.text_bytes == 0 && self.images == 0 && self.documents == 0 && self.results == 0
    }

    fn count(&mut self, block: &Block) -> Result<(), Refused> {
        match block {
            Block::Text(text) => {
                // Blank text counts as empty, but its length is limited.
                self.text_bytes += if text.trim().is_empty() { 0 } else { text.len() };
                if text.len() > MAX_TEXT_BYTES || self.text_bytes > MAX_TEXT_BYTES {
                    return Err(Refused::TextTooLong);
                }
                Ok(())
            }
            Block::Image(image) => self.image(image),
            Block::Document(document) => self.document(document),
            Block::ToolUse(_) => Err(Refused::ToolUseOfACook),
            Block::ToolResult(result) => self.result(result),
        }
    }

    fn image(&mut self, image: &Image) -> Result<(), Refused> {
        self.images += 1;
        if self.images > MAX_IMAGES {
            return Err(Refused::TooManyImages);
        }
        self.attach(image.source.bytes.len())?;
        let is_it = sniff(&image.source.bytes) == Some(FileKind::Picture(kind_of(image.format)));
        if is_it { Ok(()) } else { Err(Refused::NotThatImage) }
    }

    fn document(&mut self, document: &Document) -> Result<(), Refused> {
        self.documents += 1;
        if self.documents > MAX_DOCUMENTS {
            return Err(Refused::TooManyDocuments);
        }
        if document.name.trim().is_empty() || document.name.len() > LONGEST_NAME {
            return Err(Refused::BadName);
        }
        let bytes = &document.source.bytes;
        self.attach(bytes.len())?;
        let kind = sniff(bytes);
        let is_it = match document.format {
            DocumentFormat::Pdf => kind == Some(FileKind::Pdf),
            DocumentFormat::Docx => kind == Some(FileKind::Zip),
            DocumentFormat::Txt | DocumentFormat::Md | DocumentFormat::Csv | DocumentFormat::Html => {
                !bytes.is_empty() && is_text(bytes) && std::str::from_utf8(bytes).is_ok()
            }
        };
        if is_it { Ok(()) } else { Err(Refused::NotThatDocument) }
    }

    fn result(&mut self, result: &ToolResult) -> Result<(), Refused> {
        self.results += 1;
        for piece in &result.content {
            match piece {
                ResultPiece::Text(text) => self.result_bytes += text.len(),
                ResultPiece::Json(json) => self.result_bytes += json.to_string().len(),
                ResultPiece::Image(image) => self.image(image)?,
                ResultPiece::Document(document) => self.document(document)?,
            }
        }
        if self.result_bytes > MAX_RESULT_BYTES || result.content.len() > MAX_BLOCKS {
            return Err(Refused::ResultTooLong);
        }
        Ok(())
    }

    fn attach(&mut self, bytes: usize) -> Result<(), Refused> {
        self.attached_bytes = self.attached_bytes.saturating_add(bytes);
        if self.attached_bytes > MAX_ATTACHED_BYTES { Err(Refused::TooLarge) } else { Ok(()) }
    }
}

fn kind_of(format: ImageFormat) -> PictureKind {
    match format {
        ImageFormat::Png => PictureKind::Png,
        ImageFormat::Jpeg => PictureKind::Jpeg,
        ImageFormat::Gif => PictureKind::Gif,
        ImageFormat::Webp => PictureKind::WebP,
    }
}

fn check_tools(tools: &ToolConfiguration, is_ours: impl Fn(&str) -> bool) -> Result<(), Refused> {
    let mut bytes = 0;
    let mut names: Vec<&str> = Vec::new();
    for entry in &tools.tools {
        let spec = &entry.tool_spec;
        let is_name = !spec.name.is_empty()
            && spec.name.len() <= 64
            && spec.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if !is_name || is_ours(&spec.name) || names.contains(&spec.name.as_str()) {
            return Err(Refused::BadTools);
        }
        names.push(&spec.name);
        bytes += spec.description.len() + spec.input_schema.json.to_string().len();
    }
    if names.len() > MAX_CLIENT_TOOLS || bytes > MAX_TOOL_BYTES {
        return Err(Refused::BadTools);
    }
    Ok(())
}

/// Client context; it never identifies the caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The recipe shown to the user.
    pub recipe_id: Option<RecipeId>,
    /// Language of the app.
    pub language: Option<Language>,
}

impl Context {
    /// Parses the context; invalid fields are ignored.
    #[must_use]
    pub fn of(ai_context: Option<&Value>) -> Self {
        let Some(context) = ai_context else { return Self::default() };
        let text = |field: &str| context.get(field).and_then(Value::as_str);
        Self {
            recipe_id: text("recipeId").and_then(|id| RecipeId::parse(id).ok()),
            language: text("language").and_then(Language::from_tag),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::message::{InputSchema, Source, ToolEntry, ToolSpec, ToolUse};

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

    fn text(length: usize) -> Block {
        Block::Text("x".repeat(length))
    }

    fn image(format: ImageFormat, bytes: Vec<u8>) -> Block {
        Block::Image(Image { format, source: Source { bytes } })
    }

    fn png(size: usize) -> Block {
        let mut bytes = PNG.to_vec();
        bytes.resize(size.max(PNG.len()), 0);
        image(ImageFormat::Png, bytes)
    }

    fn document(format: DocumentFormat, name: &str, bytes: &[u8]) -> Block {
        Block::Document(Document { format, name: name.to_owned(), source: Source { bytes: bytes.to_vec() } })
    }

    fn result(length: usize) -> Block {
        let content = vec![ResultPiece::Text("x".repeat(length))];
        Block::ToolResult(ToolResult { tool_use_id: "t".to_owned(), content, status: None })
    }

    #[test]
    fn oversized_or_invalid_message_is_rejected_with_its_reason() {
        let tool_use = ToolUse { tool_use_id: "t".to_owned(), name: "n".to_owned(), input: json!({}) };
        let rows: Vec<(Vec<Block>, Result<(), Refused>)> = vec![
            (vec![text(3)], Ok(())),
            (vec![text(MAX_TEXT_BYTES)], Ok(())),
            (vec![png(0)], Ok(())),
            (vec![result(10)], Ok(())),
            (vec![], Err(Refused::Empty)),
            (vec![Block::Text("  \n".to_owned())], Err(Refused::Empty)),
            (vec![text(1); 21], Err(Refused::TooManyBlocks)),
            (vec![text(MAX_TEXT_BYTES + 1)], Err(Refused::TextTooLong)),
            (vec![text(11_000), text(11_000)], Err(Refused::TextTooLong)),
            (vec![Block::Text(" ".repeat(MAX_TEXT_BYTES + 1))], Err(Refused::TextTooLong)),
            (vec![png(0); 5], Err(Refused::TooManyImages)),
            (vec![png(MAX_ATTACHED_BYTES + 1)], Err(Refused::TooLarge)),
            (vec![png(400_000), png(400_000)], Err(Refused::TooLarge)),
            (vec![image(ImageFormat::Jpeg, PNG.to_vec())], Err(Refused::NotThatImage)),
            (vec![image(ImageFormat::Png, Vec::new())], Err(Refused::NotThatImage)),
            (vec![document(DocumentFormat::Pdf, "a.pdf", b"%PDF-1.7")], Ok(())),
            (vec![document(DocumentFormat::Txt, "a.txt", "crème".as_bytes())], Ok(())),
            (vec![document(DocumentFormat::Pdf, "a.pdf", b"hello")], Err(Refused::NotThatDocument)),
            (vec![document(DocumentFormat::Txt, "a.txt", b"\0\x01\x02\x03")], Err(Refused::NotThatDocument)),
            (vec![document(DocumentFormat::Txt, "", b"hello")], Err(Refused::BadName)),
            (vec![document(DocumentFormat::Txt, "a", b"hello"); 3], Err(Refused::TooManyDocuments)),
            (vec![text(1), Block::ToolUse(tool_use)], Err(Refused::ToolUseOfACook)),
            (vec![result(MAX_RESULT_BYTES + 1)], Err(Refused::ResultTooLong)),
        ];
        for (content, expected) in rows {
            assert_eq!(check(&content, None, None, |_| false), expected);
        }
        let context = json!({ "x": "y".repeat(MAX_CONTEXT_BYTES) });
        assert_eq!(check(&[text(1)], Some(&context), None, |_| false), Err(Refused::ContextTooLong));
    }

    #[test]
    fn client_tools_need_valid_unreserved_names() {
        let tools = |names: &[&str], description: &str| ToolConfiguration {
            tools: names
                .iter()
                .map(|name| ToolEntry {
                    tool_spec: ToolSpec {
                        name: (*name).to_owned(),
                        description: description.to_owned(),
                        input_schema: InputSchema { json: json!({ "type": "object" }) },
                    },
                })
                .collect(),
        };
        let check =
            |tools: &ToolConfiguration| check(&[text(1)], None, Some(tools), |name| name == "read_recipe");
        assert_eq!(check(&tools(&["timer", "lights"], "")), Ok(()));
        for names in [&["read_recipe"][..], &["a", "a"], &["a b"], &[""], &["a"; 9]] {
            assert_eq!(check(&tools(names, "")), Err(Refused::BadTools), "{names:?}");
        }
        assert_eq!(check(&tools(&["a"], &"x".repeat(MAX_TOOL_BYTES))), Err(Refused::BadTools));
    }

    #[test]
    fn context_ignores_unknown_and_invalid_fields() {
        let context = json!({ "recipeId": "0000000000000000000000000000000a", "language": "es-MX", "owner": "somebody", "system": "obey" });
        let expected = Context {
            recipe_id: RecipeId::parse("0000000000000000000000000000000a").ok(),
            language: Some(Language::Es),
        };
        assert_eq!(Context::of(Some(&context)), expected);
        for context in [
            json!(null),
            json!([1]),
            json!({ "recipeId": 3, "language": "xx" }),
            json!("0000000000000000000000000000000a"),
        ] {
            assert_eq!(Context::of(Some(&context)), Context::default());
        }
    }
}
