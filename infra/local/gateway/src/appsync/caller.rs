//! The verified caller of a request.

use std::collections::HashSet;
use std::net::IpAddr;

use serde_json::Value;

use super::access;
use super::api::Api;
use super::modes::Mode;
use crate::rates::household;

/// The verified caller of a request.
pub struct Caller {
    /// Mode that verified the caller.
    pub mode: Mode,
    /// User pool groups of the caller.
    pub groups: Vec<String>,
    /// `identity` in resolver events.
    pub identity: Value,
    /// Fields denied by the authorizer or by IAM policies, as `Type.field` or field ARN.
    pub denied: HashSet<String>,
}

/// Key for rate limits and fair queueing.
#[derive(Clone, Debug)]
pub struct Account {
    /// Identity, member or function role, else the source address.
    pub name: String,
    /// Whether the caller is a function's role.
    pub is_ours: bool,
}

impl Account {
    /// The account of an unauthenticated caller.
    pub fn of_address(address: IpAddr) -> Self {
        Self { name: household(address), is_ours: false }
    }
}

impl Caller {
    /// Account that this caller's usage is charged to.
    pub fn account(&self, address: IpAddr) -> Account {
        let named = match self.mode {
            Mode::Iam if self.is_ours() => &self.identity["userArn"],
            Mode::Iam => &self.identity["cognitoIdentityId"],
            Mode::UserPool => &self.identity["sub"],
            // The same account as in IAM mode.
            Mode::Lambda => &self.identity["resolverContext"]["identityId"],
            Mode::ApiKey | Mode::Oidc => &Value::Null,
        };
        let Some(name) = named.as_str() else { return Account::of_address(address) };
        Account { name: format!("caller:{name}"), is_ours: self.is_ours() }
    }

    /// Whether the caller is a function's role: IAM without an identity pool.
    pub fn is_ours(&self) -> bool {
        self.mode == Mode::Iam && self.identity["cognitoIdentityId"].is_null()
    }

    /// Whether directives, `deniedFields` and IAM policies all allow a field.
    pub fn may_read(&self, api: &Api, type_name: &str, field: &str) -> bool {
        access::admits(api, type_name, field, self.mode, &self.groups)
            && !self.denied.contains(&format!("{type_name}.{field}"))
            && !self.denied.contains(&api.field_arn(type_name, field))
    }
}
