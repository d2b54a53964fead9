//! Counts a model's token usage, with estimates for interrupted calls.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::{Block, Event, Events, Model, ModelError, Request, ResultPiece, Usage};

/// Bytes per token in estimates. Tokens have about four, so the estimate is high.
const BYTES_A_TOKEN: usize = 3;
const TOKENS_OF_A_PICTURE: u64 = 1_600;

/// Usage of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metered {
    /// Number of calls.
    pub rounds: u32,
    /// Tokens of all calls, with estimates where none were reported.
    pub usage: Usage,
    /// The estimated part of `usage`.
    pub estimated: Usage,
    /// Time from the meter's creation to the first output; `None` without output.
    pub first_word: Option<Duration>,
}

/// A model with a meter.
#[derive(Debug)]
pub struct Meter<'m, M> {
    model: &'m M,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    since: Instant,
    metered: Metered,
    /// Estimated input tokens of the open or interrupted call.
    open: Usage,
    output_bytes: usize,
}

impl<'m, M> Meter<'m, M> {
    /// A meter without calls.
    #[must_use]
    pub fn new(model: &'m M) -> Self {
        let state = State {
            since: Instant::now(),
            metered: Metered::default(),
            open: Usage::default(),
            output_bytes: 0,
        };
        Self { model, state: Arc::new(Mutex::new(state)) }
    }

    /// Usage so far.
    #[must_use]
    pub fn read(&self) -> Metered {
        let mut state = lock(&self.state);
        state.close();
        state.metered
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn close(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        open.output_tokens += tokens(std::mem::take(&mut self.output_bytes));
        add(&mut self.metered.usage, open);
        add(&mut self.metered.estimated, open);
    }

    fn record(&mut self, event: &Event) {
        match event {
            Event::Text(text) | Event::ToolInput(text) => self.output_bytes += text.len(),
            Event::ToolStart { name, .. } => self.output_bytes += name.len(),
            Event::Usage(usage) => {
                (self.open, self.output_bytes) = (Usage::default(), 0);
                add(&mut self.metered.usage, *usage);
            }
            Event::BlockStop | Event::Waiting | Event::Stop(_) => {}
        }
        if self.output_bytes > 0 {
            self.metered.first_word.get_or_insert_with(|| self.since.elapsed());
        }
    }

    /// A call rejected before any output is free, unless it timed out.
    fn failed(&mut self, error: &ModelError) {
        if self.output_bytes == 0 && *error != ModelError::TooSlow {
            self.open = Usage::default();
        }
    }
}

fn add(to: &mut Usage, more: Usage) {
    to.input_tokens = to.input_tokens.saturating_add(more.input_tokens);
    to.output_tokens = to.output_tokens.saturating_add(more.output_tokens);
}

fn tokens(bytes: usize) -> u64 {
    u64::try_from(bytes.div_ceil(BYTES_A_TOKEN)).unwrap_or(u64::MAX)
}

fn estimated(request: &Request) -> Usage {
    let tools = request.tools.iter();
    let tools = tools.map(|tool| tool.description.len() + tool.input_schema.json.to_string().len());
    let blocks = request.messages.iter().flat_map(|message| &message.content);
    let (mut bytes, mut pictures) = (request.system.len() + tools.sum::<usize>(), 0);
    for block in blocks {
        match block {
            Block::Text(text) => bytes += text.len(),
            Block::Image(_) => pictures += 1,
            Block::Document(document) => bytes += document.source.bytes.len(),
            Block::ToolUse(tool_use) => bytes += tool_use.input.to_string().len(),
            Block::ToolResult(result) => {
                for piece in &result.content {
                    match piece {
                        ResultPiece::Text(text) => bytes += text.len(),
                        ResultPiece::Json(json) => bytes += json.to_string().len(),
                        ResultPiece::Image(_) => pictures += 1,
                        ResultPiece::Document(document) => bytes += document.source.bytes.len(),
                    }
                }
            }
        }
    }
    Usage { input_tokens: tokens(bytes) + pictures * TOKENS_OF_A_PICTURE, output_tokens: 0 }
}

impl<M: Model> Model for Meter<'_, M> {
    type Events = MeteredEvents<M::Events>;

