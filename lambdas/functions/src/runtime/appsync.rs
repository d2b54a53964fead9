//! Events of AppSync's direct Lambda resolvers, and the caller in each authorization mode.

use app::refusal::Refusal;
use app::source_address::SourceAddress;
use app::{AppError, Caller, OwnerId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::runtime::subject::Subject;

/// Maximum selected fields; a full recipe has about 75.
const MAX_SELECTED_FIELDS: usize = 300;

/// Event of a direct Lambda resolver; other fields are ignored.
#[derive(Debug, Deserialize)]
pub struct ResolverEvent {
    /// Arguments, validated against the schema by AppSync.
    pub arguments: Value,
    identity: Option<AppSyncIdentity>,
    /// The parent object; null for Query, Mutation and Subscription.
    #[serde(default, rename = "source")]
    pub parent: Value,
    /// The resolved field.
    pub info: FieldInfo,
}

/// A schema field.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldInfo {
    /// Name of the field, for example `getRecipe`.
    pub field_name: String,
    /// Name of the type with this field, for example `Query` or `Recipe`.
    pub parent_type_name: String,
    /// Selected paths, for example `tags/name`; aliases appear under their alias.
    #[serde(default)]
    pub selection_set_list: Vec<String>,
}

impl Subject for ResolverEvent {
    fn subject(&self) -> String {
        format!("{}.{}", self.info.parent_type_name, self.info.field_name)
    }
}

impl ResolverEvent {
    /// The caller; anonymous if the identity is not recognised.
    #[must_use]
    pub fn caller(&self) -> Caller {
        caller(self.identity.as_ref())
    }

    /// The user name in user-pool mode; for Google users it is not the `sub`.
    #[must_use]
    pub fn pool_name(&self) -> Option<&str> {
        let identity = self.identity.as_ref()?;
        identity.claims.as_ref().and(identity.username.as_deref())
    }

    /// User pool groups of the caller; empty in other modes.
    #[must_use]
    pub fn groups(&self) -> Vec<String> {
        let claims = self.identity.as_ref().and_then(|identity| identity.claims.as_ref());
        let groups = claims.and_then(|claims| claims.get("cognito:groups")).and_then(Value::as_array);
        groups.into_iter().flatten().filter_map(|group| group.as_str().map(str::to_owned)).collect()
    }

    /// The client's address. AppSync's `sourceIp` has the entries of `X-Forwarded-For`, which the client can
    /// set, and then the address of the TCP connection. In Lambda mode, which has no `sourceIp`, it is the
    /// address that the owner token was issued to.
    #[must_use]
    pub fn source(&self) -> Option<SourceAddress> {
        let identity = self.identity.as_ref()?;
        let address = match &identity.resolver_context {
            Some(context) => context.source.as_ref(),
            None => identity.source_ip.last(),
        };
        SourceAddress::parse(address?)
    }

    /// Limits the selection; AppSync does not limit repeated fields.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] for more than 300 selected fields.
    pub fn check_selection(&self) -> Result<(), AppError> {
        let is_within = self.info.selection_set_list.len() <= MAX_SELECTED_FIELDS;
        if is_within { Ok(()) } else { Err(AppError::InvalidInput(Refusal::TooManyFields)) }
    }
}

/// Parses a field's arguments. AppSync has checked the types; ranges are checked here.
///
/// # Errors
/// [`AppError::InvalidInput`] for a value out of range.
pub fn arguments<Arguments: DeserializeOwned>(arguments: &Value) -> Result<Arguments, AppError> {
    Arguments::deserialize(arguments).map_err(|_| AppError::InvalidInput(Refusal::OutOfBounds))
}

/// Serializes an answer for AppSync.
pub fn answer(answer: &impl Serialize) -> Result<Value, AppError> {
    serde_json::to_value(answer).map_err(|error| AppError::internal(&error))
}

/// The `identity` of AppSync's context; its fields depend on the mode.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct AppSyncIdentity {
    // IAM
    cognito_identity_id: Option<String>,
    cognito_identity_auth_type: Option<String>,
    cognito_identity_auth_provider: Option<String>,
    // IAM and user pools
    source_ip: Vec<String>,
    // User pools
    sub: Option<String>,
    username: Option<String>,
    claims: Option<serde_json::Value>,
    // Lambda
    resolver_context: Option<ResolverContext>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ResolverContext {
    purpose: String,
    identity_id: Option<String>,
    user_name: Option<String>,
    source: Option<String>,
}

fn caller(identity: Option<&AppSyncIdentity>) -> Caller {
    let Some(identity) = identity else {
        return Caller::Anonymous;
    };
    if let Some(context) = &identity.resolver_context {
        return bearer(context);
    }
    if let (Some(sub), Some(_)) = (&identity.sub, &identity.claims) {
        return Caller::Member { user: OwnerId::new(sub), identity: None };
    }
    match &identity.cognito_identity_id {
        Some(id) => pool_identity(id, identity),
        None => Caller::Anonymous,
    }
}

fn bearer(context: &ResolverContext) -> Caller {
    match (context.purpose.as_str(), &context.identity_id) {
        ("owner", Some(identity)) => Caller::Bearer {
            identity: OwnerId::new(identity),
            user: context.user_name.as_deref().map(OwnerId::new),
        },
        _ => Caller::Anonymous,
    }
}

fn pool_identity(id: &str, identity: &AppSyncIdentity) -> Caller {
    let id = OwnerId::new(id);
    if identity.cognito_identity_auth_type.as_deref() != Some("authenticated") {
        return Caller::Guest { identity: id };
    }
    let provider = identity.cognito_identity_auth_provider.as_deref().unwrap_or_default();
    match signed_in_sub(provider) {
        Some(sub) => Caller::Member { user: OwnerId::new(sub), identity: Some(id) },
        // Signed in, but without a valid `sub`.
        None => Caller::Anonymous,
    }
}

