//! Resolvers of credit lists and changes. They only read the ledger.

use crate::runtime::{ResolverEvent, answer as write, arguments as read};
use app::credits;
use app::key_condition::TimeKeyCondition;
use app::listing::{ListArguments, Listing};
use app::owners::{self, Purpose};
use app::{AppError, Caller};
use aws::{Clients, DynamoLedger, DynamoRecipes};
use serde::Deserialize;
use serde_json::Value;
use zest_core::Timestamp;

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
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfMember {
    user_id: String,
    #[serde(default, alias = "expirationDate", alias = "createdAt", alias = "purchaseDate")]
    condition: Option<TimeKeyCondition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfKey {
    #[serde(alias = "stripePaymentIntentId")]
    idempotency_key: String,
}

impl Function {
    /// Reads `TABLE_NAME` and `LEDGER_TABLE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
        })
    }

    /// Resolves one field.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        let caller = owners::admit(&self.recipes, event.caller(), Purpose::Other).await?;
        match event.info.field_name.as_str() {
            "onCreditChange" => {
                let OfMember { user_id, .. } = read(&event.arguments)?;
                credits::own(&caller, Some(&user_id))?;
                Ok(Value::Null)
            }
            field => {
                let now = Timestamp::from_millis(crate::runtime::now().millis());
                write(&self.list(field, &caller, event.arguments, now).await?)
            }
        }
    }

    async fn list(
        &self,
        field: &str,
        caller: &Caller,
        arguments: Value,
        now: Timestamp,
    ) -> Result<Listing, AppError> {
        let ledger = &self.ledger;
        let list: ListArguments = read(&arguments)?;
        if let "listCreditTransactionByIdempotencyKey" | "listCreditPurchaseByStripePaymentIntentId" = field {
            let member = credits::own(caller, None)?;
            let OfKey { idempotency_key: key } = read(&arguments)?;
            return if field == "listCreditTransactionByIdempotencyKey" {
                credits::transaction_of(ledger, &member, &key, &list).await
            } else {
                credits::purchase_of(ledger, &member, &key, &list).await
            };
        }
        let OfMember { user_id, condition } = read(&arguments)?;
        let (member, condition) = (credits::own(caller, Some(&user_id))?, condition.unwrap_or_default());
        match field {
            "listUserCreditBalanceByUserId" => credits::balance(ledger, &member, &list, now).await,
            "listCreditGrantByUserIdAndExpirationDate" => {
                credits::grants(ledger, &member, &condition, &list, now).await
            }
            "listCreditTransactionByUserIdAndCreatedAt" => {
                credits::transactions(ledger, &member, &condition, &list).await
            }
            "listCreditPurchaseByUserIdAndPurchaseDate" => {
                credits::purchases(ledger, &member, &condition, &list).await
            }
            _ => Err(AppError::Internal(format!("no resolver for {field}"))),
        }
    }
}
