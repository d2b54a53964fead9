//! AppSync's direct Lambda resolvers: what they are sent, and who calls in each of the three authorization modes.

use app::limits::SourceAddress;
use app::refusal::Refusal;
use app::{AppError, Caller, OwnerId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::runtime::subject::Subject;

/// Fields that a query may select of one answer; a recipe with everything has 60.
const MAX_SELECTED_FIELDS: usize = 300;

/// What AppSync sends to a direct Lambda resolver; the rest of it is not looked at.
#[derive(Debug, Deserialize)]
pub struct ResolverEvent {
    /// Checked against the schema by AppSync.
    pub arguments: Value,
    identity: Option<AppSyncIdentity>,
    /// What was answered of the object whose field it is; null for those of Query, Mutation and Subscription.
    #[serde(default, rename = "source")]
    pub parent: Value,
    /// Which field of the schema AppSync resolves.
    pub info: FieldInfo,
}

/// A field of the schema.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldInfo {
    /// The field's name in the schema, for instance `getRecipe`.
    pub field_name: String,
    /// The type that has the field: `Query`, `Mutation` or `Subscription`.
    pub parent_type_name: String,
    /// What the query selects of the answer, for instance `tags/name`; a field with an alias stands there by that.
    #[serde(default)]
    pub selection_set_list: Vec<String>,
}

impl Subject for ResolverEvent {
    fn subject(&self) -> String {
        format!("{}.{}", self.info.parent_type_name, self.info.field_name)
    }
}

impl ResolverEvent {
    /// Who calls. Whatever is not understood is anonymous; a role of ours is known by its name.
    #[must_use]
    pub fn caller(&self, publisher_role: Option<&str>) -> Caller {
        caller(self.identity.as_ref(), publisher_role)
    }

    /// The name that the user pool has for the caller, in user-pool mode: of who comes from Google it is not the `sub`.
    #[must_use]
    pub fn pool_name(&self) -> Option<&str> {
        let identity = self.identity.as_ref()?;
        identity.claims.as_ref().and(identity.username.as_deref())
    }

    /// The user pool's groups of the caller, in user-pool mode; none in the others.
    #[must_use]
    pub fn groups(&self) -> Vec<String> {
        let claims = self.identity.as_ref().and_then(|identity| identity.claims.as_ref());
        let groups = claims.and_then(|claims| claims.get("cognito:groups")).and_then(Value::as_array);
        groups.into_iter().flatten().filter_map(|group| group.as_str().map(str::to_owned)).collect()
    }

    /// Where the call comes from, as AppSync saw it; it does not say so of a token's bearer.
    #[must_use]
    pub fn source(&self) -> Option<SourceAddress> {
        let addresses = &self.identity.as_ref()?.source_ip;
        addresses.first().and_then(|address| SourceAddress::parse(address))
    }

    /// AppSync bounds how many resolvers a query runs, but not how often it wants what one of them answers.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] where the query selects more than 300 fields of one answer.
    pub fn check_selection(&self) -> Result<(), AppError> {
        let is_within = self.info.selection_set_list.len() <= MAX_SELECTED_FIELDS;
        if is_within { Ok(()) } else { Err(AppError::InvalidInput(Refusal::TooManyFields)) }
    }
}

/// A field's arguments, which AppSync has checked against the schema; what is left are bounds, such as a negative number of
/// minutes, that GraphQL's types do not have.
///
/// # Errors
/// [`AppError::InvalidInput`] where one is out of its bounds.
pub fn arguments<Arguments: DeserializeOwned>(arguments: &Value) -> Result<Arguments, AppError> {
    Arguments::deserialize(arguments).map_err(|_| AppError::InvalidInput(Refusal::OutOfBounds))
}

/// Writes a field's answer as the JSON that AppSync takes.
///
/// # Errors
/// [`AppError::Internal`] for what cannot be written as JSON, which nothing outside can cause.
pub fn answer(answer: &impl Serialize) -> Result<Value, AppError> {
    serde_json::to_value(answer).map_err(|error| AppError::Internal(error.to_string()))
}

/// The `identity` of AppSync's context; which fields are there depends on the mode.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct AppSyncIdentity {
    // IAM
    cognito_identity_id: Option<String>,
    cognito_identity_auth_type: Option<String>,
    cognito_identity_auth_provider: Option<String>,
    user_arn: Option<String>,
    // IAM and user pools
    source_ip: Vec<String>,
    // User pools
    sub: Option<String>,
    username: Option<String>,
    claims: Option<serde_json::Value>,
    // Lambda
    resolver_context: Option<ResolverContext>,
}

