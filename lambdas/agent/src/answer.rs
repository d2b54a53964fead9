//! Merges parts, in any order and with duplicates, into one answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{ConversationId, QuestionId};
use crate::message::{Block, Message, Role, ToolUse};
use crate::part::{Part, PartError, PartPayload, StopReason};

/// Maximum blocks; parts of later ones are ignored.
const MAX_BLOCKS: u32 = 1_000;
const MAX_DELTAS: u32 = 100_000;

/// An answer, as far as it has been received.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    conversation: ConversationId,
    question: QuestionId,
    blocks: BTreeMap<u32, BlockBuilder>,
    stop: Option<(u32, StopReason)>,
    errors: Vec<PartError>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct BlockBuilder {
    /// Merged prefix: number of its deltas, and their text.
    #[serde(rename = "told")]
    merged: (u32, String),
    texts: BTreeMap<u32, String>,
    tool_use: Option<ToolUse>,
    done_at: Option<u32>,
}

impl BlockBuilder {
    fn text(&self) -> (u32, String) {
        let (mut count, mut text) = self.merged.clone();
        while let Some(next) = self.texts.get(&count) {
            text.push_str(next);
            count += 1;
        }
        (count, text)
    }

    fn is_done(&self) -> bool {
        self.tool_use.is_some() || self.done_at.is_some_and(|done_at| self.text().0 > done_at)
    }
}

/// Part of a block that a stored message covers, so that a client can resume after a reconnect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockCoverage {
    /// Block index.
    pub block: u32,
    /// Number of deltas covered, without gaps from index 0.
    pub texts: u32,
}

impl Answer {
    /// An empty answer.
    #[must_use]
    pub fn new(conversation: ConversationId, question: QuestionId) -> Self {
        Self { conversation, question, blocks: BTreeMap::new(), stop: None, errors: Vec::new() }
    }

    /// Id of the question that is answered.
    #[must_use]
    pub fn question(&self) -> &QuestionId {
        &self.question
    }

    /// Conversation that the answer belongs to.
    #[must_use]
    pub fn conversation(&self) -> &ConversationId {
        &self.conversation
    }

    /// Merges a part; ignores duplicates and parts of other answers.
    pub fn fold(&mut self, part: &Part) {
        if part.question != self.question || part.conversation != self.conversation {
            return;
        }
        match &part.payload {
            PartPayload::Text { block, delta, text } if *block < MAX_BLOCKS && *delta < MAX_DELTAS => {
                let known = self.block(*block).texts.entry(*delta).or_default();
                // If texts of one delta differ, the greater is kept, so that their order does not matter.
                if *known < *text {
                    known.clone_from(text);
                }
            }
            PartPayload::Done { block, done_at } if *block < MAX_BLOCKS => {
                let known = &mut self.block(*block).done_at;
                *known = (*known).max(Some(*done_at));
            }
            PartPayload::ToolUse { block, tool_use } if *block < MAX_BLOCKS => {
                self.block(*block).tool_use.get_or_insert_with(|| tool_use.clone());
            }
            PartPayload::Stop { blocks, reason } => self.stop = self.stop.max(Some((*blocks, *reason))),
            PartPayload::Errors(errors) => {
                self.errors.extend(errors.iter().cloned());
                self.errors.sort();
                self.errors.dedup();
            }
            PartPayload::Text { .. }
            | PartPayload::Done { .. }
            | PartPayload::ToolUse { .. }
            | PartPayload::Working { .. } => {}
        }
    }

    /// Merges the text of a block, fetched after a reconnect, unless it covers no more deltas than were merged.
    pub fn heal(&mut self, covered: &BlockCoverage, text: &str) {
        if covered.block < MAX_BLOCKS && covered.texts <= MAX_DELTAS {
            let block = self.block(covered.block);
            if covered.texts > block.merged.0 {
                block.merged = (covered.texts, text.to_owned());
            }
        }
    }

    /// Joins consecutive deltas into the merged prefix. The content does not change.
    pub(crate) fn join(&mut self) {
        for block in self.blocks.values_mut() {
            block.merged = block.text();
            let count = block.merged.0;
            block.texts.retain(|delta, _| *delta >= count);
        }
    }

    fn block(&mut self, index: u32) -> &mut BlockBuilder {
        self.blocks.entry(index).or_default()
    }

    /// Non-empty blocks; texts end before the first missing delta.
    #[must_use]
    pub fn content(&self) -> Vec<Block> {
        let blocks = self.blocks.values().filter_map(|block| match &block.tool_use {
            Some(tool_use) => Some(Block::ToolUse(tool_use.clone())),
            None => Some(Block::Text(block.text().1)).filter(|text| *text != Block::Text(String::new())),
        });
        blocks.collect()
    }

    /// Covered deltas for each text block of [`Self::content`].
    #[must_use]
    pub fn covered(&self) -> Vec<BlockCoverage> {
        let texts = self.blocks.iter().filter(|(_, block)| block.tool_use.is_none());
        let covered = texts.map(|(index, block)| BlockCoverage { block: *index, texts: block.text().0 });
        covered.filter(|covered| covered.texts > 0).collect()
    }

    /// The answer as a message.
    #[must_use]
    pub fn message(&self) -> Message {
        Message {
            id: self.question.answer(),
            conversation_id: self.conversation.clone(),
            associated_user_message_id: Some(self.question.message()),
            role: Role::Assistant,
            content: self.content(),
            ai_context: None,
            tool_configuration: None,
        }
    }

    /// Stop reason; `None` while running or after errors.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop.map(|(_, reason)| reason)
    }

    /// Errors received, sorted, without duplicates.
    #[must_use]
    pub fn errors(&self) -> &[PartError] {
        &self.errors
    }

    /// Whether the answer failed, or all of its blocks were received.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let has_all =
            |blocks: u32| (0..blocks).all(|index| self.blocks.get(&index).is_some_and(BlockBuilder::is_done));
        !self.errors.is_empty() || self.stop.is_some_and(|(blocks, _)| has_all(blocks))
    }

    /// Whether any content was received.
    #[must_use]
    pub fn has_content(&self) -> bool {
        !self.content().is_empty()
    }
}
