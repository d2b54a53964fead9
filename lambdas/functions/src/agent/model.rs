//! What every function that asks the recipe agent's model shares: the model of the settings, the day of whoever it is asked for, which
//! pays for it, and an even clock.

mod clock;
mod paid;

use agent::Price;
use agent::{RunId, StoreError};
use app::AppError;
use aws::bedrock::Bedrock;
use aws::{Clients, DynamoSpending, random_id};

pub use clock::MonotonicClock;
pub use paid::{Account, PaidModel};

/// The model that the operator has chosen, with what it costs and what a day may cost one person.
#[derive(Debug)]
pub struct Assistant {
    model: Bedrock,
    price: Price,
    spending: DynamoSpending,
    cents: u32,
}

impl Assistant {
    /// Reads `BEDROCK_MODEL_ID`, without which there is no assistant, `MODEL_PRICE`, `DAY_BUDGET` (US cents for a person) and
    /// `CONVERSATIONS_TABLE`, in which days are kept.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
    pub fn from_env(clients: &Clients) -> Result<Option<Self>, AppError> {
        let Some(model_id) = crate::runtime::optional("BEDROCK_MODEL_ID") else { return Ok(None) };
        let price = Price::of(&model_id, crate::runtime::optional("MODEL_PRICE").as_deref());
        let cents = crate::runtime::required("DAY_BUDGET")?.parse();
        let table = crate::runtime::required("CONVERSATIONS_TABLE")?;
        Ok(Some(Self {
            model: Bedrock::new(clients.config(), model_id),
            price: price.map_err(|error| AppError::Internal(format!("MODEL_PRICE: {error}")))?,
            spending: DynamoSpending::new(clients.dynamodb(), table),
            cents: cents
                .map_err(|_| AppError::Internal("DAY_BUDGET is no whole number of US cents".to_owned()))?,
        }))
    }

    /// The same of a function that is nothing without one.
    ///
    /// # Errors
    /// [`AppError::Internal`], also where there is no assistant.
    pub fn required_from_env(clients: &Clients) -> Result<Self, AppError> {
        let missing = || AppError::Internal("the setting BEDROCK_MODEL_ID is missing".to_owned());
        Self::from_env(clients)?.ok_or_else(missing)
    }

    /// The model, paid for by the day of whoever it is asked for.
    #[must_use]
    pub fn paid(&self) -> PaidModel<'_, Bedrock, DynamoSpending> {
        PaidModel { model: &self.model, price: self.price, spending: &self.spending, cents: self.cents }
    }
}

/// A run of its own, which no other has been.
///
/// # Errors
/// [`AppError::Internal`] where the system has no random numbers.
pub fn new_run() -> Result<RunId, AppError> {
    RunId::parse(&random_id()?).map_err(|error| AppError::Internal(error.to_string()))
}

/// What an error of the agent's stores means to whoever calls a function.
#[must_use]
pub fn store_error(error: StoreError) -> AppError {
    match error {
        StoreError::Busy(_) => AppError::Busy,
        StoreError::Broken(detail) => AppError::Internal(detail),
    }
}
