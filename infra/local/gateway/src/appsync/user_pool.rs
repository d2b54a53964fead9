//! Verifies user pool tokens: first the RS256 signature with the pool's keys, then the claims.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents};
use serde_json::Value;
use tokio::sync::Mutex;

use super::api::UserPool;
use super::error::Refusal;
use crate::cloud::CloudError;
use crate::context::Context;

const REFETCH_AFTER: Duration = Duration::from_secs(10);

type Key = RsaPublicKeyComponents<Vec<u8>>;

/// The pool's public keys as last fetched.
#[derive(Default)]
pub struct KeySet(Mutex<Fetched>);

#[derive(Default)]
struct Fetched {
    keys: HashMap<String, Key>,
    at: Option<Duration>,
}

impl KeySet {
    /// Claims of a valid token of the pool, or 401; 503 if the keys cannot be fetched.
    pub async fn verify(&self, context: &Context, pool: &UserPool, token: &str) -> Result<Value, Refusal> {
        let invalid = || Refusal::unauthorized("Valid authorization header not provided.");
        let (signed, signature) = token.rsplit_once('.').ok_or_else(invalid)?;
        let (header, claims) = signed.split_once('.').ok_or_else(invalid)?;
        let (header, claims) = (decode(header).ok_or_else(invalid)?, decode(claims).ok_or_else(invalid)?);
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| invalid())?;
        // Rejects `none`, and HMAC keyed with the public key.
        if header["alg"] != "RS256" {
            return Err(invalid());
        }
        let key_id = header["kid"].as_str().ok_or_else(invalid)?;
        let verified = self.with_key(context, pool, key_id, |key| {
            key.verify(&RSA_PKCS1_2048_8192_SHA256, signed.as_bytes(), &signature).is_ok()
        });
        if verified.await? != Some(true) {
            return Err(invalid());
        }
        check_claims(context, pool, &claims)?;
        Ok(claims)
    }

    /// Applies `use_key` to a key; `None` if unknown. The lock makes concurrent requests fetch once.
    async fn with_key<T>(
        &self,
        context: &Context,
        pool: &UserPool,
        id: &str,
        use_key: impl Fn(&Key) -> T,
    ) -> Result<Option<T>, Refusal> {
        let mut fetched = self.0.lock().await;
        if let Some(key) = fetched.keys.get(id) {
            return Ok(Some(use_key(key)));
        }
        let now = context.now();
        let is_fresh = fetched.at.is_some_and(|at| now.saturating_sub(at) < REFETCH_AFTER);
        if !is_fresh {
            fetched.keys = fetch(context, pool).await?;
            fetched.at = Some(now);
        }
        Ok(fetched.keys.get(id).map(use_key))
    }
}

fn check_claims(context: &Context, pool: &UserPool, claims: &Value) -> Result<(), Refusal> {
    let issuer = format!("https://cognito-idp.{}.amazonaws.com/{}", context.config.region, pool.id);
    if claims["iss"] != issuer.as_str() {
        return Err(Refusal::unauthorized("Valid authorization header not provided."));
    }
    let now = context.now().as_secs_f64();
    if claims["exp"].as_f64().is_none_or(|expiry| expiry <= now) {
        return Err(Refusal::unauthorized("Token has expired."));
    }
    // The app client is `client_id` in access tokens and `aud` in ID tokens.
    let client = match claims["token_use"].as_str() {
        Some("access") => &claims["client_id"],
        Some("id") => &claims["aud"],
        _ => return Err(Refusal::unauthorized("Valid authorization header not provided.")),
    };
    let client = client.as_str().unwrap_or_default();
    if pool.client_expression.as_ref().is_some_and(|expression| !expression.is_match(client)) {
        return Err(Refusal::unauthorized("Token was issued for another client."));
    }
    Ok(())
}

async fn fetch(context: &Context, pool: &UserPool) -> Result<HashMap<String, Key>, CloudError> {
    let document =
        context.cloud.get_json("cognito-idp", &format!("/{}/.well-known/jwks.json", pool.id)).await?;
    let key = |key: &Value| {
        let part = |name: &str| URL_SAFE_NO_PAD.decode(key[name].as_str()?).ok();
        Some((key["kid"].as_str()?.to_owned(), Key { n: part("n")?, e: part("e")? }))
    };
    Ok(document["keys"].as_array().into_iter().flatten().filter_map(key).collect())
}

fn decode(part: &str) -> Option<Value> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok().filter(Value::is_object)
}
