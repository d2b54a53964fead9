//! What the log says of an event.

use serde::Deserialize;

/// What an event is about, for the log: a recipe's id or a field's name, never content, tokens or people.
pub trait Subject {
    /// Which work an event is about, in a few words for the log: ids and kinds, never content or people.
    fn subject(&self) -> String;
}

impl Subject for app::job::Job {
    fn subject(&self) -> String {
        self.execution_name()
    }
}

/// The event of a table's stream: a batch of records, at most as many as the event source mapping allows.
#[derive(Debug, Deserialize)]
pub struct StreamBatch<Record> {
    /// In the order of the writes.
    #[serde(rename = "Records")]
    pub records: Vec<Record>,
}

impl<Record> Subject for StreamBatch<Record> {
    fn subject(&self) -> String {
        format!("{} records", self.records.len())
    }
}