/// What fn-authorizer has put there.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ResolverContext {
    purpose: String,
    identity_id: Option<String>,
    user_name: Option<String>,
}

fn caller(identity: Option<&AppSyncIdentity>, publisher_role: Option<&str>) -> Caller {
    let Some(identity) = identity else {
        return Caller::Anonymous;
    };
    if let Some(context) = &identity.resolver_context {
        return bearer(context);
    }
    if let (Some(sub), Some(_)) = (&identity.sub, &identity.claims) {
        return Caller::Member { user: OwnerId::new(sub), identity: None };
    }
    if let Some(id) = &identity.cognito_identity_id {
        return pool_identity(id, identity);
    }
    match &identity.user_arn {
        Some(arn) if publisher_role.is_some() && role_of(arn) == publisher_role => Caller::Publisher,
        _ => Caller::Anonymous,
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
        // Signed in, but we cannot tell as whom: nobody's recipes are theirs.
        None => Caller::Anonymous,
    }
}

/// The `sub` in `"cognito-idp.…/pool","cognito-idp.…/pool:CognitoSignIn:<sub>"`.
fn signed_in_sub(provider: &str) -> Option<&str> {
    let (_, after) = provider.split_once("CognitoSignIn:")?;
    let sub = after.split(['"', ',']).next()?;
    Some(sub).filter(|sub| !sub.is_empty())
}

/// The role's name in `arn:<partition>:sts::<account>:assumed-role/<role>/<session>`.
fn role_of(arn: &str) -> Option<&str> {
    let mut fields = arn.splitn(6, ':');
    let [Some("arn"), Some(_), Some("sts"), Some(""), Some(_), Some(resource)] =
        std::array::from_fn(|_| fields.next())
    else {
        return None;
    };
    let mut parts = resource.split('/');
    if parts.next()? != "assumed-role" {
        return None;
    }
    parts.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_names_its_caller() {
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
            (r#"{"userArn":"arn:aws:sts::1:assumed-role/publisher/fn"}"#, Caller::Publisher),
            (r#"{"userArn":"arn:aws-us-gov:sts::1:assumed-role/publisher/fn"}"#, Caller::Publisher),
            (r#"{"userArn":"arn:aws:sts::1:assumed-role/publisher-2/fn"}"#, Caller::Anonymous),
            (r#"{"userArn":"arn:aws:iam::1:assumed-role/publisher/fn"}"#, Caller::Anonymous),
            (r#"{"userArn":"assumed-role/publisher/fn"}"#, Caller::Anonymous),
            (r#"{"userArn":"arn:aws:iam::1:user/publisher"}"#, Caller::Anonymous),
            (
                r#"{"userArn":"arn:aws:sts::1:assumed-role/publisher/fn","cognitoIdentityId":"us-east-1:1"}"#,
                Caller::Guest { identity: OwnerId::new("us-east-1:1") },
            ),
        ] {
            let identity: Option<AppSyncIdentity> = serde_json::from_str(json).unwrap();
            assert_eq!(caller(identity.as_ref(), Some("publisher")), expected, "{json}");
        }
    }

    #[test]
    fn groups_are_those_that_the_user_pool_has_signed() {
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
    fn a_call_comes_from_where_appsync_saw_it() {
        for (identity, expected) in [
            (r#"{"cognitoIdentityId":"us-east-1:1","sourceIp":["192.0.2.1"]}"#, Some("192.0.2.1")),
            (r#"{"resolverContext":{"purpose":"anonymous"}}"#, None),
            ("null", None),
        ] {
            let event = format!(
                r#"{{"arguments":{{}},"identity":{identity},"info":{{"fieldName":"f","parentTypeName":"Query"}}}}"#
            );
            let event: ResolverEvent = serde_json::from_str(&event).unwrap();
            assert_eq!(event.source(), expected.and_then(SourceAddress::parse), "{identity}");
        }
    }

    #[test]
    fn where_no_role_may_publish_no_role_is_the_publisher() {
        let role: AppSyncIdentity =
            serde_json::from_str(r#"{"userArn":"arn:aws:sts::1:assumed-role/publisher/fn"}"#).unwrap();
        assert_eq!(caller(Some(&role), None), Caller::Anonymous);
        let nobody: AppSyncIdentity = serde_json::from_str(r#"{"userArn":"arn:aws:iam::1:root"}"#).unwrap();
        assert_eq!(caller(Some(&nobody), None), Caller::Anonymous);
    }
}
