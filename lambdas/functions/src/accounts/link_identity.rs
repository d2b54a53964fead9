//! Pre-sign-up trigger of the user pool. Links a Google sign-in to the account with the same email, and
//! refuses duplicate accounts with a message that Cognito shows.

use std::time::Duration;

use crate::runtime::Subject;
use app::AppError;
use app::linking::{self, Arrival};
use aws::{Clients, CognitoAccounts};
use serde::Deserialize;
use serde_json::Value;

const COGNITO_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for all calls of one event; it leaves time to answer.
const CALLS_TIMEOUT: Duration = Duration::from_millis(4_500);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    clients: Clients,
}

/// Cognito's event, which is also the answer.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct SignUpEvent(Value);

impl Subject for SignUpEvent {
    fn subject(&self) -> String {
        // Only the trigger: the rest identifies a person.
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
            // `Google_1234567890`: provider and the user's id at the provider.
            "PreSignUp_ExternalProvider" => {
                let (provider, subject) = self.text("/userName").split_once('_')?;
                provider.eq_ignore_ascii_case("google").then_some(Arrival::Google { subject })
            }
            _ => None,
        }
    }
}

impl Function {
    /// Reads no settings; each event names the pool.
    pub async fn from_env() -> Self {
        Self { clients: Clients::within(COGNITO_TIMEOUT).await }
    }

    /// Decides on a sign-up and returns the event.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] with the message that Cognito shows; [`AppError::Busy`] if the calls take too
    /// long.
    pub async fn handle(&self, event: SignUpEvent) -> Result<Value, AppError> {
        // Users created by an administrator are not sign-ups.
        if let Some(arrival) = event.arrival() {
            let accounts = CognitoAccounts::new(&self.clients, event.text("/userPoolId").to_owned());
            let accounts =
                accounts.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?;
            let email = event.text("/request/userAttributes/email");
            let is_verified = event.text("/request/userAttributes/email_verified") == "true";
            let decision = linking::before_sign_up(&accounts, arrival, email, is_verified);
            tokio::time::timeout(CALLS_TIMEOUT, decision).await.map_err(|_| AppError::Busy)??;
        }
        Ok(event.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_up_kind_is_read_from_the_event() {
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
