//! The user pool's trigger before a sign-up: links a Google sign-in to the account that has the same e-mail address,
//! and refuses what would make a second one. Cognito shows the sentence of a refusal.

use std::time::Duration;

use crate::runtime::Subject;
use app::AppError;
use app::linking::{self, Arrival};
use aws::{Clients, CognitoAccounts};
use serde::Deserialize;
use serde_json::Value;

/// Cognito waits five seconds for this function, which calls it twice at most, one after the other.
const TIME_PER_CALL: Duration = Duration::from_millis(2_500);

/// What the function holds between invocations.
pub struct Function {
    clients: Clients,
}

/// What Cognito sends, and wants back.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct SignUpEvent(Value);

impl Subject for SignUpEvent {
    fn subject(&self) -> String {
        // Which kind of sign-up; never whose.
        self.text("/triggerSource").to_owned()
    }
}

impl SignUpEvent {
    fn text(&self, pointer: &str) -> &str {
        self.0.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    fn arrival(&self) -> Option<Arrival<'_>> {
        match self.text("/triggerSource") {
            "PreSignUp_SignUp" => Some(Arrival::Password),
            // Google_1234567890: the provider, and who somebody is there.
            "PreSignUp_ExternalProvider" => {
                let (provider, subject) = self.text("/userName").split_once('_')?;
                provider.eq_ignore_ascii_case("google").then_some(Arrival::Google { subject })
            }
            _ => None,
        }
    }
}

impl Function {
    /// Reads the environment; which pool it is, each event says.
    pub async fn from_env() -> Self {
        Self { clients: Clients::within(TIME_PER_CALL).await }
    }

    /// Decides on one sign-up; the answer is the event.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] with the sentence that Cognito shows.
    pub async fn handle(&self, event: SignUpEvent) -> Result<Value, AppError> {
        // Whom an administrator has made is nobody's sign-up.
        if let Some(arrival) = event.arrival() {
            let accounts = CognitoAccounts::new(&self.clients, event.text("/userPoolId").to_owned());
            let accounts =
                accounts.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?;
            let email = event.text("/request/userAttributes/email");
            let is_verified = event.text("/request/userAttributes/email_verified") == "true";
            linking::before_sign_up(&accounts, arrival, email, is_verified).await?;
        }
        Ok(event.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_says_how_somebody_arrives() {
        for (source, name, expected) in [
            ("PreSignUp_SignUp", "1f0e", Some(Arrival::Password)),
            ("PreSignUp_ExternalProvider", "Google_123", Some(Arrival::Google { subject: "123" })),
            ("PreSignUp_ExternalProvider", "google_1_2", Some(Arrival::Google { subject: "1_2" })),
            ("PreSignUp_ExternalProvider", "Facebook_1", None),
            ("PreSignUp_ExternalProvider", "Google", None),
            ("PreSignUp_AdminCreateUser", "1f0e", None),
        ] {
            let event = SignUpEvent(serde_json::json!({ "triggerSource": source, "userName": name }));
            assert_eq!(event.arrival(), expected, "{source} {name}");
        }
    }
}
