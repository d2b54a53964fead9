//! The Stripe account: API key and webhook secrets from Secrets Manager.

use std::fmt;

use billing::payments::{Mode, WebhookSecret};
use serde::Deserialize;

use crate::{Stripe, TIMEOUT};

/// The Stripe account of this stage.
pub struct Account {
    /// The API client with the account's key.
    pub stripe: Stripe,
    /// Valid webhook secrets, two during rotation.
    pub webhook_secrets: Vec<WebhookSecret>,
    /// Live or test mode.
    pub mode: Mode,
}

/// Omits the key, which must not be logged.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("mode", &self.mode).finish_non_exhaustive()
    }
}

/// Why the secret is invalid. The error messages do not contain the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAccount {
    /// Not the expected JSON document.
    #[error("the secret of Stripe is not {{\"secretKey\", \"webhookSecrets\"}}")]
    Unreadable,
    /// The key is not a secret or restricted key of this mode.
    #[error("the secret key of Stripe is not one of this stage's mode")]
    OtherMode,
    /// A webhook secret is invalid, or there are not one or two.
    #[error("webhookSecrets of the secret of Stripe must be one or two that begin with whsec_")]
    BadWebhookSecret,
    /// The key or address cannot be used in a request.
    #[error("the secret key of Stripe or its address is not valid")]
    Unusable,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Document {
    #[serde(default)]
    secret_key: String,
    #[serde(default)]
    webhook_secrets: Vec<String>,
}

impl Account {
    /// Parses `{"secretKey": "sk_…", "webhookSecrets": ["whsec_…"]}`; `None` while the values are empty.
    /// `url` replaces Stripe's address.
    ///
    /// # Errors
    /// [`BadAccount`] for an invalid document.
    pub fn read(text: &str, mode: Mode, url: Option<&str>) -> Result<Option<Self>, BadAccount> {
        let document: Document = serde_json::from_str(text).map_err(|_| BadAccount::Unreadable)?;
        if document.secret_key.is_empty() && document.webhook_secrets.is_empty() {
            return Ok(None);
        }
        let prefixes = match mode {
            Mode::Live => ["sk_live_", "rk_live_"],
            Mode::Test => ["sk_test_", "rk_test_"],
        };
        if !prefixes.iter().any(|prefix| document.secret_key.starts_with(prefix)) {
            return Err(BadAccount::OtherMode);
        }
        let secrets = document.webhook_secrets.iter().map(|text| WebhookSecret::new(text));
        let webhook_secrets: Vec<_> = secrets.collect::<Option<_>>().ok_or(BadAccount::BadWebhookSecret)?;
        if !(1..=2).contains(&webhook_secrets.len()) {
            return Err(BadAccount::BadWebhookSecret);
        }
        let stripe = Stripe::new(&document.secret_key, url, TIMEOUT).map_err(|_| BadAccount::Unusable)?;
        Ok(Some(Self { stripe, webhook_secrets, mode }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEBHOOK: &str = "whsec_0123456789abcdef";

    fn read(text: &str, mode: Mode) -> Result<Option<Account>, BadAccount> {
        Account::read(text, mode, Some("http://127.0.0.1:1"))
    }

    fn document(key: &str, webhooks: &[&str]) -> String {
        serde_json::json!({ "secretKey": key, "webhookSecrets": webhooks }).to_string()
    }

    #[test]
    fn empty_secret_is_no_account() {
        for empty in ["{}".to_owned(), document("", &[])] {
            assert!(read(&empty, Mode::Live).unwrap().is_none());
        }
    }

    #[test]
    fn two_webhook_secrets_are_valid_during_rotation() {
        let account = read(&document("sk_test_1", &[WEBHOOK, WEBHOOK]), Mode::Test).unwrap().unwrap();
        assert_eq!((account.webhook_secrets.len(), account.mode), (2, Mode::Test));
        assert!(!format!("{account:?}").contains("whsec"));
    }

    #[test]
    fn error_message_omits_the_secret() {
        for (text, mode, wrong) in [
            ("sk_test_1".to_owned(), Mode::Test, BadAccount::Unreadable),
            (document("sk_test_1", &[WEBHOOK]), Mode::Live, BadAccount::OtherMode),
            (document("sk_live_1", &[WEBHOOK]), Mode::Test, BadAccount::OtherMode),
            (document("pk_test_1", &[WEBHOOK]), Mode::Test, BadAccount::OtherMode),
            (document("sk_test_1", &[]), Mode::Test, BadAccount::BadWebhookSecret),
            (document("sk_test_1", &[WEBHOOK; 3]), Mode::Test, BadAccount::BadWebhookSecret),
            (document("sk_test_1", &["secret"]), Mode::Test, BadAccount::BadWebhookSecret),
            (document("sk_test_\n", &[WEBHOOK]), Mode::Test, BadAccount::Unusable),
        ] {
            let error = read(&text, mode).unwrap_err();
            assert_eq!(error, wrong, "{text}");
            assert!(!error.to_string().contains("sk_"), "{error}");
        }
    }
}
