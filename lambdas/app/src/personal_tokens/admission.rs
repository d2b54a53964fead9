//! Verifies the tokens of programs, and limits their calls.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{PersonalTokens, Scope, TokenText};
use crate::caller::Caller;
use crate::error::AppError;
use crate::limits::{Counters, UseLimits, spend_token_call};
use crate::owners::{self, Owners, Purpose};
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use zest_core::{PortError, Timestamp};

const USE_PRECISION: Duration = Duration::from_secs(10 * 60);

/// Ports and settings of [`admit`].
#[derive(Debug)]
pub struct Admission<'a, Tokens, Names, Counts> {
    /// Personal tokens.
    pub tokens: &'a Tokens,
    /// Owner states.
    pub owners: &'a Names,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// A program that called with a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The member who created the token.
    pub member: Caller,
    /// Name of the token.
    pub name: String,
    scopes: BTreeSet<Scope>,
}

impl Program {
    /// Checks that the token has this scope.
    ///
    /// # Errors
    /// [`Refused::NoScope`] if the token lacks the scope.
    pub fn require(&self, scope: Scope) -> Result<(), Refused> {
        if self.scopes.contains(&scope) { Ok(()) } else { Err(Refused::NoScope(scope)) }
    }
}

/// Why a call is rejected.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// The token is missing, revoked or expired, or its account is deleted.
    NoToken,
    /// The token lacks this scope.
    NoScope(Scope),
    /// The rate limit is reached, or a service failed.
    Error(AppError),
}

impl From<AppError> for Refused {
    fn from(error: AppError) -> Self {
        Self::Error(error)
    }
}

impl From<PortError> for Refused {
    fn from(error: PortError) -> Self {
        Self::Error(error.into())
    }
}

/// Verifies a token, and counts the call per token and address.
///
/// # Errors
/// [`Refused::NoToken`]; [`Refused::Error`] if a limit is reached.
pub async fn admit(
    ports: &Admission<'_, impl PersonalTokens, impl Owners, impl Counters>,
    token: Option<&str>,
    now: Timestamp,
) -> Result<Program, Refused> {
    let hash = token.and_then(TokenText::parse).ok_or(Refused::NoToken)?.hash();
    let token = ports.tokens.find(&hash).await?.ok_or(Refused::NoToken)?;
    if token.is_expired(now) {
        return Err(Refused::NoToken);
    }
    let member = Caller::Member { user: token.owner, identity: None };
    let member = owners::admit(ports.owners, member, Purpose::Other).await?;
    if member == Caller::Anonymous {
        return Err(Refused::NoToken);
    }
    if let Some(limits) = ports.limits {
        spend_token_call(limits, ports.counters, ports.ring, hash.as_str(), ports.source, now).await?;
    }
    if token.used_at.is_none_or(|used| used.plus(USE_PRECISION) <= now) {
        ports.tokens.record_use(&hash, now).await?;
    }
    Ok(Program { member, name: token.name, scopes: token.scopes })
}
