//! The promotional credits of a new member, once for an address and once for a member.

use std::collections::BTreeMap;
use std::future::Future;

use billing::ledger::{
    Credits, Failure, Grant, GrantType, Key, Lookups, Moment, Note, PROMOTIONAL_FOR, Refusal, RetryPolicy,
    Scope, Store, UserId, perform,
};

use crate::error::{AppError, PortError};
use crate::signed_token::KeyRing;

use super::list::account;

const PROMOTION: i64 = 10;
const NOTE: &str = "A present for new members";

/// The user pool's record of its users' e-mail addresses.
pub trait Addresses: Send + Sync {
    /// The e-mail address of the user with this name in the pool, who must have this `sub`; `None` where there is no such
    /// user, or the address is not verified.
    fn verified_address(
        &self,
        name: &str,
        sub: &str,
    ) -> impl Future<Output = Result<Option<String>, PortError>> + Send;
}

/// Gives a member the present, unless they or somebody with their address had it before. Again is no error.
///
/// # Errors
/// [`AppError::Busy`] or [`AppError::Internal`] where the ledger cannot be read or written.
pub async fn welcome(
    rows: &(impl Store + Lookups),
    ring: &KeyRing,
    member: &UserId,
    address: Option<&str>,
    now: Moment,
    retry: &mut impl RetryPolicy,
) -> Result<(), AppError> {
    let Some(address) = address else { return Ok(()) };
    // Whoever changes the address is no new member.
    let state = rows.read(&account(member)).await?;
    if state.grants.iter().any(|grant| grant.kind == GrantType::Promotional) {
        return Ok(());
    }
    let internal = |error: &dyn std::fmt::Display| AppError::Internal(error.to_string());
    let hash = ring.fingerprint(&format!("address\n{}", address.trim().to_lowercase()))?;
    let grant = Grant {
        member: member.clone(),
        key: Key::new(Scope::Grant, format!("promotion-{hash}")).map_err(|error| internal(&error))?,
        is_present: true,
        credits: Credits::new(PROMOTION).map_err(|error| internal(&error))?,
        lasts: PROMOTIONAL_FOR,
        note: Note::new(NOTE).map_err(|error| internal(&error))?,
        metadata: BTreeMap::new(),
    };
    match perform(rows, &grant, now, retry).await {
        // Another account of the same address has had them.
        Ok(_) | Err(Failure::Refused(Refusal::OtherBody)) => Ok(()),
        Err(Failure::Refused(refusal)) => Err(internal(&refusal)),
        Err(Failure::Store(error)) => Err(error.into()),
    }
}
