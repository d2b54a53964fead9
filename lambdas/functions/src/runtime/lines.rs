//! Log lines: JSON objects that begin with the ids of the invocation.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The first fields of each line. A process handles one invocation at a time.
static IDS: Mutex<String> = Mutex::new(String::new());

/// Begins an invocation: its ids are in all following lines.
pub(super) fn begin(request_id: &str, trace_id: &str) {
    let ids = format!(r#""request_id":{},"trace_id":{},"#, Value::from(request_id), Value::from(trace_id));
    *IDS.lock().unwrap_or_else(PoisonError::into_inner) = ids;
}

/// Adds the ids to each line; the subscriber passes a line in one call.
pub(super) struct Lines<W>(pub(super) W);

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let Some(fields) = line.strip_prefix(b"{") else { return self.0.write(line) };
        let ids = IDS.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.0.write_all(&[b"{", ids.as_bytes(), fields].concat())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_the_invocation_are_first_fields_of_every_line() {
        begin("a-1", "Root=1-\"2\"");
        let mut written = Vec::new();
        Lines(&mut written).write_all(br#"{"level":"WARN","message":"a tool failed"}"#).unwrap();
        let line: Value = serde_json::from_slice(&written).unwrap();
        let text = |name: &str| line.get(name).and_then(Value::as_str).unwrap();
        assert_eq!(
            ["request_id", "trace_id", "level", "message"].map(text),
            ["a-1", "Root=1-\"2\"", "WARN", "a tool failed"]
        );
    }
}
