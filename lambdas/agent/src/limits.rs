//! How far a turn and a conversation go. Each number stands here and nowhere else.

use std::time::Duration;

/// How many questions of a conversation are answered: what one credit buys.
pub const TURNS_OF_A_CONVERSATION: u32 = 20;

/// What bounds one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many questions of the conversation are answered, this one included.
    pub turns: u32,
    /// How often the model is asked.
    pub rounds: u32,
    /// How many tools run.
    pub tool_calls: u32,
    /// How many uses of tools are refused, unknown or make no sense.
    pub bad_calls: u32,
    /// How many tokens the model may say, all rounds together.
    pub output_tokens: u32,
    /// How many bytes of text the cook hears.
    pub answer_bytes: usize,
    /// How many bytes one tool's result has.
    pub result_bytes: usize,
    /// How many bytes of earlier messages the model is told, pictures and files aside.
    pub history_bytes: usize,
    /// How long the turn takes, all in all.
    pub time: Duration,
    /// How long a run that has not written counts as alive.
    pub lease: Duration,
    /// How long text is gathered before it is told; the first of it is told at once.
    pub gather: Duration,
    /// How many bytes of text are gathered at most.
    pub gather_bytes: usize,
    /// How long a run that has nothing to tell waits before it says that it is alive and asks whether it was stopped.
    pub beat: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turns: TURNS_OF_A_CONVERSATION,
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
