//! Rate limits per caller and source address.
//!
//! Before authentication, a request is charged to its credential if that was verified recently, otherwise to
//! its address.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::caller::Caller;
use super::error::Refusal;
use crate::config::Limits;
use crate::rates::{Rates, household};

/// Body bytes of an unverified request that cost one permit, in addition to one permit per request.
const BYTES_PER_PERMIT: usize = 8 * 1024;
/// How long a verified credential is remembered.
const KNOWN_FOR: Duration = Duration::from_secs(3600);
/// Maximum number of remembered credentials; any others are charged to their address.
const MAX_KNOWN: usize = 10_000;

/// Rate limits of callers and addresses, and recently verified credentials.
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
    /// Creates full limits without known credentials.
    pub fn new(limits: &Limits) -> Self {
        Self {
            callers: Rates::new(limits.caller_per_second, limits.caller_at_once),
            addresses: Rates::new(limits.address_per_second, limits.address_at_once),
            credentials: Rates::new(limits.caller_per_second, limits.caller_at_once),
            strangers: Rates::new(limits.address_per_second, limits.address_at_once),
            known: Mutex::default(),
        }
    }

    /// Charges an unverified request of `bytes` bytes. Function roles are exempt.
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

    /// Remembers a verified credential and whether it belongs to a function role.
    pub fn verified(&self, credential: &str, caller: &Caller, now: Duration) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.retain(|_, known| known.is_fresh(now));
        }
        if known.len() < MAX_KNOWN {
            known.insert(hashed(credential), Known { since: now, is_ours: caller.is_ours() });
        }
    }

    /// Charges a verified request to its caller and its address. Function roles are exempt.
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

fn hashed(credential: &str) -> String {
    let mut hasher = DefaultHasher::new();
    credential.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
