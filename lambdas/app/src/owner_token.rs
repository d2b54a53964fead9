//! The owner token: for 15 minutes it proves who its bearer is to fn-authorizer.
//!
//! A token that a browser makes up proves nothing, so it is issued in IAM mode, where AppSync has verified the
//! identity: `v1.<kid>.<payload>.<mac>`, base64url without padding, HMAC-SHA256 over everything before the last
//! dot. It is never shaped like a JWT, which AppSync would take for a user pool's.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::timestamp::Timestamp;

/// How long a token is good.
pub const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// A moment may lie this far ahead of our clock.
const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// How old the timestamp of an anonymous caller may be.
const ANONYMOUS_WINDOW: Duration = Duration::from_secs(24 * 60 * 60);

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
    /// Reads `{"kid","key","previousKid"?,"previousKey"?}`.
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

    /// Whether a token names a key that is not in the ring: then the ring may be out of date.
    #[must_use]
    pub fn misses(&self, token: &str) -> bool {
        let mut parts = token.split('.');
        parts.next() == Some("v1") && parts.next().is_some_and(|kid| self.0.iter().all(|key| key.kid != kid))
    }
}

/// What a token is for. A token of one purpose is worth nothing for another.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Purpose {
    Owner,
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

/// Issues a token to a caller whom AppSync has verified in IAM mode.
///
/// # Errors
/// [`AppError::Unauthorized`] for any caller without a verified identity id.
pub fn issue(ring: &KeyRing, caller: &Caller, now: Timestamp) -> Result<Issued, AppError> {
    let (identity, user) = match caller {
        Caller::Guest { identity } => (identity.clone(), None),
        Caller::Member { user, identity: Some(identity) } => (identity.clone(), Some(user.clone())),
        _ => return Err(AppError::Unauthorized),
    };
    let expires_at = Timestamp::from_millis(now.plus(LIFETIME).seconds() * 1000);
    let payload = Payload {
        purpose: Purpose::Owner,
        identity,
        user,
        issued: now.seconds(),
        expires: expires_at.seconds(),
    };
    let key = ring.0.first().ok_or_else(|| AppError::Internal("no token key".into()))?;
    let json = serde_json::to_vec(&payload).map_err(|error| AppError::Internal(error.to_string()))?;
    let signed = format!("v1.{}.{}", key.kid, URL_SAFE_NO_PAD.encode(json));
    let mac = URL_SAFE_NO_PAD.encode(mac_of(key, &signed)?.finalize().into_bytes());
    Ok(Issued { token: format!("{signed}.{mac}"), expires_at })
}

/// What a token says, once verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// An owner token.
    Owner {
        /// The identity id.
        identity: OwnerId,
        /// The `sub`, for a member.
        user: Option<OwnerId>,
        /// How long the token is still good.
        remaining: Duration,
    },
    /// A bare timestamp: the caller claims nothing.
    Anonymous,
}

/// Verifies a token: an owner token of ours, or the timestamp (milliseconds since 1970) of an anonymous caller.
///
/// # Errors
/// [`AppError::Unauthorized`] for anything else; it does not say what was wrong.
pub fn verify(ring: &KeyRing, token: &str, now: Timestamp) -> Result<Verified, AppError> {
    if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()) {
        let claimed = Timestamp::from_millis(token.parse().map_err(|_| AppError::Unauthorized)?);
        let fresh = claimed <= now.plus(ANONYMOUS_WINDOW) && claimed >= now.minus(ANONYMOUS_WINDOW);
        return if fresh { Ok(Verified::Anonymous) } else { Err(AppError::Unauthorized) };
    }
    verify_owner(ring, token, now).ok_or(AppError::Unauthorized)
}

