//! `gateway --config FILE`: prints `ready http://localhost:PORT`; stops on SIGTERM or SIGINT.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use gateway::config::Config;
use gateway::context::system_clock;
use tokio::signal::unix::{SignalKind, signal};

const GRACE: Duration = Duration::from_secs(3);

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&format!("The gateway can't start: {error}")),
    };
    match runtime.block_on(run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&message),
    }
}

async fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [flag, file] = arguments.as_slice() else { return Err("Usage: gateway --config FILE".into()) };
    if flag != "--config" {
        return Err("Usage: gateway --config FILE".into());
    }
    let config = Config::read(Path::new(file))?;
    let sentence = |error: std::io::Error| format!("The gateway failed: {error}");
    let mut terminate = signal(SignalKind::terminate()).map_err(sentence)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(sentence)?;
    let bound = gateway::bind(config, system_clock()).await?;
    writeln!(std::io::stdout().lock(), "ready http://localhost:{}", bound.port).map_err(sentence)?;
    let (stopping, stopped) = tokio::sync::oneshot::channel();
    let serving = bound.serve(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        let _ = stopping.send(());
    });
    let cut_off = async {
        // Serving ended without a signal; the other branch reports the error.
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serving => served.map_err(sentence),
        () = cut_off => Ok(()),
    }
}

fn failed(message: &str) -> ExitCode {
    gateway::log::line(message);
    ExitCode::FAILURE
}
