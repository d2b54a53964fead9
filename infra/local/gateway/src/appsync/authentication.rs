//! Selects the authorization mode of a request and verifies it.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::api::Api;
use super::authorizer::Authorizer;
use super::caller::Caller;
use super::error::Refusal;
use super::fair_queue::FairQueue;
use super::modes::Mode;
use super::request::Presented;
use super::user_pool::KeySet;
use crate::context::Context;

/// Verifies callers; caches the pool's keys and the authorizer's results.
#[derive(Default)]
pub struct Authentication {
    authorizer: Authorizer,
    keys: KeySet,
}

impl Authentication {
    /// Verifies a request in the mode that AppSync selects: IAM for a signature, the user pool for a JWT,
    /// else the Lambda authorizer. JWTs of other issuers are rejected.
    pub async fn authenticate(
        &self,
        context: &Context,
        api: &Api,
        functions: &Arc<FairQueue>,
        presented: &Presented<'_>,
    ) -> Result<Caller, Refusal> {
        let takes = |mode| api.modes.contains(&mode);
        let Some(token) =
            presented.headers.get("authorization").and_then(Value::as_str).filter(|t| !t.is_empty())
        else {
            return Err(Refusal::unauthorized("Missing authorization header"));
        };
        if presented.is_signed() && takes(Mode::Iam) {
            return iam(context, presented).await;
        }
        let bare = token.strip_prefix("Bearer ").unwrap_or(token);
        if takes(Mode::UserPool) && is_jwt(bare) {
            return self.user_pool(context, api, presented, bare).await;
        }
        if takes(Mode::Lambda) {
            return self.authorizer.authorize(context, api, functions, presented, token).await;
        }
        Err(Refusal::unauthorized("Valid authorization header not provided."))
    }

    async fn user_pool(
        &self,
        context: &Context,
        api: &Api,
        presented: &Presented<'_>,
        token: &str,
    ) -> Result<Caller, Refusal> {
        let claims = self.keys.verify(context, &api.user_pool, token).await?;
        let strings = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let groups = strings(&claims["cognito:groups"]);
        // Access tokens have `username`, ID tokens `cognito:username`.
        let username = claims.get("username").or_else(|| claims.get("cognito:username")).cloned();
        let identity = json!({
            "claims": claims,
            "defaultAuthStrategy": "ALLOW",
            "groups": claims.get("cognito:groups"),
            "issuer": claims["iss"],
            "sourceIp": presented.source_ips(),
            "sub": claims["sub"],
            "username": username,
        });
        Ok(Caller { mode: Mode::UserPool, groups, identity, denied: Default::default() })
    }
}

/// Whether the token is a JWT to AppSync: three parts, the first a JSON object.
fn is_jwt(token: &str) -> bool {
    let parts: Vec<&str> = token.split('.').collect();
    let header = parts.first().and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let header = header.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    parts.len() == 3 && header.is_some_and(|header| header.is_object())
}

async fn iam(context: &Context, presented: &Presented<'_>) -> Result<Caller, Refusal> {
    let question = json!({
        "method": "POST",
        "path": presented.path,
        "headers": presented.headers,
        "body": presented.body,
        "region": context.config.region,
        "resources": presented.resources,
    });
    let answer = context.cloud.post_json("/_local/sigv4", &question).await?;
    if answer["ok"] != true {
        let message = answer["error"].as_str().unwrap_or("The signature can't be verified.");
        return Err(match answer["code"].as_str() {
            Some("SignatureDoesNotMatch") | None => Refusal::new(400, "BadRequestException", message),
            Some(code) => Refusal::new(403, code, message),
        });
    }
    let cognito = &answer["cognito"];
    let identity = json!({
        "accountId": answer["accountId"],
        "cognitoIdentityAuthProvider": cognito["authProvider"].as_str().map(quoted),
        "cognitoIdentityAuthType": cognito["authType"],
        "cognitoIdentityId": cognito["identityId"],
        "cognitoIdentityPoolId": cognito["poolId"],
        "sourceIp": presented.source_ips(),
        "userArn": answer["arn"],
        "username": answer["userId"],
    });
    let denied =
        answer["denied"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    Ok(Caller { mode: Mode::Iam, groups: Vec::new(), identity, denied: denied.collect() })
}

/// AppSync quotes each provider: `"<pool>","<pool>:CognitoSignIn:<sub>"`.
fn quoted(providers: &str) -> String {
    providers.split(',').map(|provider| format!("\"{provider}\"")).collect::<Vec<_>>().join(",")
}
