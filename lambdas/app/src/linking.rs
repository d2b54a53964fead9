//! One person, one account: a password and a Google sign-in with the same e-mail address belong together, if both
//! have shown that the address is theirs.

use crate::error::AppError;
use crate::ports::{KnownUser, SignIns};

/// How somebody comes who was not there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival<'a> {
    /// With an e-mail address and a password.
    Password,
    /// From Google.
    Google {
        /// Google's own name of the account.
        subject: &'a str,
    },
}

const NOT_VERIFIED_BY_GOOGLE: &str =
    "Google has not verified your e-mail address. Sign up with e-mail and password instead.";
const NOT_VERIFIED_HERE: &str =
    "There is an account with this e-mail address, which it has not verified. Sign in with its password.";
const FROM_GOOGLE: &str = "There is an account with this e-mail address already. Continue with Google.";

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
        return Err(AppError::InvalidInput("An account needs an e-mail address."));
    }
    let known = sign_ins.users_of(email).await?;
    match arrival {
        Arrival::Password => match known.iter().find(|user| user.is_external) {
            Some(_) => Err(AppError::InvalidInput(FROM_GOOGLE)),
            None => Ok(()),
        },
        Arrival::Google { .. } if !is_email_verified => Err(AppError::InvalidInput(NOT_VERIFIED_BY_GOOGLE)),
        Arrival::Google { subject } => {
            let own = known.iter().find(|user| user.is_confirmed && !user.is_external);
            match own {
                None => Ok(()),
                Some(KnownUser { is_email_verified: false, .. }) => {
                    Err(AppError::InvalidInput(NOT_VERIFIED_HERE))
                }
                Some(user) => Ok(sign_ins.link_google(subject, &user.name).await?),
            }
        }
    }
}
