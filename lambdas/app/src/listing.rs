//! Lists: what all of them are asked with, which page of the rows is read, and what of it is shown.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::AppError;
use crate::filter::Filter;
use crate::key_condition::{Span, TimeKeyCondition};
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
    /// A page of nothing.
    pub const EMPTY: Self = Self { items: Vec::new(), next_token: None };
}

/// The rows of a list that are asked for: of which time, in which direction, how many and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// By the moment that the list is sorted by, for instance of creation.
    pub span: Span,
    /// Whether the latest row of the span comes first.
    pub is_newest_first: bool,
    /// At most so many rows.
    pub limit: u32,
    /// Where the page before has ended, in the store's own words.
    pub after: Option<String>,
}

/// A page, and where it ends if there may be more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPage<Row> {
    /// In the order that was asked for.
    pub rows: Vec<Row>,
    /// Where this page has ended, for [`PageRequest::after`]; `None` for the last page.
    pub next: Option<String>,
}

/// A query as it was asked, in the words that its page tokens are bound to.
pub struct Query {
    words: Vec<String>,
    filter: Filter,
    /// `None` where no row can meet the key's condition.
    pub request: Option<PageRequest>,
}

impl Query {
    /// Reads a query. `of` says which list it is and whose, and is what its page tokens are bound to beside the arguments.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] for arguments out of their bounds, and for a token of another query.
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
                .filter(|limit| (1..=MOST_ROWS).contains(limit))
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

    /// Of a list that is never longer than one item there is no second page.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] where one is asked for.
    pub fn begins(&self) -> Result<(), AppError> {
        match &self.request {
            Some(PageRequest { after: Some(_), .. }) => {
                Err(AppError::InvalidInput(Refusal::ForeignPageToken))
            }
            _ => Ok(()),
        }
    }

    /// The answer: of what was read all that the filter lets pass, and where the next page begins.
    ///
    /// # Errors
    /// [`AppError::Internal`] for what cannot be written as JSON.
    pub fn page(
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
