//! The queries: each answers what is the caller's own, and nothing else.

use std::collections::BTreeMap;

use ledger::{HoldId, HoldState, Key, Lookups, Moment, Needs, PaymentIntent, Store, Transaction, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::caller::Caller;
use crate::credits::reads::{CreditReads, PageRequest};
use crate::credits::view::{BalanceView, GrantView, PurchaseView, TransactionView};
use crate::error::AppError;
use crate::filter::Filter;
use crate::key_condition::TimeKeyCondition;
use crate::page_token;
use crate::refusal::Refusal;

/// How many rows are read where nothing is said of it.
const USUAL_LIMIT: u32 = 100;
/// How many rows a caller may ask for at once.
const MOST_ROWS: u32 = 1000;

/// In which direction a list is read, by the moment that it is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SortDirection {
    /// The earliest first.
    Asc,
    /// The latest first.
    Desc,
}

/// The arguments that every list query takes beside its keys, as AppSync hands them on.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListArguments {
    filter: Option<Value>,
    limit: Option<i64>,
    next_token: Option<String>,
    sort_direction: Option<SortDirection>,
}

/// A page as the API answers it; it may hold fewer items than were read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// What the filter has let pass.
    pub items: Vec<Value>,
    /// Where the next page begins, if there may be one.
    pub next_token: Option<String>,
}

impl Listing {
    const EMPTY: Self = Self { items: Vec::new(), next_token: None };
}

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
    let query =
        Query::read("balance", member, &TimeKeyCondition::default(), "", arguments, SortDirection::Asc)?;
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
    let query = Query::read("grants", member, condition, "", arguments, SortDirection::Asc)?;
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
    let query = Query::read("transactions", member, condition, "", arguments, SortDirection::Desc)?;
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
    let query = Query::read("transaction", member, &condition, key, arguments, SortDirection::Desc)?;
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
    let query = Query::read("purchases", member, condition, "", arguments, SortDirection::Desc)?;
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
    let query = Query::read("purchase", member, &condition, intent, arguments, SortDirection::Desc)?;
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

/// A query as it was asked, in the words that its page tokens are bound to.
struct Query {
    words: Vec<String>,
    filter: Filter,
    /// `None` where no row can meet the key's condition.
    request: Option<PageRequest>,
}

impl Query {
    fn read(
        name: &str,
        member: &UserId,
        condition: &TimeKeyCondition,
        key: &str,
        arguments: &ListArguments,
        usual: SortDirection,
    ) -> Result<Self, AppError> {
        let limit = match arguments.limit {
            None => USUAL_LIMIT,
            Some(limit) => u32::try_from(limit)
                .ok()
                .filter(|limit| (1..=MOST_ROWS).contains(limit))
                .ok_or(AppError::InvalidInput(Refusal::CreditsLimit))?,
        };
        let is_newest_first = arguments.sort_direction.unwrap_or(usual) == SortDirection::Desc;
        let span = condition.span();
        let filter = Filter::read(arguments.filter.as_ref())?;
        let asked_filter = arguments.filter.as_ref().map(ToString::to_string).unwrap_or_default();
        let (first, last) = span.clone().map(|span| (span.first, span.last)).unwrap_or_default();
        let direction = if is_newest_first { "desc" } else { "asc" };
        let words = [name, member.as_str(), key, &first, &last, direction, &asked_filter];
        let words: Vec<String> = words.map(str::to_owned).into();
        let after = arguments.next_token.as_deref();
        let after = after.map(|token| page_token::decode_place(&borrowed(&words), token)).transpose()?;
        let request = span.map(|span| PageRequest { span, is_newest_first, limit, after });
        Ok(Self { words, filter, request })
    }

    /// Of a list that is never longer than one item there is no second page.
    fn begins(&self) -> Result<(), AppError> {
        match &self.request {
            Some(PageRequest { after: Some(_), .. }) => {
                Err(AppError::InvalidInput(Refusal::ForeignPageToken))
            }
            _ => Ok(()),
        }
    }

    fn page(
        &self,
        views: impl IntoIterator<Item = impl Serialize>,
        next: Option<String>,
    ) -> Result<Listing, AppError> {
        let mut items = Vec::new();
        for view in views {
            let item = serde_json::to_value(view).map_err(|error| AppError::Internal(error.to_string()))?;
            if self.filter.accepts(&item) {
                items.push(item);
            }
        }
        let next_token =
            next.map(|place| page_token::encode_place(&borrowed(&self.words), place)).transpose()?;
        Ok(Listing { items, next_token })
    }
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}
