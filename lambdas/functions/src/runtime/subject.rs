use serde::Deserialize;

/// Describes an event for the log.
pub trait Subject {
    /// Ids and kinds of events; no content, tokens or personal data.
    fn subject(&self) -> String;
}

impl Subject for app::job::Job {
    fn subject(&self) -> String {
        self.execution_name()
    }
}

/// A batch of DynamoDB stream records.
#[derive(Debug, Deserialize)]
pub struct StreamBatch<Record> {
    /// Records in write order.
    #[serde(rename = "Records")]
    pub records: Vec<Record>,
}

impl<Record> Subject for StreamBatch<Record> {
    fn subject(&self) -> String {
        format!("{} records", self.records.len())
    }
}
