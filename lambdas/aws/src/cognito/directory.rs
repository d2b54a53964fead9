use aws_sdk_cognitoidentityprovider::Client;
use aws_sdk_cognitoidentityprovider::types::{UserStatusType, UserType};
use serde::Serialize;
use zest_core::{PortError, Timestamp};

use super::{matching, quoted};
use crate::clients::Clients;

/// Finds members of a user pool by email or id.
#[derive(Clone, Debug)]
pub struct MemberDirectory {
    users: Client,
    user_pool: String,
}

/// A member as shown to admins. No `Debug`, because the data is personal.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMember {
    /// The user pool's `sub`.
    pub id: String,
    /// Email address, if any.
    pub email: Option<String>,
    /// Time of sign-up.
    pub created_at: Option<Timestamp>,
    /// Whether sign-in is enabled.
    pub enabled: bool,
    /// Whether the account is confirmed.
    pub confirmed: bool,
}

impl MemberDirectory {
    /// Directory of this user pool.
    #[must_use]
    pub fn new(clients: &Clients, user_pool: String) -> Self {
        Self { users: clients.user_pools(), user_pool }
    }

    /// Members with this email, as written or in lowercase.
    pub async fn by_email(&self, email: &str) -> Result<Vec<FoundMember>, PortError> {
        let mut found = self.found("email", email).await?;
        let small = email.to_lowercase();
        if small != email {
            let more = self.found("email", &small).await?;
            found.extend(more.into_iter().filter(|member| !found.contains(member)).collect::<Vec<_>>());
        }
        Ok(found)
    }

    /// The member with this `sub`.
    pub async fn by_id(&self, id: &str) -> Result<Option<FoundMember>, PortError> {
        // A `sub` is a UUID; other ids match no member.
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
