//! Members of the user pool, as admins look them up.

use app::Timestamp;
use app::error::PortError;
use aws_sdk_cognitoidentityprovider::Client;
use aws_sdk_cognitoidentityprovider::types::{UserStatusType, UserType};
use serde::Serialize;

use super::{matching, quoted};
use crate::clients::Clients;

/// Finds the members of a user pool by e-mail address or id, through Cognito's administrative calls.
#[derive(Clone, Debug)]
pub struct MemberDirectory {
    users: Client,
    user_pool: String,
}

/// A member, as an admin may see them. It names a person, so there is no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMember {
    /// The pool's `sub`.
    pub id: String,
    /// The e-mail address, if they have one.
    pub email: Option<String>,
    /// When they signed up.
    pub created_at: Option<Timestamp>,
    /// Whether they may sign in.
    pub enabled: bool,
    /// Whether they have shown that the address is theirs.
    pub confirmed: bool,
}

impl MemberDirectory {
    /// Over the user pool of this id.
    #[must_use]
    pub fn new(clients: &Clients, user_pool: String) -> Self {
        Self { users: clients.user_pools(), user_pool }
    }

    /// Members with this e-mail address, as it is written or in small letters.
    ///
    /// # Errors
    /// As Cognito has them.
    pub async fn by_email(&self, email: &str) -> Result<Vec<FoundMember>, PortError> {
        let mut found = self.found("email", email).await?;
        let small = email.to_lowercase();
        if small != email {
            let more = self.found("email", &small).await?;
            found.extend(more.into_iter().filter(|member| !found.contains(member)).collect::<Vec<_>>());
        }
        Ok(found)
    }

    /// The member of this `sub`, if there is one.
    ///
    /// # Errors
    /// As Cognito has them.
    pub async fn by_id(&self, id: &str) -> Result<Option<FoundMember>, PortError> {
        // A `sub` is a UUID: what is none is nobody's.
        let is_uuid = id.len() == 36 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        if !is_uuid {
            return Ok(None);
        }
        Ok(self.found("sub", id).await?.pop())
    }

    async fn found(&self, attribute: &str, value: &str) -> Result<Vec<FoundMember>, PortError> {
        let filter = format!("{attribute} = {}", quoted(value));
        let found = matching(&self.users, &self.user_pool, filter).await?;
        Ok(found.into_iter().filter_map(member).collect())
    }
}

/// `None` for somebody without a `sub`, whom the pool does not have.
fn member(user: UserType) -> Option<FoundMember> {
    let attribute = |name: &str| {
        let found = user.attributes().iter().find(|attribute| attribute.name() == name)?;
        found.value().map(str::to_owned)
    };
    let created = user.user_create_date().and_then(|date| date.to_millis().ok());
    Some(FoundMember {
        id: attribute("sub")?,
        email: attribute("email"),
        created_at: created.map(Timestamp::from_millis),
        enabled: user.enabled(),
        confirmed: user.user_status().is_some_and(|status| *status != UserStatusType::Unconfirmed),
    })
}
