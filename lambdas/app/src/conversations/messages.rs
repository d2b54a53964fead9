use crate::listing::Listing;
use crate::owners::Owners;
use crate::page_token::{decode_place, encode_place};
use crate::refusal::Refusal;
use crate::{AppError, Caller};
use agent::ConversationId;
use zest_core::Timestamp;

use crate::conversations::cook::Cook;
use crate::conversations::error::Error;
use crate::conversations::input::ListMessages;
use crate::conversations::store::ConversationStore;
use crate::conversations::view::message_views;

const USUAL_LIMIT: usize = 100;
const MAX_ROWS: usize = 1_000;

/// Lists messages, oldest first. Question `n` has position `2n`, its answer `2n + 1`.
pub async fn messages(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    arguments: &ListMessages,
    now: Timestamp,
) -> Result<Listing, Error> {
    let cook = Cook::new(caller)?;
    let id = ConversationId::parse(&arguments.filter.conversation_id.eq)?;
    let limit = match arguments.limit {
        None => USUAL_LIMIT,
        Some(limit) => usize::try_from(limit)
            .ok()
            .filter(|limit| (1..=MAX_ROWS).contains(limit))
            .ok_or(AppError::InvalidInput(Refusal::RowsLimit))?,
    };
    let query = ["messages", cook.name.secret(), id.as_str()];
    let place = arguments.next_token.as_deref().map(|token| decode_place(&query, token)).transpose()?;
    let place = place.map(|place| place.parse::<usize>()).transpose();
    let start = place.map_err(|_| AppError::InvalidInput(Refusal::ForeignPageToken))?.unwrap_or(0);
    let found = cook.own(store, owners, &id, now).await?;
    let (from, all) = (start / 2, found.questions.len());
    if from >= all {
        return Ok(Listing { items: Vec::new(), next_token: None });
    }
    let to = all.min(from.saturating_add(limit / 2 + 1));
    let exchanges = store.exchanges(&id, from, to).await?;
    let read_to = from + exchanges.len();
    let mut placed = Vec::new();
    for (at, exchange) in exchanges.iter().enumerate() {
        let first = 2 * (from + at);
        let views = message_views(exchange, &found.owner)?.into_iter().enumerate();
        placed.extend(views.map(|(behind, view)| (first + behind, view)));
    }
    placed.retain(|(at, _)| *at >= start);
    let left = placed.get(limit).map(|(at, _)| *at);
    // A conversation that is being deleted returns no messages.
    let next = left.or_else(|| (read_to > from && read_to < all).then_some(2 * read_to));
    placed.truncate(limit);
    Ok(Listing {
        items: placed.into_iter().map(|(_, view)| view).collect(),
        next_token: next.map(|place| encode_place(&query, place.to_string())).transpose()?,
    })
}
