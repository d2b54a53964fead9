//! Who can sign in: users of the user pool, identities of the identity pool.
//!
//! A few rare calls, in the services' own JSON protocol: their SDK crates would be the largest part of a function.

use app::OwnerId;
use app::ports::{Accounts, KnownUser, PortError, SignIns};
use serde_json::{Value, json};

use crate::clients::Clients;
use crate::errors::is_busy;
use crate::signed::SignedService;

/// The user pool and its region's identity pools.
#[derive(Clone, Debug)]
pub struct CognitoAccounts {
    users: SignedService,
    identities: SignedService,
    user_pool: String,
}

/// Why Cognito has refused: the code it names.
struct Refused(String);

impl CognitoAccounts {
    /// Over the user pool of this id; `None` when the environment has no credentials or region.
    #[must_use]
    pub fn new(clients: &Clients, user_pool: String) -> Option<Self> {
        Some(Self {
            users: SignedService::regional(clients, "cognito-idp")?,
            identities: SignedService::regional(clients, "cognito-identity")?,
            user_pool,
        })
    }

    /// A user-pool operation on our pool.
    async fn users(&self, operation: &str, mut input: Value) -> Result<Result<Value, Refused>, PortError> {
        input["UserPoolId"] = json!(self.user_pool);
        call(&self.users, &format!("AWSCognitoIdentityProviderService.{operation}"), &input).await
    }
}

async fn call(
    service: &SignedService,
    target: &str,
    input: &Value,
) -> Result<Result<Value, Refused>, PortError> {
    let headers = [("content-type", "application/x-amz-json-1.1"), ("x-amz-target", target)];
    let (status, bytes) = service.post(&headers, &input.to_string()).await?;
    // Some operations answer with an empty body.
    let answer: Value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    if status == 200 {
        return Ok(Ok(answer));
    }
    let code = answer["__type"].as_str().unwrap_or("unknown");
    let code = code.rsplit('#').next().unwrap_or(code).to_owned();
    if status >= 500 || is_busy(&code) {
        return Err(PortError::Busy(format!("{target}: {code}")));
    }
    Ok(Err(Refused(code)))
}

fn broken(operation: &str, Refused(code): Refused) -> PortError {
    PortError::Broken(format!("{operation}: {code}"))
}

impl Accounts for CognitoAccounts {
    async fn delete_user(&self, user: &OwnerId) -> Result<(), PortError> {
        // The name of someone who comes from Google is not their `sub`. A verified `sub` is a UUID.
        if !user.secret().bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
            return Err(PortError::Broken("ListUsers: the sub is no UUID".to_owned()));
        }
        let filter = format!("sub = \"{}\"", user.secret());
        let found = self.users("ListUsers", json!({ "Filter": filter, "Limit": 1 })).await?;
        let found = found.map_err(|refused| broken("ListUsers", refused))?;
        let Some(name) = found["Users"][0]["Username"].as_str() else {
            return Ok(());
        };
        match self.users("AdminDeleteUser", json!({ "Username": name })).await? {
            Ok(_) => Ok(()),
            Err(Refused(code)) if code == "UserNotFoundException" => Ok(()),
            Err(refused) => Err(broken("AdminDeleteUser", refused)),
        }
    }

    async fn delete_identity(&self, identity: &OwnerId) -> Result<(), PortError> {
        let target = "AWSCognitoIdentityService.DeleteIdentities";
        let input = json!({ "IdentityIdsToDelete": [identity.secret()] });
        let answer = call(&self.identities, target, &input).await?;
        let answer = answer.map_err(|refused| broken("DeleteIdentities", refused))?;
        match answer["UnprocessedIdentityIds"][0]["ErrorCode"].as_str() {
            None => Ok(()),
            Some("InternalServerError") => Err(PortError::Busy("DeleteIdentities: unprocessed".to_owned())),
            Some(code) => Err(PortError::Broken(format!("DeleteIdentities: {code}"))),
        }
    }
}

impl SignIns for CognitoAccounts {
    async fn users_of(&self, email: &str) -> Result<Vec<KnownUser>, PortError> {
        // A filter is a text with quotes and backslashes of its own.
        let quoted = email.replace('\\', "\\\\").replace('"', "\\\"");
        let filter = format!("email = \"{quoted}\"");
        let found = self.users("ListUsers", json!({ "Filter": filter })).await?;
        let found = found.map_err(|refused| broken("ListUsers", refused))?;
        let users = found["Users"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(users.iter().filter_map(known_user).collect())
    }

    async fn link_google(&self, subject: &str, user: &str) -> Result<(), PortError> {
        let input = json!({
            "DestinationUser": { "ProviderName": "Cognito", "ProviderAttributeValue": user },
            "SourceUser": {
                "ProviderName": "Google",
                "ProviderAttributeName": "Cognito_Subject",
                "ProviderAttributeValue": subject,
            },
        });
        let linked = self.users("AdminLinkProviderForUser", input).await?;
        linked.map(drop).map_err(|refused| broken("AdminLinkProviderForUser", refused))
    }
}

fn known_user(user: &Value) -> Option<KnownUser> {
    let status = user["UserStatus"].as_str()?;
    let attributes = user["Attributes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let verified = attributes.iter().find(|attribute| attribute["Name"] == "email_verified");
    Some(KnownUser {
        name: user["Username"].as_str()?.to_owned(),
        is_confirmed: status != "UNCONFIRMED",
        is_email_verified: verified.is_some_and(|attribute| attribute["Value"] == "true"),
        is_external: status == "EXTERNAL_PROVIDER",
    })
}
