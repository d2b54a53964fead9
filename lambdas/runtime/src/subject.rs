//! What the log says of an event.

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
