use std::collections::BTreeMap;

use billing::ledger::{
    Balance, Credits, Currency, GrantRow, GrantType, HoldId, HoldRow, HoldState, Key, Kind, Purchase,
    PurchaseStatus, Scope, State, Transaction, TransactionType,
};
use serde::Serialize;
use zest_core::Timestamp;

use crate::error::AppError;
use crate::holds;
use crate::job::Job;

/// Metadata key of the admin's name, which is not shown.
const NOT_SHOWN: &str = "who";

/// Balance with totals. The id is the member's `sub`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BalanceView {
    id: String,
    user_id: String,
    credit_balance: u32,
    held_credits: u32,
    lifetime_credits: u32,
    lifetime_usage: u32,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl BalanceView {
    /// Current balance without expired credits, even if the sweep has not removed them. `None` before the
    /// first credit.
    #[must_use]
    pub fn of(state: &State, open: &[HoldRow], now: Timestamp) -> Option<Self> {
        let balance: &Balance = state.balance.as_ref()?;
        let mut held = open.iter().filter(|hold| hold.state == HoldState::Held);
        let held = held.try_fold(Credits::ZERO, |sum, hold| sum.checked_add(hold.credits));
        Some(Self {
            id: balance.member.as_str().to_owned(),
            user_id: balance.member.as_str().to_owned(),
            credit_balance: state.shown(now).get(),
            held_credits: held.unwrap_or_default().get(),
            lifetime_credits: balance.lifetime_credits.get(),
            lifetime_usage: balance.lifetime_usage.get(),
            version: balance.version,
            created_at: balance.created_at,
            updated_at: balance.updated_at,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GrantView {
    id: String,
    user_id: String,
    purchase_id: Option<String>,
    credits_granted: u32,
    credits_remaining: u32,
    grant_type: GrantType,
    granted_date: Timestamp,
    expiration_date: Timestamp,
    expired: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl GrantView {
    pub(super) fn of(grant: &GrantRow, now: Timestamp) -> Self {
        Self {
            id: grant.id.as_str().to_owned(),
            user_id: grant.member.as_str().to_owned(),
            purchase_id: grant.purchase.as_ref().map(|id| id.as_str().to_owned()),
            credits_granted: grant.granted.get(),
            credits_remaining: grant.remaining.get(),
            grant_type: grant.kind,
            granted_date: grant.granted_at,
            expiration_date: grant.expires_at,
            expired: grant.is_over(now),
            created_at: grant.granted_at,
            updated_at: grant.updated_at,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TransactionView {
    id: String,
    user_id: String,
    credit_grant_id: Option<String>,
    amount: i64,
    transaction_type: TransactionType,
    kind: Kind,
    description: String,
    balance_after: u32,
    metadata: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    idempotency_key: Option<String>,
    hold_state: Option<HoldState>,
    recipe_id: Option<String>,
    conversation_id: Option<String>,
}

impl TransactionView {
    pub(super) fn of(
        transaction: &Transaction,
        holds: &BTreeMap<HoldId, HoldState>,
    ) -> Result<Self, AppError> {
        let key = transaction.key.as_ref();
        let state = transaction.hold().and_then(|id| holds.get(&id).copied());
        let metadata = transaction.metadata.iter().filter(|(name, _)| *name != NOT_SHOWN);
        let metadata = serde_json::to_string(&metadata.collect::<BTreeMap<_, _>>());
        Ok(Self {
            id: transaction.sequence.to_string(),
            user_id: transaction.member.as_str().to_owned(),
            credit_grant_id: transaction.allocations.first().map(|part| part.grant.as_str().to_owned()),
            amount: transaction.amount.get(),
            transaction_type: transaction.kind.transaction_type(),
            kind: transaction.kind,
            description: transaction.description.clone(),
            balance_after: transaction.balance_after.get(),
            metadata: metadata.map_err(|error| AppError::internal(&error))?,
            created_at: transaction.created_at,
            updated_at: transaction.created_at,
            idempotency_key: key.map(ToString::to_string),
            hold_state: state,
            recipe_id: key.and_then(recipe_of),
            conversation_id: key.and_then(conversation_of),
        })
    }
}

fn recipe_of(key: &Key) -> Option<String> {
    if !matches!(key.scope(), Scope::Hold | Scope::Release) {
        return None;
    }
    Some(Job::from_execution_name(key.text())?.id.as_str().to_owned())
}

fn conversation_of(key: &Key) -> Option<String> {
    if !matches!(key.scope(), Scope::Hold | Scope::Release) {
        return None;
    }
    holds::conversation_of(&HoldId::new(key.text()).ok()?).map(str::to_owned)
}

/// A purchase; `amount_usd` is `None` for other currencies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PurchaseView {
    id: String,
    user_id: String,
    stripe_payment_intent_id: Option<String>,
    stripe_checkout_session_id: Option<String>,
    package_id: String,
    amount_usd: Option<f64>,
    credits_purchased: u32,
    purchase_date: Timestamp,
    expiration_date: Option<Timestamp>,
    status: PurchaseStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl PurchaseView {
    pub(super) fn of(purchase: &Purchase) -> Self {
        let is_usd = purchase.price.currency == Currency::USD;
        Self {
            id: purchase.id.as_str().to_owned(),
            user_id: purchase.member.as_str().to_owned(),
            stripe_payment_intent_id: purchase.intent.as_ref().map(|id| id.as_str().to_owned()),
            stripe_checkout_session_id: purchase.session.as_ref().map(|id| id.as_str().to_owned()),
            package_id: purchase.package.as_str().to_owned(),
            amount_usd: is_usd.then(|| f64::from(purchase.price.cents.get()) / 100.0),
            credits_purchased: purchase.credits.get(),
            purchase_date: purchase.purchased_at,
            expiration_date: purchase.expires_at,
            status: purchase.status,
            created_at: purchase.purchased_at,
            updated_at: purchase.updated_at,
        }
    }
}