    async fn ask(&self, request: Request) -> Result<Self::Events, ModelError> {
        {
            let mut state = lock(&self.state);
            state.close();
            state.metered.rounds += 1;
            state.open = estimated(&request);
        }
        let asked = self.model.ask(request).await;
        let state = Arc::clone(&self.state);
        asked
            .map(|events| MeteredEvents { events, state })
            .inspect_err(|error| lock(&self.state).failed(error))
    }
}

/// Events of one call, with its usage added to the meter.
#[derive(Debug)]
pub struct MeteredEvents<E> {
    events: E,
    state: Arc<Mutex<State>>,
}

impl<E: Events> Events for MeteredEvents<E> {
    async fn next(&mut self) -> Result<Option<Event>, ModelError> {
        let next = self.events.next().await;
        let mut state = lock(&self.state);
        match &next {
            Ok(Some(event)) => state.record(event),
            Ok(None) => {}
            Err(error) => state.failed(error),
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use crate::{ChatMessage, ModelStop, Role};
    use zest_core::Timestamp;

    use super::*;

    struct ScriptedModel(Vec<Result<Event, ModelError>>);

    impl Model for ScriptedModel {
        type Events = Saying;

        async fn ask(&self, _: Request) -> Result<Saying, ModelError> {
            Ok(Saying(self.0.clone().into()))
        }
    }

    struct Saying(VecDeque<Result<Event, ModelError>>);

    impl Events for Saying {
        async fn next(&mut self) -> Result<Option<Event>, ModelError> {
            self.0.pop_front().transpose()
        }
    }

    fn request() -> Request {
        let content = vec![Block::Text("x".repeat(300))];
        Request {
            system: String::new(),
            messages: vec![ChatMessage { role: Role::User, content }],
            tools: Vec::new(),
            must_use: None,
            output_tokens: 1_000,
            until: Timestamp::from_millis(0),
        }
    }

    /// Usage after two calls that read `events_read` events each.
    async fn metered(script: Vec<Result<Event, ModelError>>, events_read: usize) -> Metered {
        let model = ScriptedModel(script);
        let meter = Meter::new(&model);
        for _ in 0..2 {
            let mut events = meter.ask(request()).await.unwrap();
            for _ in 0..events_read {
                if events.next().await.is_err() {
                    break;
                }
            }
        }
        meter.read()
    }

    fn usage(input_tokens: u64, output_tokens: u64) -> Usage {
        Usage { input_tokens, output_tokens }
    }

    #[tokio::test]
    async fn reported_usage_is_counted() {
        let reported = Event::Usage(usage(90, 7));
        let script =
            [Event::Text("Hello".to_owned()), Event::Stop(ModelStop::EndTurn), reported].map(Ok).to_vec();
        let metered = metered(script, 4).await;
        assert_eq!((metered.rounds, metered.usage, metered.estimated), (2, usage(180, 14), usage(0, 0)));
        assert!(metered.first_word.is_some());
    }

    #[tokio::test]
    async fn interrupted_call_is_estimated_from_input_and_output() {
        let script = [Event::Waiting, Event::Text("x".repeat(30)), Event::ToolInput("x".repeat(30))];
        let broken_off = metered(script.map(Ok).to_vec(), 3).await;
        assert_eq!((broken_off.usage, broken_off.estimated), (usage(200, 40), usage(200, 40)));
        let stopped_before_a_word = metered(vec![Ok(Event::Waiting)], 1).await;
        assert_eq!(
            (stopped_before_a_word.estimated, stopped_before_a_word.first_word),
            (usage(200, 0), None)
        );
        let failed_in_the_midst =
            metered(vec![Ok(Event::Text("x".repeat(30))), Err(ModelError::Throttled)], 2).await;
        assert_eq!(failed_in_the_midst.estimated, usage(200, 20));
    }

    #[tokio::test]
    async fn rejected_call_costs_nothing() {
        for (error, estimated) in [
            (ModelError::Throttled, usage(0, 0)),
            (ModelError::Invalid(String::new()), usage(0, 0)),
            (ModelError::TooSlow, usage(200, 0)),
        ] {
            assert_eq!(metered(vec![Ok(Event::Waiting), Err(error)], 2).await.estimated, estimated);
        }
    }
}
