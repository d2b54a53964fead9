//! Interpreter for the part of the Amazon States Language that the state machines use; rejects anything else.
//!
//! Source: <https://states-language.net/spec.html>.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

/// Environment of an execution.
pub trait Host {
    /// Calls the function of a task, such as `fn-fetch`; returns its result or error name.
    fn invoke(&self, function: &str, payload: Value) -> Result<Value, String>;

    /// Advances the test clock.
    fn wait(&self, time: Duration);

    /// Time since an arbitrary start.
    fn elapsed(&self) -> Duration;

    /// Whether the execution may enter this state; `false` aborts it.
    fn enters(&self, state: &str) -> bool;
}

/// Result of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Reached an end state.
    Succeeded,
    /// An uncaught error with this name.
    Failed(String),
    /// Exceeded the machine's timeout.
    TimedOut,
    /// [`Host::enters`] returned `false`.
    Aborted,
}

/// A parsed state machine.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Machine {
    #[serde(rename = "Comment")]
    _comment: Option<String>,
    start_at: String,
    timeout_seconds: Option<u64>,
    states: BTreeMap<String, State>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "Type", deny_unknown_fields)]
enum State {
    Task(Box<Task>),
    Choice(Choice),
    Succeed {
        #[serde(rename = "Comment")]
        _comment: Option<String>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Task {
    #[serde(rename = "Comment")]
    _comment: Option<String>,
    resource: String,
    parameters: Invocation,
    result_selector: Option<Value>,
    #[serde(default = "whole", deserialize_with = "path")]
    result_path: Option<String>,
    #[serde(default = "root")]
    output_path: String,
    /// Timeout, not simulated: [`crate::faults::Fault::Killed`] is a function that exceeds it.
    #[serde(rename = "TimeoutSeconds")]
    _timeout_seconds: u64,
    #[serde(default)]
    retry: Vec<Retrier>,
    #[serde(default)]
    catch: Vec<Catcher>,
    next: Option<String>,
    #[serde(default)]
    end: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Invocation {
    function_name: String,
    payload: Value,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Retrier {
    error_equals: Vec<String>,
    interval_seconds: u32,
    max_attempts: u32,
    backoff_rate: u32,
    max_delay_seconds: Option<u32>,
    /// Full jitter waits from zero to the delay; the simulation waits for the delay.
    #[serde(rename = "JitterStrategy")]
    _jitter_strategy: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Catcher {
    error_equals: Vec<String>,
    #[serde(default = "whole", deserialize_with = "path")]
    result_path: Option<String>,
    next: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Choice {
    choices: Vec<Rule>,
    default: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Rule {
    #[serde(default)]
    and: Vec<Rule>,
    variable: Option<String>,
    is_present: Option<bool>,
    string_equals: Option<String>,
    boolean_equals: Option<bool>,
    next: Option<String>,
}

fn root() -> String {
    "$".to_owned()
}

fn whole() -> Option<String> {
    Some(root())
}

/// A `null` path discards the result.
fn path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer)
}

struct Step {
    output: Value,
    next: Option<String>,
}

impl Machine {
    /// Parses a definition; panics on unknown elements.
    #[must_use]
    pub fn parse(definition: &str) -> Self {
        serde_json::from_str(definition).expect("a definition that this interpreter knows")
    }

    /// Runs an execution to its end.
    pub fn run(&self, host: &impl Host, input: Value) -> Ended {
        let until = self.timeout_seconds.map(|seconds| host.elapsed() + Duration::from_secs(seconds));
        match self.go(host, input, until) {
            Ok(_) => Ended::Succeeded,
            Err(ended) => ended,
        }
    }

    fn go(&self, host: &impl Host, input: Value, until: Option<Duration>) -> Result<Value, Ended> {
        let (mut at, mut value) = (self.start_at.clone(), input);
        loop {
            if !host.enters(&at) {
                return Err(Ended::Aborted);
            }
            let step = match self.states.get(&at).expect("a state of the machine") {
                State::Task(task) => task.step(host, value, until)?,
                State::Choice(choice) => choice.step(value),
                State::Succeed { .. } => Step { output: value, next: None },
            };
            value = step.output;
            match step.next {
                Some(next) => at = next,
                None => return Ok(value),
            }
        }
    }
}

impl Task {
    fn step(&self, host: &impl Host, input: Value, until: Option<Duration>) -> Result<Step, Ended> {
        assert!(self.resource.ends_with(":states:::lambda:invoke"), "{}", self.resource);
        assert_eq!(self.end, self.next.is_none(), "a task either ends or goes on");
        let mut tries = vec![0; self.retry.len()];
        loop {
            let error = match host.invoke(&self.function(), filled(&self.parameters.payload, &input)) {
                Ok(answer) => {
                    let raw = json!({ "Payload": answer });
                    let selected =
                        self.result_selector.as_ref().map_or_else(|| raw.clone(), |it| filled(it, &raw));
                    let output = placed(input, self.result_path.as_deref(), selected);
                    return Ok(Step { output: at(&output, &self.output_path), next: self.next.clone() });
                }
                Err(error) => error,
            };
            let is_over = || until.is_some_and(|until| host.elapsed() >= until);
            let found =
                self.retry.iter().zip(&mut tries).find(|(retrier, _)| names(&retrier.error_equals, &error));
            if let Some((retrier, tried)) = found
                && *tried < retrier.max_attempts
            {
                host.wait(retrier.delay(*tried));
                *tried += 1;
                if is_over() {
                    return Err(Ended::TimedOut);
                }
                continue;
            }
            if is_over() {
                return Err(Ended::TimedOut);
            }
            let catcher = self.catch.iter().find(|catcher| names(&catcher.error_equals, &error));
            let Some(catcher) = catcher else { return Err(Ended::Failed(error)) };
            let caught = json!({ "Error": error, "Cause": "" });
            let output = placed(input, catcher.result_path.as_deref(), caught);
            return Ok(Step { output, next: Some(catcher.next.clone()) });
        }
    }

    /// Name of the function: `fn-fetch` for `${FnFetchArn}`.
    fn function(&self) -> String {
        let name =
            self.parameters.function_name.strip_prefix("${Fn").and_then(|name| name.strip_suffix("Arn}"));
        format!("fn-{}", name.expect("one of our functions").to_lowercase())
    }
}

impl Retrier {
    fn delay(&self, tried: u32) -> Duration {
        let seconds = self.interval_seconds.saturating_mul(self.backoff_rate.saturating_pow(tried));
        Duration::from_secs(seconds.min(self.max_delay_seconds.unwrap_or(u32::MAX)).into())
    }
}

impl Choice {
    fn step(&self, input: Value) -> Step {
        let chosen = self.choices.iter().find(|rule| rule.holds(&input));
        let next = chosen.map_or(&self.default, |rule| rule.next.as_ref().expect("where a choice leads"));
        Step { next: Some(next.clone()), output: input }
    }
}

impl Rule {
    fn holds(&self, input: &Value) -> bool {
        let Some(variable) = &self.variable else { return self.and.iter().all(|rule| rule.holds(input)) };
        let value = find(input, variable);
        self.is_present.is_none_or(|wanted| value.is_some() == wanted)
            && self.string_equals.as_ref().is_none_or(|wanted| value == Some(&json!(wanted)))
            && self.boolean_equals.is_none_or(|wanted| value == Some(&json!(wanted)))
    }
}

fn names(listed: &[String], error: &str) -> bool {
    listed.iter().any(|name| name == error || name == "States.ALL")
}

fn find<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let fields = path.strip_prefix('$').expect("a path begins with $");
    fields.split('.').filter(|field| !field.is_empty()).try_fold(value, |value, field| value.get(field))
}

fn at(value: &Value, path: &str) -> Value {
    find(value, path).cloned().expect("what a path leads to")
}

/// Fills in a template: `"name.$": "$.path"` takes the value at the path of the input.
fn filled(template: &Value, input: &Value) -> Value {
    let Value::Object(fields) = template else { return template.clone() };
    let filled = fields.iter().map(|(name, value)| match (name.strip_suffix(".$"), value) {
        (Some(name), Value::String(path)) => (name.to_owned(), at(input, path)),
        _ => (name.clone(), filled(value, input)),
    });
    Value::Object(filled.collect::<Map<_, _>>())
}

/// Places a result according to `ResultPath`.
fn placed(input: Value, path: Option<&str>, result: Value) -> Value {
    match path {
        None => input,
        Some("$") => result,
        Some(path) => {
            let mut output = input;
            let field = path.strip_prefix("$.").expect("a field of the input");
            output.as_object_mut().expect("an input with fields").insert(field.to_owned(), result);
            output
        }
    }
}