fn signed_in_sub(provider: &str) -> Option<&str> {
    let (_, after) = provider.split_once("CognitoSignIn:")?;
    let sub = after.split(['"', ',']).next()?;
    Some(sub).filter(|sub| !sub.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_yields_its_caller() {
        let guest = Caller::Guest { identity: OwnerId::new("us-east-1:1") };
        let member = |identity: Option<&str>| Caller::Member {
            user: OwnerId::new("sub-1"),
            identity: identity.map(OwnerId::new),
        };
        let bearer = |user: Option<&str>| Caller::Bearer {
            identity: OwnerId::new("us-east-1:1"),
            user: user.map(OwnerId::new),
        };
        for (json, expected) in [
            ("null", Caller::Anonymous),
            ("{}", Caller::Anonymous),
            (r#"{"cognitoIdentityId":"us-east-1:1","cognitoIdentityAuthType":"unauthenticated"}"#, guest),
            (
                r#"{"cognitoIdentityId":"us-east-1:1","cognitoIdentityAuthType":"authenticated",
                    "cognitoIdentityAuthProvider":"\"idp/p\",\"idp/p:CognitoSignIn:sub-1\""}"#,
                member(Some("us-east-1:1")),
            ),
            (
                r#"{"cognitoIdentityId":"us-east-1:1","cognitoIdentityAuthType":"authenticated"}"#,
                Caller::Anonymous,
            ),
            (r#"{"sub":"sub-1","claims":{"sub":"sub-1"},"username":"u"}"#, member(None)),
            (r#"{"resolverContext":{"purpose":"owner","identityId":"us-east-1:1"}}"#, bearer(None)),
            (
                r#"{"resolverContext":{"purpose":"owner","identityId":"us-east-1:1","userName":"sub-1"}}"#,
                bearer(Some("sub-1")),
            ),
            (r#"{"resolverContext":{"purpose":"claim","identityId":"us-east-1:1"}}"#, Caller::Anonymous),
            (r#"{"resolverContext":{"purpose":"anonymous"}}"#, Caller::Anonymous),
            (r#"{"userArn":"arn:aws:sts::1:assumed-role/publisher/fn"}"#, Caller::Anonymous),
            (
                r#"{"userArn":"arn:aws:sts::1:assumed-role/publisher/fn","cognitoIdentityId":"us-east-1:1"}"#,
                Caller::Guest { identity: OwnerId::new("us-east-1:1") },
            ),
        ] {
            let identity: Option<AppSyncIdentity> = serde_json::from_str(json).unwrap();
            assert_eq!(caller(identity.as_ref()), expected, "{json}");
        }
    }

    #[test]
    fn groups_come_from_the_signed_claims() {
        for (identity, expected) in [
            (r#"{"sub":"s","claims":{"cognito:groups":["Cooks","Admin"]}}"#, vec!["Cooks", "Admin"]),
            (r#"{"sub":"s","claims":{"cognito:groups":[]}}"#, vec![]),
            (r#"{"sub":"s","claims":{"cognito:groups":"Admin"}}"#, vec![]),
            (r#"{"sub":"s","claims":{}}"#, vec![]),
            (r#"{"sub":"s","groups":["Admin"],"claims":{}}"#, vec![]),
            (r#"{"resolverContext":{"purpose":"owner","cognito:groups":["Admin"]}}"#, vec![]),
            ("null", vec![]),
        ] {
            let event = format!(
                r#"{{"arguments":{{}},"identity":{identity},"info":{{"fieldName":"f","parentTypeName":"Query"}}}}"#
            );
            let event: ResolverEvent = serde_json::from_str(&event).unwrap();
            assert_eq!(event.groups(), expected, "{identity}");
        }
    }

    #[test]
    fn source_is_the_address_that_the_client_cannot_choose() {
        for (identity, expected) in [
            (r#"{"cognitoIdentityId":"us-east-1:1","sourceIp":["192.0.2.1"]}"#, Some("192.0.2.1")),
            (
                r#"{"cognitoIdentityId":"us-east-1:1","sourceIp":["198.51.100.7","10.0.0.1","192.0.2.1"]}"#,
                Some("192.0.2.1"),
            ),
            (r#"{"sub":"s","claims":{},"sourceIp":["198.51.100.7","192.0.2.1"]}"#, Some("192.0.2.1")),
            (r#"{"cognitoIdentityId":"us-east-1:1","sourceIp":["192.0.2.1","unknown"]}"#, None),
            (r#"{"cognitoIdentityId":"us-east-1:1","sourceIp":[]}"#, None),
            (
                r#"{"resolverContext":{"purpose":"owner","identityId":"i","source":"192.0.2.1"}}"#,
                Some("192.0.2.1"),
            ),
            (
                r#"{"resolverContext":{"purpose":"owner","identityId":"i","source":"2001:db8:1:2::/64"}}"#,
                Some("2001:db8:1:2::9"),
            ),
            (r#"{"resolverContext":{"purpose":"owner","identityId":"i"},"sourceIp":["192.0.2.1"]}"#, None),
            (r#"{"resolverContext":{"purpose":"anonymous"}}"#, None),
            ("null", None),
        ] {
            let event = format!(
                r#"{{"arguments":{{}},"identity":{identity},"info":{{"fieldName":"f","parentTypeName":"Query"}},
                    "request":{{"headers":{{"x-forwarded-for":"203.0.113.9, 203.0.113.10"}}}}}}"#
            );
            let event: ResolverEvent = serde_json::from_str(&event).unwrap();
            assert_eq!(event.source(), expected.and_then(SourceAddress::parse), "{identity}");
        }
    }
}
