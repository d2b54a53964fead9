use std::collections::BTreeSet;

use crate::decisions::decisions;
use crate::ids::RunId;
use crate::message::{Block, Document, Message, ResultPiece, Role, ToolResult, ToolUse};
use crate::model::ChatMessage;
use crate::system::{data, without_run_id};
use crate::tools::is_ours;

/// Number of latest user messages with their attachments sent again.
const MESSAGES_WITH_ATTACHMENTS: usize = 3;
/// Bytes to which an earlier proposal or tool answer is shortened.
const MAX_NOTE_BYTES: usize = 2_000;

/// Builds alternating messages, user first and last, each tool use followed by its result. Beyond
/// `most_bytes` of text it drops the oldest messages, but never the last.
pub(crate) fn history(messages: &[Message], most_bytes: usize, run: &RunId) -> Vec<ChatMessage> {
    let mut bytes = 0;
    let kept = messages.iter().rev().enumerate().take_while(|(back, message)| {
        bytes += text_bytes(message);
        *back == 0 || bytes <= most_bytes
    });
    let count = kept.count();
    let messages = messages.get(messages.len() - count..).unwrap_or_default();
    // Starts at the user's first non-empty message; otherwise a tool result might lack its tool use.
    let first = messages.iter().position(|message| message.role == Role::User && has_content(message));
    let first = first.unwrap_or(messages.len());
    let messages = messages.get(first..).unwrap_or_default();
    let cooks = messages.iter().filter(|message| message.role == Role::User).count();
    let mut documents = 0;
    let mut passed = 0;
    let mut chat: Vec<ChatMessage> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        passed += usize::from(message.role == Role::User);
        let mut writer = HistoryWriter {
            run,
            before: at.checked_sub(1).and_then(|at| messages.get(at)),
            behind: messages.get(at + 1),
            shows_files: passed + MESSAGES_WITH_ATTACHMENTS > cooks,
            documents: &mut documents,
            results: BTreeSet::new(),
        };
        let mut content: Vec<Block> =
            message.content.iter().filter_map(|block| writer.block(block)).collect();
        if let Some(decided) = decisions(message.ai_context.as_ref()).filter(|_| message.role == Role::User) {
            content.push(Block::Text(data("decisions", &decided.to_string(), run)));
        }
        add(&mut chat, message.role, content);
    }
    chat
}

/// Appends a message, or merges it with the previous one of the same role. An assistant message is never
/// first.
fn add(chat: &mut Vec<ChatMessage>, role: Role, content: Vec<Block>) {
    if content.is_empty() || (chat.is_empty() && role == Role::Assistant) {
        return;
    }
    match chat.last_mut().filter(|last| last.role == role) {
        Some(last) => last.content.extend(content),
        None => chat.push(ChatMessage { role, content }),
    }
}

struct HistoryWriter<'m> {
    run: &'m RunId,
    before: Option<&'m Message>,
    behind: Option<&'m Message>,
    shows_files: bool,
    documents: &'m mut usize,
    results: BTreeSet<String>,
}

impl HistoryWriter<'_> {
    fn block(&mut self, block: &Block) -> Option<Block> {
        match block {
            Block::Text(text) => self.text_block(text),
            Block::Image(_) if !self.shows_files => self.text_block("(a picture, sent before)"),
            Block::Image(image) => Some(Block::Image(image.clone())),
            Block::Document(_) if !self.shows_files => self.text_block("(a file, sent before)"),
            Block::Document(document) => Some(Block::Document(self.nameless(document))),
            Block::ToolUse(tool_use) if self.is_answered(tool_use) => Some(block.clone()),
            Block::ToolUse(tool_use) => {
                let input = shortened(&tool_use.input.to_string()).to_owned();
                self.text_block(&format!("(The cook was shown {}: {input})", tool_use.name))
            }
            Block::ToolResult(result)
                if self.is_asked_for(result) && self.results.insert(result.tool_use_id.clone()) =>
            {
                Some(Block::ToolResult(self.result(result)))
            }
            Block::ToolResult(result) => {
                let texts: Vec<String> = result.content.iter().filter_map(text_of).collect();
                self.text_block(&data("answer to a proposal", shortened(&texts.join(" ")), self.run))
            }
        }
    }

    /// A text without forged data marks; `None` if blank.
    fn text_block(&self, text: &str) -> Option<Block> {
        let is_marked = text.starts_with(&format!("<data-{} ", self.run));
        let text = if is_marked { text.to_owned() } else { without_run_id(text, self.run) };
        Some(Block::Text(text)).filter(|block| !matches!(block, Block::Text(text) if text.trim().is_empty()))
    }

    /// Replaces the file name, which could contain instructions, with a number.
    fn nameless(&mut self, document: &Document) -> Document {
        *self.documents += 1;
        Document { name: format!("file-{}", self.documents), ..document.clone() }
    }

    fn result(&mut self, result: &ToolResult) -> ToolResult {
        let content = result.content.iter().map(|piece| match piece {
            ResultPiece::Document(document) => ResultPiece::Document(self.nameless(document)),
            ResultPiece::Text(text) => ResultPiece::Text(without_run_id(text, self.run)),
            other => other.clone(),
        });
        ToolResult { content: content.collect(), ..result.clone() }
    }

    fn is_answered(&self, tool_use: &ToolUse) -> bool {
        let is_it = |block: &Block| matches!(block, Block::ToolResult(result) if result.tool_use_id == tool_use.tool_use_id);
        let behind = self.behind.filter(|behind| behind.role == Role::User);
        !is_ours(&tool_use.name) && behind.is_some_and(|behind| behind.content.iter().any(is_it))
    }

    fn is_asked_for(&self, result: &ToolResult) -> bool {
        let before = self.before.filter(|before| before.role == Role::Assistant);
        let is_it = |block: &Block| matches!(block, Block::ToolUse(asked) if !is_ours(&asked.name) && asked.tool_use_id == result.tool_use_id);
        before.is_some_and(|before| before.content.iter().any(is_it))
    }
}

fn has_content(message: &Message) -> bool {
    message.content.iter().any(|block| !matches!(block, Block::Text(text) if text.trim().is_empty()))
}

fn text_of(piece: &ResultPiece) -> Option<String> {
    match piece {
        ResultPiece::Text(text) => Some(text.clone()),
        ResultPiece::Json(json) => Some(json.to_string()),
        ResultPiece::Image(_) | ResultPiece::Document(_) => None,
    }
}

fn shortened(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_NOTE_BYTES)).unwrap_or_default()
}

fn text_bytes(message: &Message) -> usize {
    let bytes = message.content.iter().map(|block| match block {
        Block::Text(text) => text.len(),
        Block::ToolUse(_) => MAX_NOTE_BYTES,
        Block::ToolResult(result) => result.content.iter().filter_map(text_of).map(|text| text.len()).sum(),
        Block::Image(_) | Block::Document(_) => 0,
    });
    bytes.sum()
}
