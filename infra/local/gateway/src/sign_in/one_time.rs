//! Values that are good once and for a few minutes: authorization codes and the state of a sign-in.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Nobody signs in so often on one machine; the oldest goes first.
const CAPACITY: usize = 200;
const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Values by their keys, each taken once.
pub struct OneTimeStore<T>(Mutex<VecDeque<(String, Duration, T)>>);

impl<T> Default for OneTimeStore<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> OneTimeStore<T> {
    /// Keeps a value for ten minutes; the oldest goes when there are too many.
    pub fn put(&self, key: String, value: T, now: Duration) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, now + LIFETIME, value));
        if kept.len() > CAPACITY {
            kept.pop_front();
        }
    }

    /// Takes a value, unless it has waited too long.
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
    fn a_value_is_had_once_and_not_for_ever() {
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
