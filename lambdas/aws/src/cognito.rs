//! Users of the user pool, and identities of the identity pool.
//!
//! "Deleted" and "not found" are returned only if Cognito says so; unreadable responses are errors.

use app::OwnerId;
use app::account::Accounts;
use app::credits::promotion::Addresses;
use app::linking::{KnownUser, SignIns};
use aws_sdk_cognitoidentityprovider::Client;
use aws_sdk_cognitoidentityprovider::operation::admin_delete_user::AdminDeleteUserError;
use aws_sdk_cognitoidentityprovider::operation::admin_get_user::AdminGetUserError;
use aws_sdk_cognitoidentityprovider::types::{
    AttributeType, ProviderUserIdentifierType, UserStatusType, UserType,
};
use serde::Deserialize;
use serde_json::json;
use zest_core::PortError;

mod directory;

pub use directory::{FoundMember, MemberDirectory};

use crate::clients::Clients;
use crate::errors::{is_busy, port_error};
use crate::signed::SignedService;

/// User pool and the region's identity pools.
#[derive(Clone, Debug)]
pub struct CognitoAccounts {
    users: Client,
    /// Signed requests, because an SDK crate for one rare operation is not worth it.
    identities: SignedService,
    user_pool: String,
}

impl CognitoAccounts {
    /// Adapter for this user pool; `None` without credentials or a region.
    #[must_use]
    pub fn new(clients: &Clients, user_pool: String) -> Option<Self> {
        let identities = SignedService::regional(clients, "cognito-identity", "")?;
        Some(Self { users: clients.user_pools(), identities, user_pool })
    }

    async fn matching(&self, filter: String) -> Result<Vec<UserType>, PortError> {
        matching(&self.users, &self.user_pool, filter).await
    }
}

/// All users that match a filter. Pages before the last one may be empty.
async fn matching(users: &Client, user_pool: &str, filter: String) -> Result<Vec<UserType>, PortError> {
    let mut pages = users.list_users().user_pool_id(user_pool).filter(filter).into_paginator().send();
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| port_error("ListUsers", &error))?;
        found.extend(page.users.ok_or_else(|| unreadable("ListUsers"))?);
    }
    Ok(found)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn unreadable(operation: &str) -> PortError {
    PortError::Busy(format!("{operation}: unreadable answer"))
}

impl Accounts for CognitoAccounts {
    async fn delete_user(&self, user: &OwnerId) -> Result<(), PortError> {
        // The name of a Google user is not the `sub`, which is a UUID.
        if !user.secret().bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
            return Err(PortError::Broken("ListUsers: the sub is no UUID".to_owned()));
        }
        for found in self.matching(format!("sub = \"{}\"", user.secret())).await? {
            let name = found.username.ok_or_else(|| unreadable("ListUsers"))?;
            let request = self.users.admin_delete_user().user_pool_id(&self.user_pool).username(name);
            match request.send().await {
                Ok(_) => {}
                Err(error)
                    if error
                        .as_service_error()
                        .is_some_and(AdminDeleteUserError::is_user_not_found_exception) => {}
                Err(error) => return Err(port_error("AdminDeleteUser", &error)),
            }
        }
        Ok(())
    }

    async fn delete_identity(&self, identity: &OwnerId) -> Result<(), PortError> {
        let headers = [
            ("content-type", "application/x-amz-json-1.1"),
            ("x-amz-target", "AWSCognitoIdentityService.DeleteIdentities"),
        ];
        let input = json!({ "IdentityIdsToDelete": [identity.secret()] });
        let (status, answer) = self.identities.post(&headers, &input.to_string()).await?;
        deleted_identities(status, &answer)
    }
}

fn deleted_identities(status: u16, answer: &[u8]) -> Result<(), PortError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Answer {
        #[serde(default)]
        unprocessed_identity_ids: Vec<Unprocessed>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Unprocessed {
        error_code: String,
    }
    #[derive(Deserialize)]
    struct Refusal {
        #[serde(rename = "__type")]
        code: String,
    }
    let code = if status == 200 {
        let answer: Answer = serde_json::from_slice(answer).map_err(|_| unreadable("DeleteIdentities"))?;
        let Some(unprocessed) = answer.unprocessed_identity_ids.into_iter().next() else { return Ok(()) };
        unprocessed.error_code
    } else {
        let refusal = serde_json::from_slice::<Refusal>(answer);
        refusal.map_or_else(|_| "unknown".to_owned(), |refusal| refusal.code)
    };
    let code = code.rsplit('#').next().unwrap_or(&code);
    let message = format!("DeleteIdentities: {code}, status {status}");
    Err(if status >= 500 || is_busy(code) { PortError::Busy(message) } else { PortError::Broken(message) })
}

