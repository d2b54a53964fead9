//! List queries: arguments, page request and filtered result.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::AppError;
use crate::filter::Filter;
use crate::key_condition::{Span, TimeKeyCondition};
use crate::page_token;
use crate::refusal::Refusal;

const USUAL_LIMIT: u32 = 100;
const MAX_ROWS: u32 = 1000;

/// Sort direction of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SortDirection {
    /// Ascending.
    Asc,
    /// Descending.
    Desc,
}

/// Common arguments of list queries, as AppSync passes them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListArguments {
    filter: Option<Value>,
    limit: Option<i64>,
    next_token: Option<String>,
    sort_direction: Option<SortDirection>,
}

/// Result of a list query. The filter may drop some of the rows read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// Items that pass the filter.
    pub items: Vec<Value>,
    /// Token of the next page; `None` on the last page.
    pub next_token: Option<String>,
}

impl Listing {
    /// An empty page.
    pub const EMPTY: Self = Self { items: Vec::new(), next_token: None };
}

/// Rows to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// Range of the sort key.
    pub span: Span,
    /// Whether to read in descending order.
    pub is_newest_first: bool,
    /// Maximum rows per page.
    pub limit: u32,
    /// Position in the store after which the page starts.
    pub after: Option<String>,
}

/// One page of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPage<Row> {
    /// Rows in the requested order.
    pub rows: Vec<Row>,
    /// Position for [`PageRequest::after`]; `None` on the last page.
    pub next: Option<String>,
}

/// A parsed list query, with the values that its page tokens are bound to.
pub struct Query {
    words: Vec<String>,
    filter: Filter,
    /// Rows to read; `None` if the key condition matches none.
    pub request: Option<PageRequest>,
}

impl Query {
    /// Parses a query. `of` identifies the list and the owner; page tokens are bound to it.
    pub fn read(
        of: &[&str],
        condition: &TimeKeyCondition,
        arguments: &ListArguments,
        usual: SortDirection,
    ) -> Result<Self, AppError> {
        let limit = match arguments.limit {
            None => USUAL_LIMIT,
            Some(limit) => u32::try_from(limit)
                .ok()
                .filter(|limit| (1..=MAX_ROWS).contains(limit))
                .ok_or(AppError::InvalidInput(Refusal::RowsLimit))?,
        };
        let is_newest_first = arguments.sort_direction.unwrap_or(usual) == SortDirection::Desc;
        let span = condition.span();
        let filter = Filter::read(arguments.filter.as_ref())?;
        let asked_filter = arguments.filter.as_ref().map(ToString::to_string).unwrap_or_default();
        let (first, last) = span.clone().map(|span| (span.first, span.last)).unwrap_or_default();
        let direction = if is_newest_first { "desc" } else { "asc" };
        let how = [&first, &last, direction, &asked_filter];
        let words: Vec<String> = of.iter().copied().chain(how).map(str::to_owned).collect();
        let after = arguments.next_token.as_deref();
        let after = after.map(|token| page_token::decode_place(&borrowed(&words), token)).transpose()?;
        let request = span.map(|span| PageRequest { span, is_newest_first, limit, after });
        Ok(Self { words, filter, request })
    }

    /// Rejects page tokens, for lists with a single page.
    pub fn begins(&self) -> Result<(), AppError> {
        match &self.request {
            Some(PageRequest { after: Some(_), .. }) => {
                Err(AppError::InvalidInput(Refusal::ForeignPageToken))
            }
            _ => Ok(()),
        }
    }

    /// Filters the items and encodes the next page token.
    pub fn page(
        &self,
        views: impl IntoIterator<Item = impl Serialize>,
        next: Option<String>,
    ) -> Result<Listing, AppError> {
        let mut items = Vec::new();
        for view in views {
            let item = serde_json::to_value(view).map_err(|error| AppError::internal(&error))?;
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
