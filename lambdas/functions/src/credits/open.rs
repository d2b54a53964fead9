//! Resolver of `Mutation.openCredits`. No other function grants promotional credits.

use std::time::Duration;

use crate::runtime::ResolverEvent;
use app::credits::promotion::{self, Addresses};
use app::credits::{self, BalanceView};
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use app::{AppError, Caller};
use aws::{Backoff, Clients, CognitoAccounts, DynamoLedger, DynamoRecipes, TokenKeys};
use billing::ledger::UserId;

const RETRY_TIMEOUT: Duration = Duration::from_secs(4);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    ledger: DynamoLedger,
    accounts: CognitoAccounts,
    keys: TokenKeys,
    has_credits: bool,
}

impl Function {
    /// Reads `USER_POOL`, `TABLE_NAME`, `LEDGER_TABLE`, `ADDRESS_SECRET` and `LIMITS`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let accounts = CognitoAccounts::new(&clients, crate::runtime::required("USER_POOL")?);
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
            accounts: accounts.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("ADDRESS_SECRET")?),
            has_credits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?.is_some(),
        })
    }

    /// Grants new members their promotional credits. Returns the balance, if there is one.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Option<BalanceView>, AppError> {
        if event.info.field_name != "openCredits" {
            return Err(AppError::Internal(format!("no resolver for {}", event.info.field_name)));
        }
        event.check_selection()?;
        let caller: Caller = owners::admit(&self.recipes, event.caller(), Purpose::Other).await?;
        let member = credits::own(&caller, None)?;
        if !self.has_credits {
            return Ok(None);
        }
        let now = crate::runtime::now();
        let address = self.address(&event, &member).await?;
        let (ring, retry) = (self.keys.for_issuing().await?, &mut Backoff::within(RETRY_TIMEOUT));
        promotion::welcome(&self.ledger, &ring, &member, address.as_deref(), now, retry).await?;
        credits::balance_of(&self.ledger, &member, now).await
    }

    async fn address(&self, event: &ResolverEvent, member: &UserId) -> Result<Option<String>, AppError> {
        let Some(name) = event.pool_name() else { return Ok(None) };
        Ok(self.accounts.verified_address(name, member.as_str()).await?)
    }
}