impl Addresses for CognitoAccounts {
    async fn verified_address(&self, name: &str, sub: &str) -> Result<Option<String>, PortError> {
        let request = self.users.admin_get_user().user_pool_id(&self.user_pool).username(name);
        let user = match request.send().await {
            Ok(user) => user,
            Err(error)
                if error.as_service_error().is_some_and(AdminGetUserError::is_user_not_found_exception) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(port_error("AdminGetUser", &error)),
        };
        Ok(verified_address(user.user_attributes(), sub))
    }
}

fn verified_address(attributes: &[AttributeType], sub: &str) -> Option<String> {
    let value = |name| attributes.iter().find(|attribute| attribute.name() == name)?.value();
    let is_theirs = value("sub") == Some(sub) && value("email_verified") == Some("true");
    value("email").filter(|address| is_theirs && !address.is_empty()).map(str::to_owned)
}

impl SignIns for CognitoAccounts {
    async fn users_of(&self, email: &str) -> Result<Vec<KnownUser>, PortError> {
        let found = self.matching(format!("email = {}", quoted(email))).await?;
        found.into_iter().map(|user| known_user(user).ok_or_else(|| unreadable("ListUsers"))).collect()
    }

    async fn link_google(&self, subject: &str, user: &str) -> Result<(), PortError> {
        let destination = ProviderUserIdentifierType::builder()
            .provider_name("Cognito")
            .provider_attribute_value(user)
            .build();
        let source = ProviderUserIdentifierType::builder()
            .provider_name("Google")
            .provider_attribute_name("Cognito_Subject")
            .provider_attribute_value(subject)
            .build();
        let request = self.users.admin_link_provider_for_user().user_pool_id(&self.user_pool);
        let linked = request.destination_user(destination).source_user(source).send().await;
        linked.map(drop).map_err(|error| port_error("AdminLinkProviderForUser", &error))
    }
}

fn known_user(user: UserType) -> Option<KnownUser> {
    let status = user.user_status()?;
    let mut attributes = user.attributes().iter();
    let verified = attributes.find(|attribute| attribute.name() == "email_verified");
    Some(KnownUser {
        is_confirmed: *status != UserStatusType::Unconfirmed,
        is_email_verified: verified.is_some_and(|attribute| attribute.value() == Some("true")),
        is_external: *status == UserStatusType::ExternalProvider,
        name: user.username?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_is_returned_only_if_verified_and_of_the_caller() {
        let user = |sub: &str, verified: &str, email: &str| {
            [("sub", sub), ("email_verified", verified), ("email", email)]
                .map(|(name, value)| AttributeType::builder().name(name).value(value).build().unwrap())
        };
        for (attributes, expected) in [
            (user("s", "true", "ann@example.com"), Some("ann@example.com")),
            (user("s", "false", "ann@example.com"), None),
            (user("other", "true", "ann@example.com"), None),
            (user("s", "true", ""), None),
        ] {
            assert_eq!(verified_address(&attributes, "s").as_deref(), expected, "{attributes:?}");
        }
        assert_eq!(verified_address(&[], "s"), None);
    }

    #[test]
    fn identity_counts_as_deleted_only_if_the_answer_says_so() {
        let unprocessed = |code: &str| {
            format!("{{\"UnprocessedIdentityIds\":[{{\"IdentityId\":\"secret\",\"ErrorCode\":\"{code}\"}}]}}")
        };
        let refused = |code: &str| format!("{{\"__type\":\"{code}\",\"message\":\"secret\"}}");
        for (status, answer, expected) in [
            (200, "{\"UnprocessedIdentityIds\":[]}".to_owned(), "deleted"),
            (200, "{}".to_owned(), "deleted"),
            (200, String::new(), "busy"),
            (200, "<html>".to_owned(), "busy"),
            (200, "{\"UnprocessedIdentityIds\":[{}]}".to_owned(), "busy"),
            (200, unprocessed("InternalServerError"), "busy"),
            (200, unprocessed("AccessDenied"), "broken"),
            (400, refused("com.amazonaws#TooManyRequestsException"), "busy"),
            (400, refused("InvalidParameterException"), "broken"),
            (403, "<html>".to_owned(), "broken"),
            (502, "<html>".to_owned(), "busy"),
        ] {
            let result = deleted_identities(status, answer.as_bytes());
            let kind = match &result {
                Ok(()) => "deleted",
                Err(PortError::Busy(_)) => "busy",
                Err(PortError::Broken(_) | PortError::Unreadable(_)) => "broken",
            };
            assert_eq!(kind, expected, "{status} {answer}");
            assert!(!format!("{result:?}").contains("secret"), "{result:?}");
        }
    }
}
