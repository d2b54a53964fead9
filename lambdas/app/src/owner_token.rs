//! Owner tokens: [`signed_token`]s of purpose [`Purpose::Owner`], which identify their bearer to
//! fn-authorizer for 15 minutes. They are issued in IAM mode.

use std::time::Duration;

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::signed_token::{self, Holder, Issued, KeyRing, Purpose};
use crate::source_address::SourceAddress;
use zest_core::Timestamp;

/// Lifetime of a token.
pub const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// Maximum deviation of the timestamp that an anonymous caller sends.
const ANONYMOUS_WINDOW: Duration = Duration::from_secs(24 * 60 * 60);

/// Issues a token to a caller that was verified in IAM mode. In token mode, AppSync does not pass the
/// caller's address to resolvers, so limits use the address that requested the token.
pub fn issue(
    ring: &KeyRing,
    caller: &Caller,
    source: Option<&SourceAddress>,
    now: Timestamp,
) -> Result<Issued, AppError> {
    let (identity, user) = match caller {
        Caller::Guest { identity } => (identity, None),
        Caller::Member { user, identity: Some(identity) } => (identity, Some(user)),
        _ => return Err(AppError::Unauthorized),
    };
    signed_token::issue(ring, Purpose::Owner, &Holder { identity, user, source }, LIFETIME, now)
}

/// Content of a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// A valid owner token.
    Owner {
        /// Identity id that was verified when the token was issued.
        identity: OwnerId,
        /// `sub` of a member.
        user: Option<OwnerId>,
        /// Address that requested the token.
        source: Option<SourceAddress>,
        /// Remaining lifetime.
        remaining: Duration,
    },
    /// An anonymous caller, who sent a timestamp.
    Anonymous,
}

/// Verifies an owner token, or the timestamp of an anonymous caller (milliseconds since 1970).
pub fn verify(ring: &KeyRing, token: &str, now: Timestamp) -> Result<Verified, AppError> {
    if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()) {
        let claimed = Timestamp::from_millis(token.parse().map_err(|_| AppError::Unauthorized)?);
        let fresh = claimed <= now.plus(ANONYMOUS_WINDOW) && claimed >= now.minus(ANONYMOUS_WINDOW);
        return if fresh { Ok(Verified::Anonymous) } else { Err(AppError::Unauthorized) };
    }
    let token = signed_token::verify(ring, Purpose::Owner, token, now).ok_or(AppError::Unauthorized)?;
    let remaining = u64::try_from(token.expires_at.seconds() - now.seconds()).unwrap_or_default();
    Ok(Verified::Owner {
        identity: token.identity,
        user: token.user,
        source: token.source,
        remaining: Duration::from_secs(remaining),
    })
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
    fn token_is_valid_until_its_expiry() {
        let address = SourceAddress::parse("192.0.2.1");
        let issued = issue(&ring(&["k1"]), &guest(), address.as_ref(), at(0)).unwrap();
        assert_eq!(issued.expires_at, at(900));
        assert!(issued.token.len() < 1_000, "AppSync takes 2,048 characters");
        for (seconds, good) in
            [(0, true), (-59, true), (-62, false), (899, true), (900, false), (86_400, false)]
        {
            let verified = verify(&ring(&["k1"]), &issued.token, at(seconds));
            assert_eq!(verified.is_ok(), good, "{seconds} s after issue");
        }
        let Ok(Verified::Owner { identity, user, source, remaining }) =
            verify(&ring(&["k1"]), &issued.token, at(300))
        else {
            panic!("not an owner token")
        };
        assert_eq!((identity, user, source), (guest().canonical().unwrap(), None, address));
        assert_eq!(remaining, Duration::from_secs(600));
    }

    #[test]
    fn token_survives_one_key_rotation() {
        let issued = issue(&ring(&["k1"]), &guest(), None, at(0)).unwrap();
        assert!(verify(&ring(&["k2", "k1"]), &issued.token, at(1)).is_ok());
        assert!(verify(&ring(&["k3", "k2"]), &issued.token, at(1)).is_err());
        assert!(ring(&["k3", "k2"]).misses(&issued.token));
        assert!(!ring(&["k1"]).misses(&issued.token));
    }

    #[test]
    fn tampered_token_is_rejected() {
        let token = issue(&ring(&["k1"]), &guest(), None, at(0)).unwrap().token;
        for position in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // base64 requires that the two unused bits of the last digit are zero.
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
    fn timestamp_is_anonymous_only_while_fresh() {
        for (seconds, good) in [(0, true), (80_000, true), (-80_000, true), (90_000, false), (-90_000, false)]
        {
            let token = at(seconds).millis().to_string();
            assert_eq!(verify(&ring(&["k1"]), &token, at(0)).is_ok(), good, "{seconds}");
        }
        assert!(verify(&ring(&["k1"]), &"9".repeat(30), at(0)).is_err());
    }

    #[test]
    fn token_is_issued_only_to_a_verified_identity() {
        let ring = ring(&["k1"]);
        let user = OwnerId::new("sub");
        for caller in [
            Caller::Anonymous,
            Caller::Member { user: user.clone(), identity: None },
            Caller::Bearer { identity: user.clone(), user: None },
        ] {
            assert_eq!(issue(&ring, &caller, None, at(0)), Err(AppError::Unauthorized));
        }
    }
}
