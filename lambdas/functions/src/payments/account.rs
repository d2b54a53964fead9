//! Shared setup of the payment functions: ledger, Stripe account, and REST representation of purchases and
//! errors.

mod answers;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::runtime::RestError;
use app::AppError;
use aws::{Backoff, CachedSecret, Clients, DynamoLedger};
use billing::payments::{Mode, PurchaseService};
use stripe_provider::{Account, Stripe};

pub use answers::{purchase_error, shown};
pub use zest_core::Timestamp;

/// Timeout of the REST functions that call Stripe, as in template.yaml; API Gateway's is 29 seconds.
const TIMEOUT: Duration = Duration::from_secs(25);
const RETRY_TIMEOUT: Duration = Duration::from_secs(4);

/// The ledger, and the Stripe account from Secrets Manager.
pub struct Payments {
    /// Credits and purchases.
    pub ledger: DynamoLedger,
    secret: CachedSecret<Option<Arc<Account>>>,
    mode: Mode,
    /// Address of the stand-in; local stage only.
    url: Option<String>,
    is_off: bool,
}

impl Payments {
    /// Reads `LEDGER_TABLE`, `STRIPE_SECRET`, `PAYMENT_MODE`, `LIMITS` and `LOCAL_STRIPE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        let mode = match crate::runtime::required("PAYMENT_MODE")?.as_str() {
            "live" => Mode::Live,
            "test" => Mode::Test,
            _ => return Err(AppError::Internal("PAYMENT_MODE must be live or test".to_owned())),
        };
        Ok(Self {
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
            secret: CachedSecret::new(clients.secrets_manager(), crate::runtime::required("STRIPE_SECRET")?),
            mode,
            url: crate::runtime::optional("LOCAL_STRIPE"),
            is_off: crate::runtime::optional("LIMITS").as_deref() == Some("off"),
        })
    }

    /// Checks that credits are enabled.
    ///
    /// # Errors
    /// 404 `CREDITS_OFF`.
    pub fn on(&self) -> Result<(), RestError> {
        if self.is_off {
            return Err(RestError::new(404, "CREDITS_OFF", "There are no credits here: everything is free."));
        }
        Ok(())
    }

    /// The Stripe account, cached for at most five minutes.
    ///
    /// # Errors
    /// 503 `PROVIDER_UNAVAILABLE` without usable keys.
    pub async fn account(&self) -> Result<Arc<Account>, RestError> {
        found(self.secret.current(|text| self.read(text)).await)
    }

    /// The Stripe account, read again because no known secret matched a signature.
    pub async fn reread_account(&self) -> Result<Arc<Account>, RestError> {
        found(self.secret.reread(|text| self.read(text)).await)
    }

    fn read(&self, text: &str) -> Result<Option<Arc<Account>>, AppError> {
        let account = Account::read(text, self.mode, self.url.as_deref());
        account.map(|account| account.map(Arc::new)).map_err(|error| AppError::internal(&error))
    }

    /// The purchase service over the ledger and this account.
    #[must_use]
    pub fn service<'a>(&'a self, account: &'a Account) -> PurchaseService<'a, DynamoLedger, Stripe> {
        PurchaseService {
            ledger: &self.ledger,
            provider: &account.stripe,
            mode: account.mode,
            metadata: BTreeMap::new(),
        }
    }
}

fn found(read: Result<Option<Arc<Account>>, AppError>) -> Result<Arc<Account>, RestError> {
    let unavailable = |message: &str| RestError::new(503, "PROVIDER_UNAVAILABLE", message);
    match read {
        Ok(Some(account)) => Ok(account),
        Ok(None) => Err(unavailable("Credits can't be bought here yet: no payment provider is set up.")),
        Err(AppError::Internal(cause)) => {
            Err(unavailable("Credits can't be bought just now: the payment provider is not set up rightly.")
                .with_cause(cause))
        }
        Err(error) => Err(error.into()),
    }
}

/// Retry policy for ledger conflicts.
#[must_use]
pub fn retry_policy() -> Backoff {
    Backoff::within(RETRY_TIMEOUT)
}

/// The current time.
#[must_use]
pub fn now() -> Timestamp {
    crate::runtime::now()
}
