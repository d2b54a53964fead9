use std::collections::BTreeMap;

use billing::ledger::{HoldId, HoldState, Key, Lookups, Needs, PaymentIntent, Store, Transaction, UserId};
use zest_core::Timestamp;

use crate::caller::Caller;
use crate::credits::reads::CreditReads;
use crate::credits::view::{BalanceView, GrantView, PurchaseView, TransactionView};
use crate::error::AppError;
use crate::key_condition::TimeKeyCondition;
use crate::listing::{ListArguments, Listing, Query, SortDirection};

/// The calling member's id; [`AppError::Unauthorized`] for other callers and another `user_id`.
pub fn own(caller: &Caller, user_id: Option<&str>) -> Result<UserId, AppError> {
    match caller {
        Caller::Member { user, .. } if user_id.is_none_or(|id| id == user.secret()) => {
            UserId::new(user.secret()).map_err(|_| AppError::Unauthorized)
        }
        _ => Err(AppError::Unauthorized),
    }
}

/// Balance as a list; empty before the first credit.
pub async fn balance(
    rows: &(impl Store + CreditReads),
    member: &UserId,
    arguments: &ListArguments,
    now: Timestamp,
) -> Result<Listing, AppError> {
    let of = ["balance", member.as_str()];
    let query = Query::read(&of, &TimeKeyCondition::default(), arguments, SortDirection::Asc)?;
    query.begins()?;
    let state = rows.read(&account(member)).await?;
    let open = rows.open_holds(member).await?;
    query.page(BalanceView::of(&state, &open, now), None)
}

/// Current balance; `None` before the first credit.
pub async fn balance_of(
    rows: &(impl Store + CreditReads),
    member: &UserId,
    now: Timestamp,
) -> Result<Option<BalanceView>, AppError> {
    let state = rows.read(&account(member)).await?;
    Ok(BalanceView::of(&state, &rows.open_holds(member).await?, now))
}

pub(super) fn account(member: &UserId) -> Needs {
    Needs { member: member.clone(), account: true, key: None, hold: None, purchase: None }
}

/// Grants, by default in order of expiry.
pub async fn grants(
    rows: &impl CreditReads,
    member: &UserId,
    condition: &TimeKeyCondition,
    arguments: &ListArguments,
    now: Timestamp,
) -> Result<Listing, AppError> {
    let query = Query::read(&["grants", member.as_str()], condition, arguments, SortDirection::Asc)?;
    let Some(request) = &query.request else { return Ok(Listing::EMPTY) };
    let page = rows.grants(member, request).await?;
    query.page(page.rows.iter().map(|grant| GrantView::of(grant, now)), page.next)
}

/// Transactions, by default newest first.
pub async fn transactions(
    rows: &impl CreditReads,
    member: &UserId,
    condition: &TimeKeyCondition,
    arguments: &ListArguments,
) -> Result<Listing, AppError> {
    let query = Query::read(&["transactions", member.as_str()], condition, arguments, SortDirection::Desc)?;
    let Some(request) = &query.request else { return Ok(Listing::EMPTY) };
    let page = rows.transactions(member, request).await?;
    let views = shown(rows, member, &page.rows).await?;
    query.page(views, page.next)
}

/// The member's transaction with an idempotency key, if any.
pub async fn transaction_of(
    rows: &impl CreditReads,
    member: &UserId,
    key: &str,
    arguments: &ListArguments,
) -> Result<Listing, AppError> {
    let condition = TimeKeyCondition::default();
    let query =
        Query::read(&["transaction", member.as_str(), key], &condition, arguments, SortDirection::Desc)?;
    query.begins()?;
    let Some(key) = Key::parse(key) else { return Ok(Listing::EMPTY) };
    let found: Vec<_> = rows.transaction_of(member, &key).await?.into_iter().collect();
    let views = shown(rows, member, &found).await?;
    query.page(views, None)
}

/// Purchases, by default newest first.
pub async fn purchases(
    rows: &impl CreditReads,
    member: &UserId,
    condition: &TimeKeyCondition,
    arguments: &ListArguments,
) -> Result<Listing, AppError> {
    let query = Query::read(&["purchases", member.as_str()], condition, arguments, SortDirection::Desc)?;
    let Some(request) = &query.request else { return Ok(Listing::EMPTY) };
    let page = rows.purchases(member, request).await?;
    query.page(page.rows.iter().map(PurchaseView::of), page.next)
}

/// The member's purchase with this payment intent, if any.
pub async fn purchase_of(
    rows: &impl Lookups,
    member: &UserId,
    intent: &str,
    arguments: &ListArguments,
) -> Result<Listing, AppError> {
    let condition = TimeKeyCondition::default();
    let query =
        Query::read(&["purchase", member.as_str(), intent], &condition, arguments, SortDirection::Desc)?;
    query.begins()?;
    let Ok(intent) = PaymentIntent::new(intent) else { return Ok(Listing::EMPTY) };
    let found = rows.purchase_of(&intent).await?.filter(|purchase| purchase.member == *member);
    query.page(found.as_ref().map(PurchaseView::of), None)
}

async fn shown(
    rows: &impl CreditReads,
    member: &UserId,
    transactions: &[Transaction],
) -> Result<Vec<TransactionView>, AppError> {
    let ids: Vec<HoldId> = transactions.iter().filter_map(Transaction::hold).collect();
    let holds = if ids.is_empty() { Vec::new() } else { rows.holds(member, ids).await? };
    let holds: BTreeMap<HoldId, HoldState> = holds.into_iter().map(|hold| (hold.id, hold.state)).collect();
    transactions.iter().map(|transaction| TransactionView::of(transaction, &holds)).collect()
}
