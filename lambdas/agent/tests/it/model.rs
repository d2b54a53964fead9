use std::collections::VecDeque;
use std::sync::Mutex;

use agent::{Event, Events, Model, ModelError, ModelStop, Request, Usage};
use serde_json::Value;

pub(crate) type Script = Vec<Result<Event, ModelError>>;

type ByRequest = Box<dyn Fn(&Request) -> Script + Send + Sync>;

/// Plays one script per call; the last one repeats.
#[derive(Default)]
pub(crate) struct Scripted {
    scripts: Mutex<VecDeque<Result<Script, ModelError>>>,
    by_request: Option<ByRequest>,
    asked: Mutex<Vec<Request>>,
}

impl Scripted {
    pub(crate) fn of(scripts: impl IntoIterator<Item = Script>) -> Self {
        Self { scripts: Mutex::new(scripts.into_iter().map(Ok).collect()), ..Self::default() }
    }

    pub(crate) fn refusing(error: ModelError) -> Self {
        Self { scripts: Mutex::new(VecDeque::from([Err(error)])), ..Self::default() }
    }

    pub(crate) fn by(answer: impl Fn(&Request) -> Script + Send + Sync + 'static) -> Self {
        Self { by_request: Some(Box::new(answer)), ..Self::default() }
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }
}

impl Model for Scripted {
    type Events = Playing;

    async fn ask(&self, request: Request) -> Result<Playing, ModelError> {
        let script = match &self.by_request {
            Some(answer) => Ok(answer(&request)),
            None => {
                let mut scripts = self.scripts.lock().unwrap();
                if scripts.len() > 1 { scripts.pop_front() } else { scripts.front().cloned() }
                    .expect("a script")
            }
        };
        self.asked.lock().unwrap().push(request);
        script.map(|script| Playing(script.into()))
    }
}

pub(crate) struct Playing(VecDeque<Result<Event, ModelError>>);

impl Events for Playing {
    async fn next(&mut self) -> Result<Option<Event>, ModelError> {
        self.0.pop_front().transpose()
    }
}

fn ends(mut script: Script, stop: ModelStop) -> Script {
    script.push(Ok(Event::Stop(stop)));
    script.push(Ok(Event::Usage(Usage { input_tokens: 100, output_tokens: 20 })));
    script
}

fn words(text: &str) -> Script {
    let mut script: Script = text.split_inclusive(' ').map(|word| Ok(Event::Text(word.to_owned()))).collect();
    if !script.is_empty() {
        script.push(Ok(Event::BlockStop));
    }
    script
}

pub(crate) fn replies(text: &str) -> Script {
    ends(words(text), ModelStop::EndTurn)
}

pub(crate) fn breaks(text: &str, error: ModelError) -> Script {
    let mut script = words(text);
    script.push(Err(error));
    script
}

pub(crate) fn stops(text: &str, stop: ModelStop) -> Script {
    ends(words(text), stop)
}

pub(crate) fn calls(text: &str, tools: &[(&str, Value)]) -> Script {
    let inputs: Vec<(&str, String)> = tools.iter().map(|(name, input)| (*name, input.to_string())).collect();
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(name, input)| (*name, input.as_str())).collect();
    calls_raw(text, &inputs)
}

pub(crate) fn calls_raw(text: &str, tools: &[(&str, &str)]) -> Script {
    let mut script = words(text);
    for (count, (name, input)) in tools.iter().enumerate() {
        script.push(Ok(Event::ToolStart { id: format!("use-{count}"), name: (*name).to_owned() }));
        let mut half = input.len() / 2;
        while !input.is_char_boundary(half) {
            half += 1;
        }
        let (first, second) = input.split_at(half);
        script.push(Ok(Event::ToolInput(first.to_owned())));
        script.push(Ok(Event::ToolInput(second.to_owned())));
        script.push(Ok(Event::BlockStop));
    }
    ends(script, ModelStop::ToolUse)
}
