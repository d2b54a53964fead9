//! Converts a model call's stream to agent events, with a waiting event after each second of silence and a
//! deadline.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use agent::{Event, Events, ModelError, ModelStop, Usage};
use aws_sdk_bedrockruntime::error::SdkError;
use aws_sdk_bedrockruntime::operation::converse_stream::ConverseStreamError;
use aws_sdk_bedrockruntime::primitives::event_stream::EventReceiver;
use aws_sdk_bedrockruntime::types::error::ConverseStreamOutputError;
use aws_sdk_bedrockruntime::types::{
    ContentBlockDelta, ContentBlockStart, ConverseStreamOutput, StopReason, TokenUsage,
};
use tokio::time::{Instant, timeout_at};

use crate::bedrock::errors::{of_call, of_stream};

const WAITING_EVENT_INTERVAL: Duration = Duration::from_secs(1);
/// Time to wait for usage data after the end of an answer.
const USAGE_TIMEOUT: Duration = Duration::from_secs(5);

type Stream = EventReceiver<ConverseStreamOutput, ConverseStreamOutputError>;
type Call = Pin<Box<dyn Future<Output = Result<Stream, SdkError<ConverseStreamError>>> + Send>>;

/// The event stream of one model call.
pub struct Answering {
    state: State,
    ends: Instant,
}

enum State {
    /// No response yet.
    Asking(Call),
    Streaming(Box<Stream>),
    /// The response has ended; usage data may follow.
    Stopped(Box<Stream>),
    Over,
}

impl std::fmt::Debug for Answering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answering").field("ends", &self.ends).finish_non_exhaustive()
    }
}

impl Answering {
    pub(crate) fn new(call: Call, ends: Instant) -> Self {
        Self { state: State::Asking(call), ends }
    }
}

impl Events for Answering {
    async fn next(&mut self) -> Result<Option<Event>, ModelError> {
        let deadline = (Instant::now() + WAITING_EVENT_INTERVAL).min(self.ends);
        // `step` is cancel-safe.
        let next = timeout_at(deadline, self.state.step()).await;
        let next = match next {
            Ok(next) => next,
            Err(_) if Instant::now() >= self.ends => self.state.late(),
            Err(_) => Ok(Some(Event::Waiting)),
        };
        if !matches!(next, Ok(Some(_))) {
            self.state = State::Over;
        } else if matches!(next, Ok(Some(Event::Stop(_)))) {
            self.ends = self.ends.min(Instant::now() + USAGE_TIMEOUT);
        }
        next
    }
}

impl State {
    async fn step(&mut self) -> Result<Option<Event>, ModelError> {
        loop {
            match self {
                Self::Asking(call) => {
                    let stream = call.await.map_err(|error| of_call(&error))?;
                    *self = Self::Streaming(Box::new(stream));
                }
                Self::Streaming(stream) => {
                    let Some(output) = stream.recv().await.map_err(|error| of_stream(&error))? else {
                        return Ok(None);
                    };
                    let event = event(output)?;
                    if matches!(event, Some(Event::Stop(_)))
                        && let Self::Streaming(stream) = std::mem::replace(self, Self::Over)
                    {
                        *self = Self::Stopped(stream);
                    }
                    if event.is_some() {
                        return Ok(event);
                    }
                }
                Self::Stopped(stream) => match stream.recv().await {
                    Ok(Some(output)) => {
                        if let Ok(Some(event @ Event::Usage(_))) = event(output) {
                            return Ok(Some(event));
                        }
                    }
                    // The response is complete, even without usage data.
                    Ok(None) | Err(_) => return Ok(None),
                },
                Self::Over => return Ok(None),
            }
        }
    }

    fn late(&self) -> Result<Option<Event>, ModelError> {
        match self {
            Self::Asking(_) | Self::Streaming(_) => Err(ModelError::TooSlow),
            Self::Stopped(_) | Self::Over => Ok(None),
        }
    }
}

/// Converts an event; `None` for ignored kinds, such as reasoning.
fn event(output: ConverseStreamOutput) -> Result<Option<Event>, ModelError> {
    let event = match output {
        ConverseStreamOutput::ContentBlockStart(start) => match start.start {
            Some(ContentBlockStart::ToolUse(tool)) => {
                Some(Event::ToolStart { id: tool.tool_use_id, name: tool.name })
            }
            _ => None,
        },
        ConverseStreamOutput::ContentBlockDelta(delta) => match delta.delta {
            Some(ContentBlockDelta::Text(text)) if !text.is_empty() => Some(Event::Text(text)),
            Some(ContentBlockDelta::ToolUse(tool)) if !tool.input.is_empty() => {
                Some(Event::ToolInput(tool.input))
            }
            _ => None,
        },
        ConverseStreamOutput::ContentBlockStop(_) => Some(Event::BlockStop),
        ConverseStreamOutput::MessageStop(stop) => Some(Event::Stop(model_stop(&stop.stop_reason)?)),
        ConverseStreamOutput::Metadata(metadata) => metadata.usage.as_ref().map(usage).map(Event::Usage),
        _ => None,
    };
    Ok(event)
}

fn model_stop(reason: &StopReason) -> Result<ModelStop, ModelError> {
    match reason {
        StopReason::EndTurn | StopReason::StopSequence => Ok(ModelStop::EndTurn),
        StopReason::ToolUse => Ok(ModelStop::ToolUse),
        StopReason::MaxTokens | StopReason::ModelContextWindowExceeded => Ok(ModelStop::MaxTokens),
        StopReason::ContentFiltered | StopReason::GuardrailIntervened => Ok(ModelStop::Refused),
        // Malformed, or an unknown stop reason.
        other => Err(ModelError::Broken(format!("stopped: {}", other.as_str()))),
    }
}

/// Usage of a call. Input tokens include cached ones.
fn usage(usage: &TokenUsage) -> Usage {
    let count = |tokens: i32| u64::try_from(tokens).unwrap_or_default();
    let cached = [usage.cache_read_input_tokens, usage.cache_write_input_tokens];
    let cached: u64 = cached.into_iter().flatten().map(count).sum();
    Usage { input_tokens: count(usage.input_tokens) + cached, output_tokens: count(usage.output_tokens) }
}
