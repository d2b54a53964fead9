//! `stripe-stand-in --config FILE`: prints `ready http://127.0.0.1:PORT` when it listens, ends on SIGTERM or SIGINT.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use stripe_stand_in::clock::Clock;
use stripe_stand_in::config::Config;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&format!("The stand-in for Stripe can't start: {error}")),
    };
    let ended = runtime.block_on(run());
    // A caller whose answer never comes must not keep us.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&message),
    }
}

async fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ["--config", file] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
        return Err("Usage: stripe-stand-in --config FILE".into());
    };
    let config = Config::read(Path::new(file))?;
    let sentence = |error: std::io::Error| format!("The stand-in for Stripe failed: {error}");
    let mut terminate = signal(SignalKind::terminate()).map_err(sentence)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(sentence)?;
    let bound = stripe_stand_in::bind(config, Clock::system()).await?;
    writeln!(std::io::stdout().lock(), "ready {}", bound.origin).map_err(sentence)?;
    tokio::spawn(stripe_stand_in::deliver(Arc::clone(&bound.stand_in)));
    tokio::select! {
        served = bound.serve(std::future::pending()) => served.map_err(sentence),
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
    }
}

fn failed(message: &str) -> ExitCode {
    // A closed stderr is nothing that ending should fail for.
    let _ = writeln!(std::io::stderr().lock(), "{message}");
    ExitCode::FAILURE
}
