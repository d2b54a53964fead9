//! Tells an answer bit by bit: gathers text for a moment, stores the answer so far, and asks whether to go on.

use crate::answer::Answer;
use crate::limits::Limits;
use crate::message::ToolUse;
use crate::moment::{Clock, Moment};
use crate::outcome::{Failure, Outcome};
use crate::part::{Part, PartError, Said, StopReason};
use crate::turn::store::{Row, StoreError, Told, Transcripts};

/// How often the end of an answer is told before its run gives up.
const MOST_TRIES: usize = 3;

/// Why a turn does not go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The cook has stopped it.
    Stopped,
    /// Another run has it.
    Superseded,
    /// It comes to nothing.
    Failed(Failure),
    /// Nothing can be written.
    Store(StoreError),
}

impl From<StoreError> for Cut {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

pub(super) struct AnswerWriter<'p, T, C> {
    transcripts: &'p T,
    clock: &'p C,
    limits: &'p Limits,
    row: Row,
    /// The block that is being told, and how many of its texts were.
    block: u32,
    delta: u32,
    gathered: String,
    /// Parts that were not told yet, or of which nobody knows.
    pending: Vec<Part>,
    /// When something was last told; `None` before the first text, which is told at once.
    told_at: Option<Moment>,
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
            told_at: None,
            bytes: 0,
            tools: 0,
        }
    }

    pub(super) fn answer(&self) -> &Answer {
        &self.row.answer
    }

    /// More text of the block.
    pub(super) async fn text(&mut self, text: &str) -> Result<(), Cut> {
        self.bytes += text.len();
        if self.bytes > self.limits.answer_bytes {
            return Err(Cut::Failed(Failure::TooLong));
        }
        self.gathered.push_str(text);
        let is_due = self.told_at.is_none_or(|at| self.clock.now() >= at.plus(self.limits.gather));
        if is_due || self.gathered.len() >= self.limits.gather_bytes {
            self.gather();
            return self.tell().await;
        }
        Ok(())
    }

    /// A block of its own.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.end_block();
        self.gathered.push_str(text);
        self.end_block();
    }

    /// The text is whole; what follows is another block.
    pub(super) fn end_block(&mut self) {
        self.gather();
        if self.delta > 0 {
            let said = Said::Done { block: self.block, done_at: self.delta - 1 };
            self.say(said);
            (self.block, self.delta) = (self.block + 1, 0);
        }
    }

    /// A tool of the client's.
    pub(super) fn tool_use(&mut self, tool_use: ToolUse) {
        self.end_block();
        self.say(Said::ToolUse { block: self.block, tool_use });
        self.block += 1;
    }

    /// One of our tools is at work.
    pub(super) async fn working(&mut self, tool: &str) -> Result<(), Cut> {
        self.gather();
        self.say(Said::Working { count: self.tools, tool: tool.to_owned() });
        self.tools += 1;
        self.tell().await
    }

    /// Says that the run is alive, and asks whether it was stopped, if that was not done for a while.
    pub(super) async fn beat(&mut self) -> Result<(), Cut> {
        let is_due = self.clock.now() >= self.row.beat.plus(self.limits.beat);
        if is_due || !self.gathered.is_empty() {
            self.gather();
            return self.tell().await;
        }
        Ok(())
    }

    /// Ends the answer, and says how it has ended: superseded where it is another run's by now.
    pub(super) async fn end(mut self, outcome: Outcome, ending: Ending) -> Result<Outcome, StoreError> {
        self.end_block();
        match ending {
            Ending::Stop(reason) => self.say(Said::Stop { blocks: self.block, reason }),
            Ending::Errors(error) => self.say(Said::Errors(vec![error])),
        }
        self.row.ended = Some(outcome);
        let mut tries = 0;
        loop {
            tries += 1;
            self.row.beat = self.clock.now();
            match self.transcripts.tell(&self.row, &self.pending).await {
                Ok(Told::Superseded) => return Ok(Outcome::Superseded),
                Ok(Told::Go | Told::Stopped) => return Ok(outcome),
                Err(StoreError::Busy(_)) if tries < MOST_TRIES => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn gather(&mut self) {
        if !self.gathered.is_empty() {
            let text = std::mem::take(&mut self.gathered);
            self.say(Said::Text { block: self.block, delta: self.delta, text });
            self.delta += 1;
        }
    }

    fn say(&mut self, said: Said) {
        let (conversation, question) =
            (self.row.answer.conversation().clone(), self.row.answer.question().clone());
        let part = Part { conversation, question, said };
        self.row.answer.fold(&part);
        self.row.answer.join();
        self.pending.push(part);
    }

    async fn tell(&mut self) -> Result<(), Cut> {
        let now = self.clock.now();
        self.row.beat = now;
        match self.transcripts.tell(&self.row, &self.pending).await {
            Ok(Told::Go) => {}
            Ok(Told::Stopped) => {
                self.pending.clear();
                return Err(Cut::Stopped);
            }
            Ok(Told::Superseded) => return Err(Cut::Superseded),
            // What was not told is told with the next; a run that cannot tell at all ends when it must end.
            Err(StoreError::Busy(_)) => return Ok(()),
            Err(error) => return Err(Cut::Store(error)),
        }
        self.pending.clear();
        self.told_at = Some(now);
        Ok(())
    }
}

/// The last that clients hear.
pub(super) enum Ending {
    Stop(StopReason),
    Errors(PartError),
}
