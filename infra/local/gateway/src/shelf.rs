//! What is remembered for a few minutes, until it is asked for once.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Nobody signs in so often on one machine; the oldest goes first.
const ROOM: usize = 200;
const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Values by their keys, each good for one look.
pub struct Shelf<T>(Mutex<VecDeque<(String, Duration, T)>>);

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Shelf<T> {
    /// Keeps a value.
    pub fn put(&self, key: String, value: T, now: Duration) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, now + LIFETIME, value));
        if kept.len() > ROOM {
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
        let (shelf, second) = (Shelf::default(), Duration::from_secs(1));
        shelf.put("a".into(), 1, Duration::ZERO);
        assert_eq!(shelf.take("b", second), None);
        assert_eq!(shelf.take("a", second), Some(1));
        assert_eq!(shelf.take("a", second), None, "once");
        shelf.put("a".into(), 1, Duration::ZERO);
        assert_eq!(shelf.take("a", LIFETIME), None, "too late");
        for number in 0..=ROOM {
            shelf.put(number.to_string(), 1, Duration::ZERO);
        }
        assert_eq!((shelf.take("0", second), shelf.take("1", second)), (None, Some(1)), "the oldest went");
    }
}
