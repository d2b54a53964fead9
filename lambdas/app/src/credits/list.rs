//! The queries: each answers what is the caller's own, and nothing else.

use std::collections::BTreeMap;

use billing::ledger::{
    HoldId, HoldState, Key, Lookups, Moment, Needs, PaymentIntent, Store, Transaction, UserId,
};

use crate::caller::Caller;
use crate::credits::reads::CreditReads;
use crate::credits::view::{BalanceView, GrantView, PurchaseView, TransactionView};
use crate::error::AppError;
use crate::key_condition::TimeKeyCondition;
use crate::listing::{ListArguments, Listing, Query, SortDirection};

/// Who may see credits: a member, and their own.
///
/// # Errors
/// [`AppError::Unauthorized`] for everyone else.
pub fn own(caller: &Caller, user_id: Option<&str>) -> Result<UserId, AppError> {
    match caller {
        Caller::Member { user, .. } if user_id.is_none_or(|id| id == user.secret()) => {
            UserId::new(user.secret()).map_err(|_| AppError::Unauthorized)
        }
        _ => Err(AppError::Unauthorized),
    }
}

/// The member's balance; an empty list before the first credit.
///
/// # Errors
/// [`AppError::InvalidInput`] for arguments out of their bounds; [`AppError::Busy`] or [`AppError::Internal`] where the rows
/// cannot be read.
pub async fn balance(
    rows: &(impl Store + CreditReads),
    member: &UserId,
    arguments: &ListArguments,
    now: Moment,
) -> Result<Listing, AppError> {
    let of = ["balance", member.as_str()];
    let query = Query::read(&of, &TimeKeyCondition::default(), arguments, SortDirection::Asc)?;
    query.begins()?;
    let state = rows.read(&account(member)).await?;
    let open = rows.open_holds(member).await?;
    query.page(BalanceView::of(&state, &open, now), None)
}

/// The balance as it is now; `None` before the first credit.
///
/// # Errors
/// [`AppError::Busy`] or [`AppError::Internal`] where the rows cannot be read.
pub async fn balance_of(
    rows: &(impl Store + CreditReads),
    member: &UserId,
    now: Moment,
) -> Result<Option<BalanceView>, AppError> {
    let state = rows.read(&account(member)).await?;
    Ok(BalanceView::of(&state, &rows.open_holds(member).await?, now))
}

pub(super) fn account(member: &UserId) -> Needs {
    Needs { member: member.clone(), account: true, key: None, hold: None, purchase: None }
}

/// The member's grants, those that expire first before the others unless told otherwise.
///
/// # Errors
/// As [`balance`] answers them.
pub async fn grants(
    rows: &impl CreditReads,
    member: &UserId,
    condition: &TimeKeyCondition,
    arguments: &ListArguments,
    now: Moment,
) -> Result<Listing, AppError> {
    let query = Query::read(&["grants", member.as_str()], condition, arguments, SortDirection::Asc)?;
    let Some(request) = &query.request else { return Ok(Listing::EMPTY) };
    let page = rows.grants(member, request).await?;
    query.page(page.rows.iter().map(|grant| GrantView::of(grant, now)), page.next)
}

/// The member's transactions, the newest first unless told otherwise.
///
/// # Errors
/// As [`balance`] answers them.
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

/// What the member has done under a key; nothing where it was somebody else, or nobody.
///
/// # Errors
/// As [`balance`] answers them.
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

/// The member's purchases, the newest first unless told otherwise.
///
/// # Errors
/// As [`balance`] answers them.
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

/// The member's purchase with this payment intent; nothing where it is somebody else's, or nobody's.
///
/// # Errors
/// As [`balance`] answers them.
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

/// Transactions with what has become of their holds.
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
