//! Streams an answer: buffers text, stores the answer so far, publishes parts and checks for cancellation.

use crate::answer::Answer;
use crate::clock::Clock;
use crate::limits::Limits;
use crate::message::ToolUse;
use crate::outcome::{Failure, Outcome};
use crate::part::{Part, PartError, PartPayload, StopReason};
use crate::turn::store::{Row, Transcripts, WriteOutcome};
use zest_core::{PortError, Timestamp};

const MAX_END_ATTEMPTS: usize = 3;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum TurnError {
    Stopped,
    Superseded,
    Failed(Failure),
    Store(PortError),
}

impl From<PortError> for TurnError {
    fn from(error: PortError) -> Self {
        Self::Store(error)
    }
}

pub(super) struct AnswerWriter<'p, T, C> {
    transcripts: &'p T,
    clock: &'p C,
    limits: &'p Limits,
    row: Row,
    /// Index of the current block, and number of its deltas so far.
    block: u32,
    delta: u32,
    gathered: String,
    pending: Vec<Part>,
    /// Time of the last flush; `None` before the first, so the first text is flushed immediately.
    flushed_at: Option<Timestamp>,
    bytes: usize,
    tools: u32,
}

impl<'p, T: Transcripts, C: Clock> AnswerWriter<'p, T, C> {
    pub(super) fn new(transcripts: &'p T, clock: &'p C, limits: &'p Limits, row: Row) -> Self {
        Self {
            transcripts,
            clock,
            limits,
            row,
            block: 0,
            delta: 0,
            gathered: String::new(),
            pending: Vec::new(),
            flushed_at: None,
            bytes: 0,
            tools: 0,
        }
    }

    pub(super) fn answer(&self) -> &Answer {
        &self.row.answer
    }

    pub(super) async fn text(&mut self, text: &str) -> Result<(), TurnError> {
        self.bytes += text.len();
        if self.bytes > self.limits.answer_bytes {
            return Err(TurnError::Failed(Failure::TooLong));
        }
        self.gathered.push_str(text);
        let is_due = self.flushed_at.is_none_or(|at| self.clock.now() >= at.plus(self.limits.gather));
        if is_due || self.gathered.len() >= self.limits.gather_bytes {
            self.gather();
            return self.flush().await;
        }
        Ok(())
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.end_block();
        self.gathered.push_str(text);
        self.end_block();
    }

    pub(super) fn end_block(&mut self) {
        self.gather();
        if self.delta > 0 {
            let payload = PartPayload::Done { block: self.block, done_at: self.delta - 1 };
            self.add_part(payload);
            (self.block, self.delta) = (self.block + 1, 0);
        }
    }

    pub(super) fn tool_use(&mut self, tool_use: ToolUse) {
        self.end_block();
        self.add_part(PartPayload::ToolUse { block: self.block, tool_use });
        self.block += 1;
    }

    pub(super) async fn working(&mut self, tool: &str) -> Result<(), TurnError> {
        self.gather();
        self.add_part(PartPayload::Working { count: self.tools, tool: tool.to_owned() });
        self.tools += 1;
        self.flush().await
    }

    /// Flushes if a heartbeat or check is due, or text is pending.
    pub(super) async fn beat(&mut self) -> Result<(), TurnError> {
        let is_due = self.clock.now() >= self.row.beat.plus(self.limits.beat);
        if is_due || !self.gathered.is_empty() {
            self.gather();
            return self.flush().await;
        }
        Ok(())
    }

    /// Ends the answer; returns [`Outcome::Superseded`] if another run holds the lease.
    pub(super) async fn end(mut self, outcome: Outcome, ending: Ending) -> Result<Outcome, PortError> {
        self.end_block();
        match ending {
            Ending::Stop(reason) => self.add_part(PartPayload::Stop { blocks: self.block, reason }),
            Ending::Errors(error) => self.add_part(PartPayload::Errors(vec![error])),
        }
        self.row.ended = Some(outcome);
        let mut tries = 0;
        loop {
            tries += 1;
            self.row.beat = self.clock.now();
            match self.transcripts.publish(&self.row, &self.pending).await {
                Ok(WriteOutcome::LeaseLost) => return Ok(Outcome::Superseded),
                Ok(WriteOutcome::Continue | WriteOutcome::Cancelled) => return Ok(outcome),
                Err(PortError::Busy(_)) if tries < MAX_END_ATTEMPTS => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn gather(&mut self) {
        if !self.gathered.is_empty() {
            let text = std::mem::take(&mut self.gathered);
            self.add_part(PartPayload::Text { block: self.block, delta: self.delta, text });
            self.delta += 1;
        }
    }

    fn add_part(&mut self, payload: PartPayload) {
        let (conversation, question) =
            (self.row.answer.conversation().clone(), self.row.answer.question().clone());
        let part = Part { conversation, question, payload };
        self.row.answer.fold(&part);
        self.row.answer.join();
        self.pending.push(part);
    }

    async fn flush(&mut self) -> Result<(), TurnError> {
        let now = self.clock.now();
        self.row.beat = now;
        match self.transcripts.publish(&self.row, &self.pending).await {
            Ok(WriteOutcome::Continue) => {}
            Ok(WriteOutcome::Cancelled) => {
                self.pending.clear();
                return Err(TurnError::Stopped);
            }
            Ok(WriteOutcome::LeaseLost) => return Err(TurnError::Superseded),
            // Unpublished parts are sent with the next flush. If publishing always fails, the turn times out.
            Err(PortError::Busy(_)) => return Ok(()),
            Err(error) => return Err(TurnError::Store(error)),
        }
        self.pending.clear();
        self.flushed_at = Some(now);
        Ok(())
    }
}

pub(super) enum Ending {
    Stop(StopReason),
    Errors(PartError),
}
