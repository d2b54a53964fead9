//! One-time values with expiry: authorization codes and OAuth states.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const CAPACITY: usize = 200;
const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Values by key, each taken at most once.
pub struct OneTimeStore<T>(Mutex<VecDeque<(String, Duration, T)>>);

impl<T> Default for OneTimeStore<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> OneTimeStore<T> {
    /// Stores a value for ten minutes; drops the oldest at capacity.
    pub fn put(&self, key: String, value: T, now: Duration) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, now + LIFETIME, value));
        if kept.len() > CAPACITY {
            kept.pop_front();
        }
    }

    /// Removes a value; `None` if unknown or expired.
    pub fn take(&self, key: &str, now: Duration) -> Option<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(known, _, _)| known == key)?;
        let (_, end, value) = kept.remove(place)?;
        (now < end).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_time_value_is_taken_once_and_expires() {
        let (store, second) = (OneTimeStore::default(), Duration::from_secs(1));
        store.put("a".into(), 1, Duration::ZERO);
        assert_eq!(store.take("b", second), None);
        assert_eq!(store.take("a", second), Some(1));
        assert_eq!(store.take("a", second), None, "once");
        store.put("a".into(), 1, Duration::ZERO);
        assert_eq!(store.take("a", LIFETIME), None, "too late");
        for number in 0..=CAPACITY {
            store.put(number.to_string(), 1, Duration::ZERO);
        }
        assert_eq!((store.take("0", second), store.take("1", second)), (None, Some(1)), "the oldest went");
    }
}
