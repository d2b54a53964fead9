//! Who calls, and whose recipe it is: the one place that decides ownership.

use std::collections::BTreeSet;

use crate::error::AppError;
use crate::ids::OwnerId;
use crate::model::Recipe;

/// The user pool's group of admins, as template.yaml names it.
pub const ADMINS: &str = "Admin";

/// Who calls, after AppSync has verified it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A guest of the identity pool.
    Guest {
        /// Identity id of the identity pool, which AppSync has verified at this call.
        identity: OwnerId,
    },
    /// Someone who has signed in.
    Member {
        /// The pool's `sub`, the "user name" everywhere.
        user: OwnerId,
        /// Known in IAM mode only.
        identity: Option<OwnerId>,
    },
    /// The bearer of an owner token that we issued.
    Bearer {
        /// The identity id that AppSync had verified when the token was issued.
        identity: OwnerId,
        /// The `sub`, for a member.
        user: Option<OwnerId>,
    },
    /// Who has proved nothing that we know: for instance no identity, an anonymous token, or a role that is not ours.
    Anonymous,
    /// The IAM role of fn-publish, which alone may publish changes of recipes.
    Publisher,
}

impl Caller {
    /// Every name under which the caller may own recipes.
    #[must_use]
    pub fn names(&self) -> BTreeSet<OwnerId> {
        let (first, second) = match self {
            Self::Guest { identity } => (Some(identity), None),
            Self::Member { user, identity } => (Some(user), identity.as_ref()),
            Self::Bearer { identity, user } => (Some(identity), user.as_ref()),
            Self::Anonymous | Self::Publisher => (None, None),
        };
        first.into_iter().chain(second).cloned().collect()
    }

    /// The one name under which the caller's recipes are stored: the user name, else the identity id.
    ///
    /// # Errors
    /// [`AppError::AuthenticationRequired`] for a caller without a name.
    pub fn canonical(&self) -> Result<OwnerId, AppError> {
        match self {
            Self::Member { user, .. } | Self::Bearer { user: Some(user), .. } => Ok(user.clone()),
            Self::Guest { identity } | Self::Bearer { identity, user: None } => Ok(identity.clone()),
            Self::Anonymous | Self::Publisher => Err(AppError::AuthenticationRequired),
        }
    }

    /// The `sub` of a member, who pays with credits; `None` for everyone else.
    #[must_use]
    pub fn member(&self) -> Option<&OwnerId> {
        match self {
            Self::Member { user, .. } | Self::Bearer { user: Some(user), .. } => Some(user),
            Self::Guest { .. } | Self::Bearer { user: None, .. } | Self::Anonymous | Self::Publisher => None,
        }
    }

    /// Under which name the caller keeps recipes: guests and members do, in the modes in which AppSync has verified
    /// them at this call.
    ///
    /// # Errors
    /// [`AppError::Unauthorized`] for everyone else.
    pub fn may_keep_recipes(&self) -> Result<OwnerId, AppError> {
        match self {
            Self::Guest { .. } | Self::Member { .. } => self.canonical(),
            _ => Err(AppError::Unauthorized),
        }
    }

    /// What a log may say of the caller: `guest` or `authenticated`; `None` for who is neither.
    #[must_use]
    pub fn user_type(&self) -> Option<&'static str> {
        match self {
            Self::Guest { .. } => Some("guest"),
            Self::Member { .. } => Some("authenticated"),
            Self::Bearer { .. } | Self::Anonymous | Self::Publisher => None,
        }
    }

    /// Whether the recipe is the caller's: it lies in the list of one of their names. A member's lies in that of the
    /// user name, so that it answers only who has signed in, though Cognito often keeps the identity id of the guest.
    #[must_use]
    pub fn owns(&self, recipe: &Recipe) -> bool {
        self.names().contains(&recipe.owner)
    }

    /// Lets pass only who has proved with a token who they are: the mode of every change.
    ///
    /// # Errors
    /// [`AppError::Unauthorized`] for everyone else.
    pub fn may_change_own(&self) -> Result<(), AppError> {
        match self {
            Self::Bearer { .. } => Ok(()),
            _ => Err(AppError::Unauthorized),
        }
    }
}
