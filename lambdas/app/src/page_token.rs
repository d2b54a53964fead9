//! Page tokens (`nextToken`): opaque, and bound to their query.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::AppError;
use crate::ids::OwnerId;
use crate::recipe_store::Order;
use crate::refusal::Refusal;
use zest_core::{RecipeId, Timestamp};

#[derive(Serialize, Deserialize)]
struct Position {
    /// Hash of owner, list, order and filter.
    q: String,
    t: Timestamp,
    i: RecipeId,
}

/// List that a token is valid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed<'a> {
    /// Cards in this order that pass this filter (JSON; empty for none).
    Cards(Order, &'a str),
    /// Complete recipes of an export, newest first.
    Whole,
}

/// Encodes the position of the next page.
pub fn encode(
    owner: &OwnerId,
    listed: Listed<'_>,
    (at, id): (Timestamp, RecipeId),
) -> Result<String, AppError> {
    let position = Position { q: fingerprint(owner, listed), t: at, i: id };
    let json = serde_json::to_vec(&position).map_err(|error| AppError::internal(&error))?;
    Ok(URL_SAFE_NO_PAD.encode(json))
}

/// Decodes a token; [`AppError::InvalidInput`] if it is malformed or of another list.
pub fn decode(owner: &OwnerId, listed: Listed<'_>, token: &str) -> Result<(Timestamp, RecipeId), AppError> {
    let read = || -> Option<Position> {
        let json = URL_SAFE_NO_PAD.decode(token.get(..)?).ok()?;
        serde_json::from_slice(&json).ok()
    };
    match read() {
        Some(position) if position.q == fingerprint(owner, listed) => Ok((position.t, position.i)),
        _ => Err(AppError::InvalidInput(Refusal::ForeignPageToken)),
    }
}

#[derive(Serialize, Deserialize)]
struct Place {
    q: String,
    p: String,
}

/// Encodes the position of the next page. `query` identifies the query.
pub fn encode_place(query: &[&str], place: String) -> Result<String, AppError> {
    let json = serde_json::to_vec(&Place { q: fingerprint_of(query)?, p: place });
    Ok(URL_SAFE_NO_PAD.encode(json.map_err(|error| AppError::internal(&error))?))
}

/// Decodes a token. It is not signed, because a forged token only selects the caller's own data.
pub fn decode_place(query: &[&str], token: &str) -> Result<String, AppError> {
    let expected = fingerprint_of(query)?;
    let json = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
    match serde_json::from_slice::<Place>(&json) {
        Ok(place) if place.q == expected => Ok(place.p),
        _ => Err(AppError::InvalidInput(Refusal::ForeignPageToken)),
    }
}

/// Hash of the query as JSON, so that different lists never collide.
fn fingerprint_of(query: &[&str]) -> Result<String, AppError> {
    let json = serde_json::to_vec(query).map_err(|error| AppError::internal(&error))?;
    Ok(URL_SAFE_NO_PAD.encode(&Sha256::digest(json)[..9]))
}

fn fingerprint(owner: &OwnerId, listed: Listed<'_>) -> String {
    let mut hash = Sha256::new();
    let (list, filter) = match listed {
        Listed::Cards(Order::OldestFirst, filter) => (0, filter),
        Listed::Cards(Order::NewestFirst, filter) => (1, filter),
        Listed::Whole => (2, ""),
    };
    hash.update([list]);
    hash.update(owner.secret());
    // The filter is a JSON object, and no owner contains a brace.
    hash.update(filter);
    URL_SAFE_NO_PAD.encode(&hash.finalize()[..9])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_token_is_valid_for_its_own_query_only() {
        let (ann, bob) = (OwnerId::new("ann"), OwnerId::new("bob"));
        let place = (Timestamp::from_millis(5), RecipeId::parse(&"a".repeat(32)).unwrap());
        let newest = Listed::Cards(Order::NewestFirst, "");
        let token = encode(&ann, newest, place.clone()).unwrap();
        assert_eq!(decode(&ann, newest, &token), Ok(place.clone()));
        assert!(decode(&ann, Listed::Cards(Order::OldestFirst, ""), &token).is_err());
        let (soups, stews) = (r#"{"title":{"eq":"Soup"}}"#, r#"{"title":{"eq":"Stew"}}"#);
        assert!(decode(&ann, Listed::Cards(Order::NewestFirst, soups), &token).is_err());
        let filtered = encode(&ann, Listed::Cards(Order::NewestFirst, soups), place.clone()).unwrap();
        assert!(decode(&ann, newest, &filtered).is_err());
        assert!(decode(&ann, Listed::Cards(Order::NewestFirst, stews), &filtered).is_err());
        assert_eq!(decode(&ann, Listed::Cards(Order::NewestFirst, soups), &filtered), Ok(place.clone()));
        assert!(decode(&ann, Listed::Whole, &token).is_err());
        assert!(decode(&bob, newest, &token).is_err());
        assert!(decode(&ann, newest, "made up").is_err());
        let of_ann = encode_place(&["ann", "ab"], "here".to_owned()).unwrap();
        assert_eq!(decode_place(&["ann", "ab"], &of_ann), Ok("here".to_owned()));
        for (query, token) in [
            (["bob", "ab"].as_slice(), of_ann.as_str()),
            (&["anna", "b"], &of_ann),
            (&["ann", "a", "b"], &of_ann),
            (&["ann", "ab"], &token),
            (&["ann", "ab"], "made up"),
        ] {
            assert_eq!(decode_place(query, token), Err(AppError::InvalidInput(Refusal::ForeignPageToken)));
        }
        assert!(!URL_SAFE_NO_PAD.decode(&token).unwrap().windows(3).any(|bytes| bytes == b"ann"));
    }
}
