//! One person, one account: a password and a Google sign-in with the same e-mail address belong together, if both
//! have shown that the address is theirs.

use std::future::Future;

use crate::error::{AppError, PortError};
use crate::refusal::Refusal;

/// A user of the pool, as far as it matters to someone who arrives with the same e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownUser {
    /// The pool's name of the user.
    pub name: String,
    /// Whether they have ever shown a code, or came from a provider.
    pub is_confirmed: bool,
    /// Whether the address is known to be theirs.
    pub is_email_verified: bool,
    /// Whether they come from a provider and have no password here.
    pub is_external: bool,
}

/// The ways in which users sign in.
pub trait SignIns: Send + Sync {
    /// Everyone with this e-mail address.
    fn users_of(&self, email: &str) -> impl Future<Output = Result<Vec<KnownUser>, PortError>> + Send;

    /// Lets whoever Google knows as `subject` sign in as this user from now on.
    fn link_google(&self, subject: &str, user: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// How somebody comes who was not there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival<'a> {
    /// With an e-mail address and a password.
    Password,
    /// With a Google account, through the user pool's provider.
    Google {
        /// Google's own name of the account.
        subject: &'a str,
    },
}

/// Decides on a sign-up before it happens: lets it pass, links it to the account that is there, or refuses it.
///
/// An account that was never confirmed is nobody's, so it stands in nobody's way: to ask its would-be owner to
/// confirm it could hand an account to whoever has typed in a foreign address and a password.
///
/// # Errors
/// [`AppError::InvalidInput`] with a sentence for the person.
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
