//! One-time values that expire: authorization codes and OAuth states.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::rates::household;

/// Maximum number of values per address, so that no single address can displace the values of others.
const MAX_OF_ADDRESS: usize = 200;
/// Maximum number of values in total.
const CAPACITY: usize = 10_000;
const LIFETIME: Duration = Duration::from_secs(10 * 60);

struct Stored<T> {
    key: String,
    address: String,
    end: Duration,
    value: T,
}

/// Values by key, each taken at most once.
pub struct OneTimeStore<T>(Mutex<VecDeque<Stored<T>>>);

impl<T> Default for OneTimeStore<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> OneTimeStore<T> {
    /// Stores a value for ten minutes. Drops the oldest value of the address if it has reached its maximum, and the
    /// oldest of all values at capacity.
    pub fn put(&self, key: String, value: T, address: IpAddr, now: Duration) {
        let mut stored = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stored.retain(|one| now < one.end);
        let address = household(address);
        if stored.iter().filter(|one| one.address == address).count() >= MAX_OF_ADDRESS {
            let oldest = stored.iter().position(|one| one.address == address);
            oldest.and_then(|place| stored.remove(place));
        }
        if stored.len() >= CAPACITY {
            stored.pop_front();
        }
        stored.push_back(Stored { key, address, end: now + LIFETIME, value });
    }

    /// Removes a value; `None` if unknown or expired.
    pub fn take(&self, key: &str, now: Duration) -> Option<T> {
        let mut stored = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = stored.iter().position(|one| one.key == key)?;
        let Stored { end, value, .. } = stored.remove(place)?;
        (now < end).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(number.into())
    }

    #[test]
    fn one_time_value_is_taken_once_and_expires() {
        let store = OneTimeStore::default();
        store.put("a".into(), 1, address(1), Duration::ZERO);
        assert_eq!(store.take("b", SECOND), None);
        assert_eq!(store.take("a", SECOND), Some(1));
        assert_eq!(store.take("a", SECOND), None, "once");
        store.put("a".into(), 1, address(1), Duration::ZERO);
        assert_eq!(store.take("a", LIFETIME), None, "too late");
    }

    #[test]
    fn one_address_drops_only_its_own_values() {
        let store = OneTimeStore::default();
        store.put("another's".into(), 1, address(2), Duration::ZERO);
        for number in 0..=MAX_OF_ADDRESS {
            store.put(number.to_string(), 1, address(1), Duration::ZERO);
        }
        let taken = ["0", "1", "another's"].map(|key| store.take(key, SECOND));
        assert_eq!(taken, [None, Some(1), Some(1)]);
    }

    #[test]
    fn values_of_many_addresses_are_bounded() {
        let store = OneTimeStore::default();
        for number in 0..=CAPACITY {
            store.put(number.to_string(), 1, address(number as u32), Duration::ZERO);
        }
        assert_eq!((store.take("0", SECOND), store.take("1", SECOND)), (None, Some(1)));
    }
}
