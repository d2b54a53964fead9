//! Promotional credits for new members, once per email address and member.

use std::collections::BTreeMap;
use std::future::Future;

use billing::ledger::{
    Credits, Failure, Grant, GrantType, Key, Lookups, Note, PROMOTIONAL_FOR, Refusal, RetryPolicy, Scope,
    Store, UserId, perform,
};
use zest_core::{PortError, Timestamp};

use crate::error::AppError;
use crate::signed_token::KeyRing;

use super::list::account;

const PROMOTION: i64 = 10;
const NOTE: &str = "A present for new members";

/// Port to the email addresses of the user pool.
pub trait Addresses: Send + Sync {
    /// Verified email address of the user with this name and `sub`, if any.
    fn verified_address(
        &self,
        name: &str,
        sub: &str,
    ) -> impl Future<Output = Result<Option<String>, PortError>> + Send;
}

/// Grants the promotion, unless the member or the email address already had it. Idempotent.
pub async fn welcome(
    rows: &(impl Store + Lookups),
    ring: &KeyRing,
    member: &UserId,
    address: Option<&str>,
    now: Timestamp,
    retry: &mut impl RetryPolicy,
) -> Result<(), AppError> {
    let Some(address) = address else { return Ok(()) };
    // A member who changes the address gets no second promotion.
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
        // Another account with the same address already had the promotion.
        Ok(_) | Err(Failure::Refused(Refusal::OtherBody)) => Ok(()),
        Err(Failure::Refused(refusal)) => Err(internal(&refusal)),
        Err(Failure::Store(error)) => Err(error.into()),
    }
}
