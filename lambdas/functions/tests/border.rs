//! A function that panics, with a fake Lambda platform: one call fails, the next succeeds, and the log does
//! not contain the panic message.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests fail by panicking")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use app::AppError;
use functions::runtime::Subject;
use serde::Deserialize;

const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
struct Order {
    dish: String,
}

impl Subject for Order {
    fn subject(&self) -> String {
        String::from("an order")
    }
}

async fn cook(order: Order) -> Result<String, AppError> {
    assert!(order.dish != "fugu", "nobody here cooks {}", order.dish);
    Ok(order.dish)
}

/// Runs the function when the test below starts this program.
#[test]
fn the_function_itself() {
    if std::env::var_os("AWS_LAMBDA_RUNTIME_API").is_some() {
        let loops = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        loops.block_on(functions::runtime::serve(functions::runtime::state_failure, cook)).unwrap();
    }
}

#[test]
fn panic_fails_one_call_and_the_next_is_answered() {
    let platform = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = platform.local_addr().unwrap().to_string();
    let (sender, answers) = channel();
    std::thread::spawn(move || {
        for connection in platform.incoming() {
            let sender = sender.clone();
            std::thread::spawn(move || platform_of_two_calls(connection.unwrap(), &sender));
        }
    });
    let mut function = Command::new(std::env::current_exe().unwrap())
        .args(["the_function_itself", "--exact", "--nocapture"])
        .env("AWS_LAMBDA_RUNTIME_API", &address)
        .env("AWS_LAMBDA_FUNCTION_NAME", "cook")
        .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128")
        .env("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
        .env("AWS_LAMBDA_LOG_GROUP_NAME", "local")
        .env("AWS_LAMBDA_LOG_STREAM_NAME", "local")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let received = [answers.recv_timeout(TIMEOUT), answers.recv_timeout(TIMEOUT)];
    function.kill().unwrap();
    let log = function.wait_with_output().unwrap();
    let log = format!("{}{}", String::from_utf8_lossy(&log.stdout), String::from_utf8_lossy(&log.stderr));
    let [first, second] = received.map(|answer| answer.unwrap_or_else(|_| panic!("no answer came:\n{log}")));
    assert!(first.0.ends_with("/error") && first.1.contains("\"READER_FAILED\""), "{first:?}");
    assert!(second.0.ends_with("/response") && second.1.contains("soup"), "{second:?}");
    assert!(log.contains("panicked") && log.contains("border.rs:"), "{log}");
    assert!(!log.contains("fugu") && !first.1.contains("fugu"), "{log}");
}

/// Serves two invocations and forwards path and body of the responses.
fn platform_of_two_calls(connection: TcpStream, answers: &Sender<(String, String)>) {
    static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let mut connection = connection;
    loop {
        let (mut request, mut length, mut line) = (String::new(), 0, String::new());
        if reader.read_line(&mut request).unwrap_or(0) == 0 {
            return;
        }
        while reader.read_line(&mut line).unwrap_or(0) > 2 {
            let header = line.to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
        let answer = if path.ends_with("/next") {
            let dishes = [r#"{"dish":"fugu"}"#, r#"{"dish":"soup"}"#];
            let Some(event) = dishes.get(CALLS.fetch_add(1, std::sync::atomic::Ordering::SeqCst)) else {
                continue;
            };
            format!(
                "HTTP/1.1 200 OK\r\nLambda-Runtime-Aws-Request-Id: 1\r\nLambda-Runtime-Deadline-Ms: 4102444800000\r\n\
                 Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:eu-west-1:000000000000:function:cook\r\n\
                 Content-Length: {}\r\n\r\n{event}",
                event.len()
            )
        } else {
            answers.send((path, String::from_utf8_lossy(&body).into_owned())).unwrap();
            String::from("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}")
        };
        connection.write_all(answer.as_bytes()).unwrap();
    }
}
