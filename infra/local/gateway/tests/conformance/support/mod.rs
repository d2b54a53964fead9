//! Shared helpers: gateway, scripted cloud, WebSocket client and signatures.

pub(crate) mod cloud;
pub(crate) mod fake;
pub(crate) mod gateway;
pub(crate) mod keys;
pub(crate) mod sign;
pub(crate) mod socket;

use std::path::PathBuf;
use std::process::Command;

#[allow(clippy::print_stdout)] // The test harness captures the output.
pub(crate) fn case(name: &str) {
    println!("case {name}");
}

pub(crate) fn python() -> Command {
    let python = std::env::var("ZEST_PYTHON").expect(
        "ZEST_PYTHON is not set: name the Python of a virtual environment that has ministack 1.5.33 and boto3",
    );
    Command::new(python)
}

pub(crate) fn beside(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance").join(name)
}
