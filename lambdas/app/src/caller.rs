//! Callers and recipe ownership.

use std::collections::BTreeSet;

use crate::error::AppError;
use crate::ids::OwnerId;
use crate::model::Recipe;

/// Admin group of the user pool, as in template.yaml.
pub const ADMINS: &str = "Admin";

/// A caller verified by AppSync.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Guest of the identity pool.
    Guest {
        /// Identity id, which is a secret.
        identity: OwnerId,
    },
    /// Signed-in member.
    Member {
        /// `sub` in the user pool.
        user: OwnerId,
        /// Identity id; known only in IAM mode.
        identity: Option<OwnerId>,
    },
    /// Bearer of an owner token.
    Bearer {
        /// Identity id that was verified when the token was issued.
        identity: OwnerId,
        /// `sub` of a member.
        user: Option<OwnerId>,
    },
    /// No valid identity: no token, an anonymous token, or an unknown role.
    Anonymous,
}

impl Caller {
    /// All names that may own the caller's recipes.
    #[must_use]
    pub fn names(&self) -> BTreeSet<OwnerId> {
        let (first, second) = match self {
            Self::Guest { identity } => (Some(identity), None),
            Self::Member { user, identity } => (Some(user), identity.as_ref()),
            Self::Bearer { identity, user } => (Some(identity), user.as_ref()),
            Self::Anonymous => (None, None),
        };
        first.into_iter().chain(second).cloned().collect()
    }

    /// Canonical owner: the member's `sub`, otherwise the identity id.
    pub fn canonical(&self) -> Result<OwnerId, AppError> {
        match self {
            Self::Member { user, .. } | Self::Bearer { user: Some(user), .. } => Ok(user.clone()),
            Self::Guest { identity } | Self::Bearer { identity, user: None } => Ok(identity.clone()),
            Self::Anonymous => Err(AppError::AuthenticationRequired),
        }
    }

    /// `sub` of a member; `None` for others.
    #[must_use]
    pub fn member(&self) -> Option<&OwnerId> {
        match self {
            Self::Member { user, .. } | Self::Bearer { user: Some(user), .. } => Some(user),
            Self::Guest { .. } | Self::Bearer { user: None, .. } | Self::Anonymous => None,
        }
    }

    /// Canonical owner, if this call verified the guest or member.
    pub fn may_keep_recipes(&self) -> Result<OwnerId, AppError> {
        match self {
            Self::Guest { .. } | Self::Member { .. } => self.canonical(),
            _ => Err(AppError::Unauthorized),
        }
    }

    /// `guest` or `authenticated`, for logs; `None` for others.
    #[must_use]
    pub fn user_type(&self) -> Option<&'static str> {
        match self {
            Self::Guest { .. } => Some("guest"),
            Self::Member { .. } => Some("authenticated"),
            Self::Bearer { .. } | Self::Anonymous => None,
        }
    }

    /// Whether one of the caller's names owns the recipe. The owner of a member's recipes is the `sub`, so
    /// guest sessions with the same identity id have no access.
    #[must_use]
    pub fn owns(&self, recipe: &Recipe) -> bool {
        self.names().contains(&recipe.owner)
    }

    /// Only allows bearers of an owner token, which every change of a recipe requires.
    pub fn may_change_own(&self) -> Result<(), AppError> {
        match self {
            Self::Bearer { .. } => Ok(()),
            _ => Err(AppError::Unauthorized),
        }
    }
}
