use zest_core::Timestamp;

/// Clock port.
pub trait Clock: Sync {
    /// Current time; monotonic within a turn.
    fn now(&self) -> Timestamp;
}
