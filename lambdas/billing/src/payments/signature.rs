//! Verifies `Stripe-Signature`; see https://docs.stripe.com/webhooks/signature.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Maximum size of an event, in bytes; real ones have a few thousand.
pub const LARGEST_BODY: usize = 64 * 1024;
/// Maximum clock difference in seconds, Stripe's default.
pub const TOLERANCE: i64 = 300;
/// Maximum header length and number of signatures; two are normal during secret rotation.
const LONGEST_HEADER: usize = 2_000;
const MAX_SIGNATURES: usize = 10;

/// A webhook signing secret; never logged.
#[derive(Clone)]
pub struct WebhookSecret(Vec<u8>);

impl WebhookSecret {
    /// Parses `whsec_…`; `None` for other or short texts, so that an empty secret is never valid.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        text.strip_prefix("whsec_").filter(|rest| rest.len() >= 16)?;
        Some(Self(text.as_bytes().to_vec()))
    }
}

impl std::fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

/// Why an event is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// No `Stripe-Signature` header.
    #[error("The request has no signature.")]
    Unsigned,
    /// The header does not have exactly one timestamp, or has no signature.
    #[error("The signature can't be read.")]
    Unreadable,
    /// The timestamp is too old or in the future: a replay or wrong clock.
    #[error("The signature is too old or too new.")]
    Stale,
    /// No signature matches: forged, modified, or for another account.
    #[error("The signature does not fit.")]
    Forged,
    /// The body has more than [`LARGEST_BODY`] bytes.
    #[error("The event is too large.")]
    TooLarge,
}

/// Verifies an event's signature over its raw bytes with any of `secrets`; `now` is in seconds since 1970.
/// One matching `v1` signature is enough; other schemes are ignored.
///
/// # Errors
/// [`SignatureError`]. The timestamp is checked before the signature.
pub fn verify(
    body: &[u8],
    header: Option<&str>,
    secrets: &[WebhookSecret],
    now: i64,
) -> Result<(), SignatureError> {
    if body.len() > LARGEST_BODY {
        return Err(SignatureError::TooLarge);
    }
    let header = header.ok_or(SignatureError::Unsigned)?;
    let (at, signatures) = parts(header).ok_or(SignatureError::Unreadable)?;
    let seconds: i64 = at.parse().map_err(|_| SignatureError::Unreadable)?;
    if seconds.abs_diff(now) > TOLERANCE.unsigned_abs() {
        return Err(SignatureError::Stale);
    }
    // Compares every secret with every signature, in constant time.
    let mut fits = false;
    for secret in secrets {
        for signature in &signatures {
            fits |= is_signed(body, at, signature, secret);
        }
    }
    if fits { Ok(()) } else { Err(SignatureError::Forged) }
}

fn parts(header: &str) -> Option<(&str, Vec<Vec<u8>>)> {
    if header.len() > LONGEST_HEADER {
        return None;
    }
    let (mut at, mut signatures) = (None, Vec::new());
    for part in header.split(',') {
        match part.trim().split_once('=')? {
            ("t", second) if at.is_none() && is_second(second) => at = Some(second),
            ("t", _) => return None,
            ("v1", hex) if signatures.len() < MAX_SIGNATURES => signatures.extend(bytes(hex)),
            _ => {}
        }
    }
    at.filter(|_| !signatures.is_empty()).map(|at| (at, signatures))
}