fn verify_owner(ring: &KeyRing, token: &str, now: Timestamp) -> Option<Verified> {
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
    if payload.purpose != Purpose::Owner || issued_in_future || payload.expires <= now.seconds() {
        return None;
    }
    let remaining = u64::try_from(payload.expires - now.seconds()).ok()?;
    Some(Verified::Owner {
        identity: payload.identity,
        user: payload.user,
        remaining: Duration::from_secs(remaining),
    })
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

    const NOW: i64 = 1_795_246_680_000;

    fn ring(kids: &[&str]) -> KeyRing {
        let key = |kid: &str| format!("{kid}-{}", "k".repeat(40));
        let json = match kids {
            [one] => serde_json::json!({ "kid": one, "key": key(one) }),
            [one, two, ..] => {
                serde_json::json!({ "kid": one, "key": key(one), "previousKid": two, "previousKey": key(two) })
            }
            [] => serde_json::json!({}),
        };
        KeyRing::from_json(&json.to_string()).unwrap()
    }

    fn guest() -> Caller {
        Caller::Guest { identity: OwnerId::new("us-east-1:1f0e4bd8-0000-4000-8000-123456789abc") }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(NOW + seconds * 1000)
    }

    #[test]
    fn a_token_proves_its_bearer_until_it_expires_and_not_a_second_longer() {
        let issued = issue(&ring(&["k1"]), &guest(), at(0)).unwrap();
        assert_eq!(issued.expires_at, at(900));
        assert!(issued.token.len() < 1_000, "AppSync takes 2,048 characters");
        for (seconds, good) in
            [(0, true), (-59, true), (-62, false), (899, true), (900, false), (86_400, false)]
        {
            let verified = verify(&ring(&["k1"]), &issued.token, at(seconds));
            assert_eq!(verified.is_ok(), good, "{seconds} s after issue");
        }
        let Ok(Verified::Owner { identity, user, remaining }) =
            verify(&ring(&["k1"]), &issued.token, at(300))
        else {
            panic!("not an owner token")
        };
        assert_eq!((identity, user), (guest().canonical().unwrap(), None));
        assert_eq!(remaining, Duration::from_secs(600));
    }

    #[test]
    fn a_token_survives_one_change_of_keys() {
        let issued = issue(&ring(&["k1"]), &guest(), at(0)).unwrap();
        assert!(verify(&ring(&["k2", "k1"]), &issued.token, at(1)).is_ok());
        assert!(verify(&ring(&["k3", "k2"]), &issued.token, at(1)).is_err());
        assert!(ring(&["k3", "k2"]).misses(&issued.token));
        assert!(!ring(&["k1"]).misses(&issued.token));
    }

    #[test]
    fn whatever_is_changed_in_a_token_it_is_refused() {
        let token = issue(&ring(&["k1"]), &guest(), at(0)).unwrap().token;
        for position in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // The last digit of the mac carries two bits that base64 ignores only if they are zero.
            assert!(verify(&ring(&["k1"]), &changed, at(1)).is_err(), "position {position}");
        }
        for made_up in [
            "",
            ".",
            "v1",
            "v1.k1.e30.",
            "v1.k1..",
            "v1.k1.e30.AAAA",
            "eyJhbGciOiJub25lIn0.e30.",
            "v1.k1.a.b.c",
        ] {
            assert!(verify(&ring(&["k1"]), made_up, at(1)).is_err(), "{made_up}");
        }
        assert!(verify(&ring(&["k1"]), &format!("{token}{}", "A".repeat(4)), at(1)).is_err());
    }

    #[test]
    fn a_bare_timestamp_is_anonymous_only_while_it_is_fresh() {
        for (seconds, good) in [(0, true), (80_000, true), (-80_000, true), (90_000, false), (-90_000, false)]
        {
            let token = at(seconds).millis().to_string();
            assert_eq!(verify(&ring(&["k1"]), &token, at(0)).is_ok(), good, "{seconds}");
        }
        assert!(verify(&ring(&["k1"]), &"9".repeat(30), at(0)).is_err());
    }

    #[test]
    fn only_a_verified_identity_is_given_a_token() {
        let ring = ring(&["k1"]);
        let user = OwnerId::new("sub");
        for caller in [
            Caller::Anonymous,
            Caller::Publisher,
            Caller::Member { user: user.clone(), identity: None },
            Caller::Bearer { identity: user.clone(), user: None },
        ] {
            assert_eq!(issue(&ring, &caller, at(0)), Err(AppError::Unauthorized));
        }
    }

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
