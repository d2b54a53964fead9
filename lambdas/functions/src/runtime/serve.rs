//! The invocation loop: decode, call, log one line, answer.

use std::pin::Pin;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use app::AppError;
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;

use crate::runtime::border;
use crate::runtime::failure::Fault;
use crate::runtime::lines::{self, Lines};
use crate::runtime::rest::{RestAnswer, RestError, RestRequest};
use crate::runtime::subject::Subject;
use crate::runtime::usage::processor_time;

/// Serves events until the process ends.
pub async fn serve<Event, Answer, Error, Handler, Handling>(
    failure: fn(&Error) -> Diagnostic,
    handler: Handler,
) -> crate::runtime::MainResult
where
    Event: Subject + DeserializeOwned + Send,
    Answer: Serialize + Send,
    Error: std::fmt::Display + Fault + From<AppError> + Send,
    Handler: Fn(Event) -> Handling + Send + Sync,
    Handling: Future<Output = Result<Answer, Error>> + Send,
{
    answering(move |error: &Error| Err(failure(error)), handler).await
}

/// Serves REST requests until the process ends; errors become answers with their status.
pub async fn serve_rest<Handler, Handling>(handler: Handler) -> crate::runtime::MainResult
where
    Handler: Fn(RestRequest) -> Handling + Send + Sync,
    Handling: Future<Output = Result<RestAnswer, RestError>> + Send,
{
    answering(|error: &RestError| Ok(error.answer()), handler).await
}

async fn answering<Event, Answer, Error, Handler, Handling>(
    ending: impl Fn(&Error) -> Result<Answer, Diagnostic> + Send + Sync,
    handler: Handler,
) -> crate::runtime::MainResult
where
    Event: Subject + DeserializeOwned + Send,
    Answer: Serialize + Send,
    Error: std::fmt::Display + Fault + From<AppError> + Send,
    Handler: Fn(Event) -> Handling + Send + Sync,
    Handling: Future<Output = Result<Answer, Error>> + Send,
{
    start_logging();
    border::install_panic_hook();
    let meter = Meter::default();
    let (ending, handler, meter) = (&ending, &handler, &meter);
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Event>| async move {
        let started = Instant::now();
        let subject = event.payload.subject();
        let context = &event.context;
        lines::begin(&context.request_id, context.xray_trace_id.as_deref().unwrap_or_default());
        // Boxed, because the SDK's futures nest too deeply for the compiler.
        let handling: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(handler(event.payload));
        let answer: Result<Answer, Error> = border::within(handling).await;
        // One line per invocation, before the response, so that log collectors see it in time.
        let duration_ms = millis(started.elapsed());
        let cpu_ms = millis(meter.since_last());
        match &answer {
            Ok(_) => tracing::info!(subject, duration_ms, cpu_ms, "done"),
            // The filters Fn…Faults of template.yaml count this line.
            Err(error) if error.is_fault() => {
                tracing::error!(subject, duration_ms, cpu_ms, %error, "failed");
            }
            Err(error) => tracing::warn!(subject, duration_ms, cpu_ms, %error, "failed"),
        }
        answer.or_else(|error| ending(&error))
    }))
    .await
}

/// CPU time between log lines. The first includes the start of the process, each later one the sending of the
/// previous response.
#[derive(Default)]
struct Meter(Mutex<Duration>);

impl Meter {
    fn since_last(&self) -> Duration {
        let now = processor_time();
        let mut last = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        now.saturating_sub(std::mem::replace(&mut *last, now))
    }
}

fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 100_000.0).round() / 100.0
}

fn start_logging() {
    let level = match std::env::var("LOG_LEVEL").as_deref() {
        Ok("debug") => LevelFilter::DEBUG,
        Ok("warn") => LevelFilter::WARN,
        _ => LevelFilter::INFO,
    };
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_target(false)
        .with_max_level(level)
        .with_writer(|| Lines(std::io::stdout()))
        .finish()
        // The Lambda runtime logs each handler error again as ERROR. This is turned off, because the alarms
        // would also count refusals.
        .with(
            Targets::new().with_default(level).with_target("lambda_runtime::layers::panic", LevelFilter::OFF),
        );
    // Only tests have a second subscriber in a process.
    if tracing::subscriber::set_global_default(subscriber).is_err() {
        tracing::debug!("logging was set up before");
    }
}
