//! Signed tokens: owner tokens and claims.
//!
//! Format: `v1.<kid>.<payload>.<mac>`, base64url without padding; the MAC is HMAC-SHA256 of everything before
//! the last dot. Not a JWT, because AppSync would treat that as a user pool token.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::error::AppError;
use crate::ids::OwnerId;
use crate::source_address::SourceAddress;
use zest_core::Timestamp;

const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// Signing key. `Debug` hides it.
#[derive(Clone)]
pub struct SigningKey {
    /// Key id, which is part of every token that the key signs.
    pub kid: String,
    secret: Vec<u8>,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey").field("kid", &self.kid).finish_non_exhaustive()
    }
}

/// Current keys. The first one signs; all of them verify. There are two during a rotation.
#[derive(Clone, Debug)]
pub struct KeyRing(Vec<SigningKey>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredKeys {
    kid: String,
    key: String,
    previous_kid: Option<String>,
    previous_key: Option<String>,
}

impl KeyRing {
    /// Parses the secret `{"kid","key","previousKid"?,"previousKey"?}`. Keys need at least 32 characters.
    pub fn from_json(secret: &str) -> Result<Self, AppError> {
        // The error message of serde_json could contain the secret.
        let stored: StoredKeys = serde_json::from_str(secret)
            .map_err(|_| AppError::Internal("token keys are malformed".into()))?;
        let previous = stored.previous_kid.zip(stored.previous_key);
        let keys: Vec<_> = std::iter::once((stored.kid, stored.key))
            .chain(previous)
            .map(|(kid, key)| SigningKey { kid, secret: key.into_bytes() })
            .collect();
        if keys.iter().any(|key| key.secret.len() < 32 || key.kid.is_empty() || key.kid.contains('.')) {
            return Err(AppError::Internal("token keys are too short or badly named".into()));
        }
        Ok(Self(keys))
    }

    /// HMAC of a text as 64 hexadecimal digits.
    pub fn fingerprint(&self, text: &str) -> Result<String, AppError> {
        let key = self.0.first().ok_or_else(|| AppError::Internal("there are no token keys".to_owned()))?;
        // The prefix separates fingerprints from token signatures.
        let mac = mac_of(key, &format!("fingerprint\n{text}"))?.finalize().into_bytes();
        Ok(hex::encode(mac))
    }

    /// Whether the token's key id is unknown: the ring may be outdated.
    #[must_use]
    pub fn misses(&self, token: &str) -> bool {
        let mut parts = token.split('.');
        parts.next() == Some("v1") && parts.next().is_some_and(|kid| self.0.iter().all(|key| key.kid != kid))
    }
}

/// Purpose of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Identifies its bearer in the Lambda authorization mode.
    Owner,
    /// Proves that its bearer was this guest. A member can then claim the guest's recipes.
    Claim,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    #[serde(rename = "p")]
    purpose: Purpose,
    #[serde(rename = "i")]
    identity: OwnerId,
    #[serde(rename = "u", skip_serializing_if = "Option::is_none")]
    user: Option<OwnerId>,
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    source: Option<SourceAddress>,
    #[serde(rename = "t")]
    issued: i64,
    #[serde(rename = "e")]
    expires: i64,
}

/// An issued token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// Token text.
    pub token: String,
    /// Time from which the token is invalid.
    pub expires_at: Timestamp,
}

/// Content of a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedToken {
    /// Identity id, verified by AppSync.
    pub identity: OwnerId,
    /// `sub` of a member.
    pub user: Option<OwnerId>,
    /// Address that requested the token.
    pub source: Option<SourceAddress>,
    /// Time from which the token is invalid.
    pub expires_at: Timestamp,
}

pub(crate) struct Holder<'a> {
    pub(crate) identity: &'a OwnerId,
    pub(crate) user: Option<&'a OwnerId>,
    pub(crate) source: Option<&'a SourceAddress>,
}

pub(crate) fn issue(
    ring: &KeyRing,
    purpose: Purpose,
    holder: &Holder<'_>,
    lifetime: Duration,
    now: Timestamp,
) -> Result<Issued, AppError> {
    let expires_at = Timestamp::from_millis(now.plus(lifetime).seconds() * 1000);
    let payload = Payload {
        purpose,
        identity: holder.identity.clone(),
        user: holder.user.cloned(),
        source: holder.source.cloned(),
        issued: now.seconds(),
        expires: expires_at.seconds(),
    };
    let key = ring.0.first().ok_or_else(|| AppError::Internal("no token key".into()))?;
    let json = serde_json::to_vec(&payload).map_err(|error| AppError::internal(&error))?;
    let signed = format!("v1.{}.{}", key.kid, URL_SAFE_NO_PAD.encode(json));
    let mac = URL_SAFE_NO_PAD.encode(mac_of(key, &signed)?.finalize().into_bytes());
    Ok(Issued { token: format!("{signed}.{mac}"), expires_at })
}

/// Verifies a token; `None` if it is invalid, expired, or has another purpose.
pub(crate) fn verify(ring: &KeyRing, purpose: Purpose, token: &str, now: Timestamp) -> Option<VerifiedToken> {
    let (signed, mac) = token.rsplit_once('.')?;
    let mut parts = signed.split('.');
    let (version, kid, payload) = (parts.next()?, parts.next()?, parts.next()?);
    if version != "v1" || parts.next().is_some() {
        return None;
    }
    let key = ring.0.iter().find(|key| key.kid == kid)?;
    let mac = URL_SAFE_NO_PAD.decode(mac).ok()?;
    // Compares in constant time.
    mac_of(key, signed).ok()?.verify_slice(&mac).ok()?;
    let payload: Payload = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()?;
    let issued_in_future = payload.issued > now.plus(CLOCK_SKEW).seconds();
    if payload.purpose != purpose || issued_in_future || payload.expires <= now.seconds() {
        return None;
    }
    let expires_at = Timestamp::from_millis(payload.expires * 1000);
    let Payload { identity, user, source, .. } = payload;
    Some(VerifiedToken { identity, user, source, expires_at })
}

fn mac_of(key: &SigningKey, signed: &str) -> Result<Hmac<Sha256>, AppError> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.secret).map_err(|error| AppError::internal(&error))?;
    mac.update(signed.as_bytes());
    Ok(mac)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_or_malformed_keys_are_refused_without_showing_them() {
        for secret in [
            "",
            "{}",
            r#"{"kid":"k","key":"short-secret"}"#,
            r#"{"kid":"a.b","key":"0123456789012345678901234567890123"}"#,
        ] {
            let error = KeyRing::from_json(secret).unwrap_err().to_string();
            assert!(!error.contains("short-secret"));
        }
    }
}
