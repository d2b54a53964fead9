use std::time::Duration;

/// Number of answered questions that one credit buys.
pub const MAX_TURNS_PER_CONVERSATION: u32 = 20;

/// Limits of one turn and of its conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Answered questions per conversation.
    pub turns: u32,
    /// Maximum number of model calls in a turn.
    pub rounds: u32,
    /// Maximum number of tool calls in a turn.
    pub tool_calls: u32,
    /// Refused tool calls: unknown tool, invalid arguments, or a refusal by the tool.
    pub bad_calls: u32,
    /// Output tokens of all model calls.
    pub output_tokens: u32,
    /// Bytes of answer text.
    pub answer_bytes: usize,
    /// Bytes of one tool result.
    pub result_bytes: usize,
    /// Bytes of text in the history, without images and files.
    pub history_bytes: usize,
    /// Duration of the turn.
    pub time: Duration,
    /// Time without a write after which a run counts as dead.
    pub lease: Duration,
    /// Time to buffer text between flushes.
    pub gather: Duration,
    /// Maximum text bytes to buffer.
    pub gather_bytes: usize,
    /// Interval of heartbeats and cancellation checks.
    pub beat: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turns: MAX_TURNS_PER_CONVERSATION,
            rounds: 8,
            tool_calls: 16,
            bad_calls: 4,
            output_tokens: 6_000,
            answer_bytes: 40_000,
            result_bytes: 60_000,
            history_bytes: 200_000,
            time: Duration::from_secs(120),
            lease: Duration::from_secs(20),
            gather: Duration::from_millis(120),
            gather_bytes: 400,
            beat: Duration::from_secs(1),
        }
    }
}
