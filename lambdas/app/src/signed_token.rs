//! Signed tokens: owner tokens and claims, which only we can have issued.
//!
//! `v1.<kid>.<payload>.<mac>`, base64url without padding, HMAC-SHA256 over everything before the last dot. They are
//! never shaped like a JWT, which AppSync would take for a user pool's. Each has a [`Purpose`], and is worth nothing
//! for another.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::error::AppError;
use crate::ids::OwnerId;
use crate::timestamp::Timestamp;

/// A moment may lie this far ahead of our clock.
const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// A key with which tokens are signed. `Debug` hides it.
#[derive(Clone)]
pub struct SigningKey {
    /// Its public name, in every token that it signs.
    pub kid: String,
    secret: Vec<u8>,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey").field("kid", &self.kid).finish_non_exhaustive()
    }
}

/// The keys in force: the first signs, all verify. Two at a time while one replaces the other.
#[derive(Clone, Debug)]
pub struct KeyRing(Vec<SigningKey>);

/// The secret as Secrets Manager keeps it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredKeys {
    kid: String,
    key: String,
    previous_kid: Option<String>,
    previous_key: Option<String>,
}

impl KeyRing {
    /// Reads the secret `{"kid","key","previousKid"?,"previousKey"?}`, whose key of now comes first.
    ///
    /// # Errors
    /// [`AppError::Internal`] when the secret is not of this form or a key has fewer than 32 characters.
    pub fn from_json(secret: &str) -> Result<Self, AppError> {
        // serde_json's message could quote the secret, so it is not passed on.
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

    /// A keyed hash: 64 hexadecimal digits, the same for the same text while the key is, from which nobody without the key
    /// learns the text.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a ring without keys.
    pub fn fingerprint(&self, text: &str) -> Result<String, AppError> {
        let key = self.0.first().ok_or_else(|| AppError::Internal("there are no token keys".to_owned()))?;
        // No token begins like this, so that none of them is signed by it.
        let mac = mac_of(key, &format!("fingerprint\n{text}"))?.finalize().into_bytes();
        Ok(mac.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Whether a token names a key that is not in the ring: then the ring may be out of date.
    #[must_use]
    pub fn misses(&self, token: &str) -> bool {
        let mut parts = token.split('.');
        parts.next() == Some("v1") && parts.next().is_some_and(|kid| self.0.iter().all(|key| key.kid != kid))
    }
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Who its bearer is: the token of the Lambda authorization mode.
    Owner,
    /// That its bearer was this guest: whoever signs in with it takes the guest's recipes along.
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
    /// Issued, seconds since 1970.
    #[serde(rename = "t")]
    issued: i64,
    /// Expires, seconds since 1970.
    #[serde(rename = "e")]
    expires: i64,
}

/// A token and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// To be sent as the token of the Lambda authorization mode.
    pub token: String,
    /// From then on it is refused.
    pub expires_at: Timestamp,
}

/// What a token says, once it is known to be ours, of the right purpose and in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedToken {
    /// The identity id that AppSync had verified.
    pub identity: OwnerId,
    /// The `sub`, for a member.
    pub user: Option<OwnerId>,
    /// From then on it is refused.
    pub expires_at: Timestamp,
}

pub(crate) fn issue(
    ring: &KeyRing,
    purpose: Purpose,
    identity: &OwnerId,
    user: Option<&OwnerId>,
    lifetime: Duration,
    now: Timestamp,
) -> Result<Issued, AppError> {
    let expires_at = Timestamp::from_millis(now.plus(lifetime).seconds() * 1000);
    let payload = Payload {
        purpose,
        identity: identity.clone(),
        user: user.cloned(),
        issued: now.seconds(),
        expires: expires_at.seconds(),
    };
    let key = ring.0.first().ok_or_else(|| AppError::Internal("no token key".into()))?;
    let json = serde_json::to_vec(&payload).map_err(|error| AppError::Internal(error.to_string()))?;
    let signed = format!("v1.{}.{}", key.kid, URL_SAFE_NO_PAD.encode(json));
    let mac = URL_SAFE_NO_PAD.encode(mac_of(key, &signed)?.finalize().into_bytes());
    Ok(Issued { token: format!("{signed}.{mac}"), expires_at })
}

/// `None` for a text that is not ours, of another purpose or out of force: which of these is not told.
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
    Some(VerifiedToken { identity: payload.identity, user: payload.user, expires_at })
}

fn mac_of(key: &SigningKey, signed: &str) -> Result<Hmac<Sha256>, AppError> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(&key.secret).map_err(|error| AppError::Internal(error.to_string()))?;
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
