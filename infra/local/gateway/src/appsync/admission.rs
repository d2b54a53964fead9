//! What callers and addresses may spend: while it is not known who calls, and once it is.
//!
//! To verify a request costs work, too: a large query is parsed and its signature is reckoned. That is counted for the
//! credential that the request shows, if it was verified lately, else for the address that the request comes from, apart from
//! what verified callers of that address spend.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::caller::Caller;
use super::error::Refusal;
use crate::config::Limits;
use crate::rates::{Rates, household};

/// So many bytes of a request that is not verified yet cost as much as a resolver.
const BYTES_PER_PERMIT: usize = 8 * 1024;
/// How long a credential counts as known after it was verified.
const KNOWN_FOR: Duration = Duration::from_secs(3600);
/// Credentials beyond this many count for their address until others are forgotten.
const MAX_KNOWN: usize = 10_000;

/// The rates of callers and addresses, and the credentials that were verified lately.
pub struct Admission {
    callers: Rates,
    addresses: Rates,
    credentials: Rates,
    strangers: Rates,
    known: Mutex<HashMap<String, Known>>,
}

struct Known {
    since: Duration,
    is_ours: bool,
}

impl Admission {
    /// Nobody has spent anything, and nobody is known.
    pub fn new(limits: &Limits) -> Self {
        Self {
            callers: Rates::new(limits.caller_per_second, limits.caller_at_once),
            addresses: Rates::new(limits.address_per_second, limits.address_at_once),
            credentials: Rates::new(limits.caller_per_second, limits.caller_at_once),
            strangers: Rates::new(limits.address_per_second, limits.address_at_once),
            known: Mutex::default(),
        }
    }

    /// Counts a request of so many bytes before it is verified. Our own functions' requests are not counted.
    pub fn present(
        &self,
        credential: &str,
        address: IpAddr,
        bytes: usize,
        now: Duration,
    ) -> Result<(), Refusal> {
        let cost = u32::try_from(1 + bytes / BYTES_PER_PERMIT).unwrap_or(u32::MAX);
        let name = hashed(credential);
        let is_ours = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(&name).filter(|known| known.is_fresh(now)).map(|known| known.is_ours)
        };
        let is_left = match is_ours {
            Some(true) => true,
            Some(false) => self.credentials.take(&name, cost, now),
            None => self.strangers.take(&household(address), cost, now),
        };
        if is_left { Ok(()) } else { Err(Refusal::throttled()) }
    }

    /// Remembers that a credential is good, and whether it is one of our own functions'.
    pub fn verified(&self, credential: &str, caller: &Caller, now: Duration) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.retain(|_, known| known.is_fresh(now));
        }
        if known.len() < MAX_KNOWN {
            known.insert(hashed(credential), Known { since: now, is_ours: caller.is_ours() });
        }
    }

    /// Counts what a verified request costs, for its caller and for the address that it comes from.
    pub fn spend(&self, caller: &Caller, address: IpAddr, cost: u32, now: Duration) -> Result<(), Refusal> {
        let is_left = caller.is_ours()
            || (self.callers.take(&caller.account(address).name, cost, now)
                && self.addresses.take(&household(address), cost, now));
        if is_left { Ok(()) } else { Err(Refusal::throttled()) }
    }
}

impl Known {
    fn is_fresh(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) < KNOWN_FOR
    }
}

/// A credential's name among the buckets; tokens themselves are not kept.
fn hashed(credential: &str) -> String {
    let mut hasher = DefaultHasher::new();
    credential.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
