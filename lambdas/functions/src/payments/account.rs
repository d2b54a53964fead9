//! What every function that has to do with payments shares: the ledger, the account at Stripe, and how purchases and their
//! errors are told over REST.

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
pub use billing::ledger::Moment;

/// The time-out of the functions that ask Stripe, in template.yaml: API Gateway itself waits for 29 seconds.
const TIMEOUT: Duration = Duration::from_secs(25);
/// How long whoever finds a row being written waits in all.
const RETRY_TIMEOUT: Duration = Duration::from_secs(4);

/// The ledger, and the account at Stripe with the keys that Secrets Manager keeps.
pub struct Payments {
    /// The rows of credits and purchases.
    pub ledger: DynamoLedger,
    secret: CachedSecret<Option<Arc<Account>>>,
    mode: Mode,
    /// Where the stand-in is, in the local stage alone.
    url: Option<String>,
    is_off: bool,
}

impl Payments {
    /// Reads `LEDGER_TABLE`, `STRIPE_SECRET`, `PAYMENT_MODE`, `LIMITS` and `LOCAL_STRIPE`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
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

    /// Refuses everything where there are no credits.
    ///
    /// # Errors
    /// 404 `CREDITS_OFF`.
    pub fn on(&self) -> Result<(), RestError> {
        if self.is_off {
            return Err(RestError::new(404, "CREDITS_OFF", "There are no credits here: everything is free."));
        }
        Ok(())
    }

    /// The account at Stripe, as read at most five minutes ago.
    ///
    /// # Errors
    /// 503 `PROVIDER_UNAVAILABLE` while no keys have been put in, or others than this stage's.
    pub async fn account(&self) -> Result<Arc<Account>, RestError> {
        found(self.secret.current(|text| self.read(text)).await)
    }

    /// The account for somebody whose signature the known secrets do not fit: they may have been changed.
    ///
    /// # Errors
    /// As [`Self::account`].
    pub async fn account_anew(&self) -> Result<Arc<Account>, RestError> {
        found(self.secret.reread(|text| self.read(text)).await)
    }

    fn read(&self, text: &str) -> Result<Option<Arc<Account>>, AppError> {
        let account = Account::read(text, self.mode, self.url.as_deref());
        account.map(|account| account.map(Arc::new)).map_err(|error| AppError::Internal(error.to_string()))
    }

    /// The service over the ledger and this account.
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
                .because(cause))
        }
        Err(error) => Err(error.into()),
    }
}

/// How the ledger's writers wait for each other.
#[must_use]
pub fn retry_policy() -> Backoff {
    Backoff::within(RETRY_TIMEOUT)
}

/// The present moment, as the ledger has it.
#[must_use]
pub fn now() -> Moment {
    Moment::from(crate::runtime::now())
}
