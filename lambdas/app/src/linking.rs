//! Links a Google sign-in to an account with the same verified email address.

use std::future::Future;

use crate::error::AppError;
use crate::refusal::Refusal;
use zest_core::PortError;

/// An existing user with the same email address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownUser {
    /// User name in the pool.
    pub name: String,
    /// Whether the user confirmed the account or comes from a provider.
    pub is_confirmed: bool,
    /// Whether the email address is verified.
    pub is_email_verified: bool,
    /// Whether the user comes from a provider and has no password.
    pub is_external: bool,
}

/// Port to the users of the user pool and their sign-in methods.
pub trait SignIns: Send + Sync {
    /// All users with this email address.
    fn users_of(&self, email: &str) -> impl Future<Output = Result<Vec<KnownUser>, PortError>> + Send;

    /// Links the Google account `subject` to a user.
    fn link_google(&self, subject: &str, user: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// How a new user signs up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival<'a> {
    /// With email address and password.
    Password,
    /// With a Google account.
    Google {
        /// Google's id of the account.
        subject: &'a str,
    },
}

/// Allows a sign-up, links it to an existing account, or rejects it.
///
/// Ignores unconfirmed accounts. Confirming one could give it to an attacker who registered the address.
pub async fn before_sign_up(
    sign_ins: &impl SignIns,
    arrival: Arrival<'_>,
    email: &str,
    is_email_verified: bool,
) -> Result<(), AppError> {
    if email.is_empty() {
        return Err(AppError::InvalidInput(Refusal::NoEmailAddress));
    }
    let known = sign_ins.users_of(email).await?;
    match arrival {
        Arrival::Password => match known.iter().find(|user| user.is_external) {
            Some(_) => Err(AppError::InvalidInput(Refusal::FromGoogle)),
            None => Ok(()),
        },
        Arrival::Google { .. } if !is_email_verified => {
            Err(AppError::InvalidInput(Refusal::NotVerifiedByGoogle))
        }
        Arrival::Google { subject } => {
            let own = known.iter().find(|user| user.is_confirmed && !user.is_external);
            match own {
                None => Ok(()),
                Some(KnownUser { is_email_verified: false, .. }) => {
                    Err(AppError::InvalidInput(Refusal::NotVerifiedHere))
                }
                Some(user) => Ok(sign_ins.link_google(subject, &user.name).await?),
            }
        }
    }
}
