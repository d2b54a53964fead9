//! Who makes a request, once a mode has verified it.

use std::collections::HashSet;
use std::net::IpAddr;

use serde_json::Value;

use super::access;
use super::api::Api;
use super::modes::Mode;
use crate::rates::household;

/// Who makes a request, verified by one of the modes of the API.
pub struct Caller {
    /// The mode that verified it.
    pub mode: Mode,
    /// The user pool groups that it belongs to.
    pub groups: Vec<String>,
    /// `identity`, as resolvers see it.
    pub identity: Value,
    /// Fields closed to it by its policies or its authorizer: `Type.field` or the field's ARN.
    pub denied: HashSet<String>,
}

/// On whose account calls are counted and wait for their turn.
#[derive(Clone, Debug)]
pub struct Account {
    /// The identity or the member, else where the call comes from.
    pub name: String,
    /// Whether it is a role of our own functions instead of a person.
    pub is_ours: bool,
}

impl Account {
    /// That of a household whose caller is not known (yet).
    pub fn of_address(address: IpAddr) -> Self {
        Self { name: household(address), is_ours: false }
    }
}

impl Caller {
    /// On whose account what this caller uses is counted.
    pub fn account(&self, address: IpAddr) -> Account {
        let named = match self.mode {
            Mode::Iam if self.is_ours() => &self.identity["userArn"],
            Mode::Iam => &self.identity["cognitoIdentityId"],
            Mode::UserPool => &self.identity["sub"],
            // What our authorizer says of an owner token's bearer, who is the same person as in IAM mode.
            Mode::Lambda => &self.identity["resolverContext"]["identityId"],
            Mode::ApiKey | Mode::Oidc => &Value::Null,
        };
        let Some(name) = named.as_str() else { return Account::of_address(address) };
        Account { name: format!("caller:{name}"), is_ours: self.is_ours() }
    }

    /// Whether it is a role of our own functions instead of a person: an identity pool gave no credentials to it.
    pub fn is_ours(&self) -> bool {
        self.mode == Mode::Iam && self.identity["cognitoIdentityId"].is_null()
    }

    /// Whether this caller may have a field: the schema's directives, deniedFields and IAM policies together.
    pub fn may_read(&self, api: &Api, type_name: &str, field: &str) -> bool {
        access::admits(api, type_name, field, self.mode, &self.groups)
            && !self.denied.contains(&format!("{type_name}.{field}"))
            && !self.denied.contains(&api.field_arn(type_name, field))
    }
}
