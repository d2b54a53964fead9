//! The model of the recipe agent: configuration, daily budgets and a monotonic clock.

mod clock;
mod paid;

use agent::Price;
use agent::RunId;
use app::AppError;
use app::agent_budget::DayBudgets;
use aws::bedrock::Bedrock;
use aws::{Clients, DynamoSpending, random_id};

pub use clock::MonotonicClock;
pub use paid::{Account, PaidModel};

/// The configured model, its price, and the daily budgets.
#[derive(Debug)]
pub struct Assistant {
    model: Bedrock,
    price: Price,
    spending: DynamoSpending,
    budgets: DayBudgets,
}

impl Assistant {
    /// Reads `BEDROCK_MODEL_ID` (without it there is no assistant), `MODEL_PRICE`, `DAY_BUDGET` (US cents per
    /// person), `STAGE_DAY_BUDGET` (US cents in total) and `CONVERSATIONS_TABLE`, which stores daily
    /// spending.
    pub fn from_env(clients: &Clients) -> Result<Option<Self>, AppError> {
        let Some(model_id) = crate::runtime::optional("BEDROCK_MODEL_ID") else { return Ok(None) };
        let price = Price::of(&model_id, crate::runtime::optional("MODEL_PRICE").as_deref());
        let table = crate::runtime::required("CONVERSATIONS_TABLE")?;
        Ok(Some(Self {
            model: Bedrock::new(clients.config(), model_id),
            price: price.map_err(|error| AppError::Internal(format!("MODEL_PRICE: {error}")))?,
            spending: DynamoSpending::new(clients.dynamodb(), table),
            budgets: DayBudgets { person: cents("DAY_BUDGET")?, stage: cents("STAGE_DAY_BUDGET")? },
        }))
    }

    /// Like [`Self::from_env`], but an error if no assistant is configured.
    pub fn required_from_env(clients: &Clients) -> Result<Self, AppError> {
        let missing = || AppError::Internal("the setting BEDROCK_MODEL_ID is missing".to_owned());
        Self::from_env(clients)?.ok_or_else(missing)
    }

    /// The model, charged to the daily budgets of the caller and of the stage.
    #[must_use]
    pub fn paid(&self) -> PaidModel<'_, Bedrock, DynamoSpending> {
        PaidModel { model: &self.model, price: self.price, spending: &self.spending, budgets: self.budgets }
    }
}

fn cents(name: &'static str) -> Result<u32, AppError> {
    let parsed = crate::runtime::required(name)?.parse();
    parsed.map_err(|_| AppError::Internal(format!("{name} is no whole number of US cents")))
}

/// A new, unique run id.
pub fn new_run() -> Result<RunId, AppError> {
    RunId::parse(&random_id()?).map_err(|error| AppError::internal(&error))
}