fn is_second(text: &str) -> bool {
    (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    let digits: Vec<u8> = hex
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    Some(digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect())
}

fn is_signed(body: &[u8], at: &str, signature: &[u8], secret: &WebhookSecret) -> bool {
    // HMAC accepts keys of any length, so this does not fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&secret.0) else { return false };
    mac.update(at.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.verify_slice(signature).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: i64 = 1_800_000_000;
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn secret(text: &str) -> WebhookSecret {
        WebhookSecret::new(text).unwrap()
    }

    fn ours() -> Vec<WebhookSecret> {
        vec![secret("whsec_0123456789abcdef"), secret("whsec_fedcba9876543210")]
    }

    fn signed(body: &[u8], at: i64, secret: &WebhookSecret) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).unwrap();
        mac.update(format!("{at}.").as_bytes());
        mac.update(body);
        hex::encode(mac.finalize().into_bytes())
    }

    fn header(at: i64, secret: &WebhookSecret) -> String {
        format!("t={at},v1={}", signed(BODY, at, secret))
    }

    #[test]
    fn openssl_signature_is_accepted() {
        let secrets = [secret("whsec_0123456789abcdef")];
        let header = "t=1800000000,v1=1b747fba732f4b4d62dd4147ec50c7ed04a385c1290c2ae75c2cb2b1ae03aa9b";
        assert_eq!(verify(BODY, Some(header), &secrets, NOW), Ok(()));
    }

    #[test]
    fn any_signature_with_any_secret_is_accepted() {
        for secret in ours() {
            assert_eq!(verify(BODY, Some(&header(NOW, &secret)), &ours(), NOW), Ok(()));
        }
        let second = signed(BODY, NOW, &ours()[1]);
        let several = format!("t={NOW},v0=ff,v1={},v1={second}, v2=x", "0".repeat(64));
        assert_eq!(verify(BODY, Some(&several), &ours(), NOW), Ok(()));
        assert_eq!(
            verify(BODY, Some(&header(NOW, &ours()[1])), &ours()[..1], NOW),
            Err(SignatureError::Forged)
        );
        assert_eq!(verify(BODY, Some(&header(NOW, &ours()[0])), &[], NOW), Err(SignatureError::Forged));
    }

    #[test]
    fn timestamp_tolerance_is_five_minutes_in_both_directions() {
        let header = header(NOW, &ours()[0]);
        for (now, expected) in [
            (NOW - 301, Err(SignatureError::Stale)),
            (NOW - 300, Ok(())),
            (NOW + 300, Ok(())),
            (NOW + 301, Err(SignatureError::Stale)),
            (i64::MIN, Err(SignatureError::Stale)),
        ] {
            assert_eq!(verify(BODY, Some(&header), &ours(), now), expected, "{now}");
        }
        // Changing the timestamp invalidates the signature.
        let moved = format!("t={},v1={}", NOW + 400, signed(BODY, NOW, &ours()[0]));
        assert_eq!(verify(BODY, Some(&moved), &ours(), NOW + 400), Err(SignatureError::Forged));
    }

    #[test]
    fn malformed_header_is_rejected() {
        let good = signed(BODY, NOW, &ours()[0]);
        assert_eq!(verify(BODY, None, &ours(), NOW), Err(SignatureError::Unsigned));
        for bad in [
            String::new(),
            "t".into(),
            format!("t={NOW}"),
            format!("v1={good}"),
            format!("t=,v1={good}"),
            format!("t=x,v1={good}"),
            format!("t=-{NOW},v1={good}"),
            format!("t=+{NOW},v1={good}"),
            format!("t={NOW},t={NOW},v1={good}"),
            format!("t={NOW}.0,v1={good}"),
            format!("t={NOW},v1={}", good.get(1..).unwrap()),
            format!("t={NOW},v1={}", "é".repeat(32)),
            format!("t={NOW},v0={good}"),
            format!("t={NOW},v1={good},{}", "x=y,".repeat(1_000)),
        ] {
            assert_eq!(verify(BODY, Some(&bad), &ours(), NOW), Err(SignatureError::Unreadable), "{bad:.80}");
        }
    }

    #[test]
    fn oversized_body_is_rejected() {
        let body = vec![b' '; LARGEST_BODY + 1];
        let header = format!("t={NOW},v1={}", signed(&body, NOW, &ours()[0]));
        assert_eq!(verify(&body, Some(&header), &ours(), NOW), Err(SignatureError::TooLarge));
        let body = vec![b' '; LARGEST_BODY];
        let header = format!("t={NOW},v1={}", signed(&body, NOW, &ours()[0]));
        assert_eq!(verify(&body, Some(&header), &ours(), NOW), Ok(()));
    }

    #[test]
    fn invalid_secret_text_is_rejected() {
        for text in ["", "whsec_", "whsec_short", "sk_test_0123456789abcdef"] {
            assert!(WebhookSecret::new(text).is_none(), "{text}");
        }
        assert!(!format!("{:?}", ours()).contains("0123456789abcdef"));
    }

    proptest! {
        #[test]
        fn changed_byte_invalidates_the_signature(place in 0..BODY.len(), change in 1..=255_u8) {
            let mut body = BODY.to_vec();
            body[place] ^= change;
            prop_assert_eq!(verify(&body, Some(&header(NOW, &ours()[0])), &ours(), NOW), Err(SignatureError::Forged));
        }

        #[test]
        fn arbitrary_input_never_panics(body in proptest::collection::vec(any::<u8>(), 0..200), header in ".{0,200}", now in any::<i64>()) {
            prop_assert!(verify(&body, Some(&header), &ours(), now).is_err());
        }
    }
}
