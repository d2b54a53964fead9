//! Rate limits per key, such as a caller or an address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Number of buckets from which on full buckets are dropped.
const MAX_REMEMBERED: usize = 10_000;

/// A token bucket per name: `per_second` permits on average, bursts of `at_once`.
pub struct Rates {
    per_second: f64,
    at_once: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    permits: f64,
    /// Time of the last update since 1970.
    then: Duration,
}

impl Rates {
    /// Creates full buckets.
    pub fn new(per_second: impl Into<f64>, at_once: u32) -> Self {
        Self { per_second: per_second.into(), at_once: at_once.into(), buckets: Mutex::default() }
    }

    /// Takes `cost` permits, or returns false and takes none. A cost above the burst size needs a full
    /// bucket.
    pub fn take(&self, name: &str, cost: u32, now: Duration) -> bool {
        let cost = f64::from(cost).min(self.at_once);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let full = Bucket { permits: self.at_once, then: now };
        let permits = self.refilled(buckets.get(name).copied().unwrap_or(full), now);
        if permits < cost {
            return false;
        }
        if buckets.len() >= MAX_REMEMBERED {
            buckets.retain(|_, bucket| self.refilled(*bucket, now) < self.at_once);
        }
        buckets.insert(name.to_owned(), Bucket { permits: permits - cost, then: now });
        true
    }

    fn refilled(&self, bucket: Bucket, now: Duration) -> f64 {
        let passed = now.saturating_sub(bucket.then).as_secs_f64();
        passed.mul_add(self.per_second, bucket.permits).min(self.at_once)
    }
}

/// Rate limit key of an address: the IPv4 address, or the /64 prefix of IPv6.
pub fn household(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => format!("address:{address}"),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("address:{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn limits_of_different_names_are_independent() {
        let rates = Rates::new(2, 5);
        assert!(rates.take("ana", 5, seconds(1)));
        assert!(!rates.take("ana", 1, seconds(1)));
        assert!(rates.take("ben", 5, seconds(1)));
        assert!(rates.take("ana", 2, seconds(2)));
        assert!(!rates.take("ana", 1, seconds(2)));
    }

    #[test]
    fn cost_above_burst_size_needs_a_full_bucket() {
        let rates = Rates::new(1, 5);
        assert!(rates.take("ana", 100, seconds(1)));
        assert!(!rates.take("ana", 100, seconds(5)));
        assert!(rates.take("ana", 100, seconds(6)));
    }

    #[test]
    fn clock_going_backwards_refills_nothing() {
        let rates = Rates::new(1, 1);
        assert!(rates.take("ana", 1, seconds(10)));
        assert!(!rates.take("ana", 1, seconds(9)));
    }

    #[test]
    fn full_buckets_are_dropped_above_the_limit() {
        let rates = Rates::new(1, 1);
        for number in 0..MAX_REMEMBERED {
            assert!(rates.take(&number.to_string(), 1, seconds(1)));
        }
        assert!(rates.take("ana", 1, seconds(2)));
        assert_eq!(rates.buckets.lock().map(|buckets| buckets.len()).ok(), Some(1));
    }

    #[test]
    fn ipv6_addresses_of_one_prefix_share_a_key() {
        let rows = [
            ("192.0.2.1", "address:192.0.2.1"),
            ("::ffff:192.0.2.1", "address:192.0.2.1"),
            ("2001:db8:1:2::1", "address:2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::9", "address:2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "address:2001:db8:1:3::/64"),
        ];
        for (address, expected) in rows {
            assert_eq!(address.parse().map(household).as_deref(), Ok(expected), "{address}");
        }
    }
}
