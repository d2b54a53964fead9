//! A stand-in program: `NAME --config FILE` prints `ready URL`; stops on SIGTERM or SIGINT.

use std::future::Future;
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// Runs the stand-in of a service until a signal. `bind` returns the origin and the server.
pub fn run<Bind, Serving>(whose: &str, program: &str, bind: impl FnOnce(PathBuf) -> Bind) -> ExitCode
where
    Bind: Future<Output = Result<(String, Serving), String>>,
    Serving: Future<Output = std::io::Result<()>>,
{
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&format!("The stand-in for {whose} can't start: {error}")),
    };
    let ended = runtime.block_on(until_a_signal(whose, program, bind));
    // Pending responses must not delay the exit.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failed(&message),
    }
}

/// Binds a port of 127.0.0.1 (0 picks a free one) and returns the origin.
///
/// # Errors
///
/// The port cannot be opened.
pub async fn listen(whose: &str, port: u16) -> Result<(TcpListener, String), String> {
    let sentence = |error: std::io::Error| format!("The stand-in for {whose} can't open its port: {error}");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(sentence)?;
    let origin = format!("http://127.0.0.1:{}", listener.local_addr().map_err(sentence)?.port());
    Ok((listener, origin))
}

async fn until_a_signal<Bind, Serving>(
    whose: &str,
    program: &str,
    bind: impl FnOnce(PathBuf) -> Bind,
) -> Result<(), String>
where
    Bind: Future<Output = Result<(String, Serving), String>>,
    Serving: Future<Output = std::io::Result<()>>,
{
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ["--config", file] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
        return Err(format!("Usage: {program} --config FILE"));
    };
    let sentence = |error: std::io::Error| format!("The stand-in for {whose} failed: {error}");
    let mut terminate = signal(SignalKind::terminate()).map_err(sentence)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(sentence)?;
    let (origin, serving) = bind(Path::new(file).to_owned()).await?;
    writeln!(std::io::stdout().lock(), "ready {origin}").map_err(sentence)?;
    tokio::select! {
        served = serving => served.map_err(sentence),
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
    }
}

fn failed(message: &str) -> ExitCode {
    // A closed stderr is ignored.
    let _ = writeln!(std::io::stderr().lock(), "{message}");
    ExitCode::FAILURE
}
