use std::collections::BTreeSet;
use std::time::Duration;

use serde::Deserialize;

use super::{Kept, PersonalToken, PersonalTokens, Scope, TokenText};
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::refusal::Refusal;
use zest_core::{RecipeId, Timestamp};

const LONGEST_NAME: usize = 60;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const LONGEST_DAYS: u32 = 366;

/// Request for a new token.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateToken {
    /// Name, 1 to 60 characters.
    pub name: String,
    /// Allowed uses, at least one.
    pub scopes: BTreeSet<Scope>,
    /// Lifetime of 1 to 366 days; `None` for a token that does not expire.
    #[serde(default)]
    pub expires_in_days: Option<u32>,
}

/// Result of creating a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// The token is stored. Its text is not available later.
    Token(PersonalToken),
    /// The member has the maximum number of tokens.
    Full,
}

/// Creates a token of this member.
///
/// # Errors
/// [`AppError::InvalidInput`]; [`AppError::Unauthorized`] while the account is being deleted.
pub async fn create(
    store: &impl PersonalTokens,
    owner: OwnerId,
    input: CreateToken,
    id: RecipeId,
    text: &TokenText,
    now: Timestamp,
) -> Result<Created, AppError> {
    let token = input.checked(owner, id, now)?;
    match store.keep(&text.hash(), &token).await? {
        Kept::Stored => Ok(Created::Token(token)),
        Kept::Full => Ok(Created::Full),
        Kept::Ended => Err(AppError::Unauthorized),
    }
}

/// The member's tokens, oldest first.
pub async fn list(store: &impl PersonalTokens, owner: &OwnerId) -> Result<Vec<PersonalToken>, AppError> {
    Ok(store.list(owner).await?)
}

/// Revokes a token immediately; `false` if the member has no such token.
///
/// # Errors
/// [`AppError::InvalidInput`] for a malformed id.
pub async fn revoke(store: &impl PersonalTokens, owner: &OwnerId, id: &str) -> Result<bool, AppError> {
    Ok(store.remove(owner, &RecipeId::parse(id)?).await?)
}

impl CreateToken {
    fn checked(self, owner: OwnerId, id: RecipeId, now: Timestamp) -> Result<PersonalToken, AppError> {
        let refused = |refusal| Err(AppError::InvalidInput(refusal));
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return refused(Refusal::TokenName);
        }
        if self.scopes.is_empty() {
            return refused(Refusal::TokenScopes);
        }
        if self.expires_in_days.is_some_and(|days| days == 0 || days > LONGEST_DAYS) {
            return refused(Refusal::TokenLifetime);
        }
        Ok(PersonalToken {
            id,
            owner,
            name: name.to_owned(),
            scopes: self.scopes,
            created_at: now,
            expires_at: self.expires_in_days.map(|days| now.plus(DAY.saturating_mul(days))),
            used_at: None,
        })
    }
}
