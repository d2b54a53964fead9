//! Rows of personal tokens: `K#<hash>`/`K` is the token, `U#<sub>`/`K#<slot>` its place among its member's
//! tokens.

use std::collections::BTreeSet;

use app::OwnerId;
use app::personal_tokens::{PersonalToken, Scope, TokenHash};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::rows::keys::{Item, key, member_pk};
use crate::rows::read::{read, write};

pub(crate) const TOKEN_PREFIX: &str = "K#";
const TOKEN_SK: &str = "K";
/// Attribute of a slot: the hash of its token.
pub(super) const TOKEN: &str = "token";
pub(crate) const USED_AT: &str = "usedAt";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    id: RecipeId,
    owner: OwnerId,
    name: String,
    scopes: BTreeSet<Scope>,
    created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used_at: Option<Timestamp>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct TokenSlot {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    token: String,
}

impl TokenSlot {
    pub(crate) fn number(&self) -> Option<u8> {
        self.sk.strip_prefix(TOKEN_PREFIX)?.parse().ok()
    }

    pub(crate) fn key(&self) -> Item {
        key(self.pk.clone(), self.sk.clone())
    }

    pub(crate) fn token_key(&self) -> Item {
        key_of(&self.token)
    }
}

pub(super) fn key_of(hash: &str) -> Item {
    key(format!("{TOKEN_PREFIX}{hash}"), TOKEN_SK.to_owned())
}

pub(crate) fn token_key(hash: &TokenHash) -> Item {
    key_of(hash.as_str())
}

pub(crate) fn token_item(hash: &TokenHash, token: &PersonalToken) -> Result<Item, PortError> {
    write(&TokenRow {
        pk: format!("{TOKEN_PREFIX}{}", hash.as_str()),
        sk: TOKEN_SK.to_owned(),
        id: token.id.clone(),
        owner: token.owner.clone(),
        name: token.name.clone(),
        scopes: token.scopes.clone(),
        created_at: token.created_at,
        expires: token.expires_at,
        used_at: token.used_at,
    })
}

pub(crate) fn read_token(item: Item) -> Result<PersonalToken, PortError> {
    let row: TokenRow = read(item.into())?;
    Ok(PersonalToken {
        id: row.id,
        owner: row.owner,
        name: row.name,
        scopes: row.scopes,
        created_at: row.created_at,
        expires_at: row.expires,
        used_at: row.used_at,
    })
}

pub(crate) fn slot_item(owner: &OwnerId, slot: u8, hash: &TokenHash) -> Result<Item, PortError> {
    let sk = format!("{TOKEN_PREFIX}{slot}");
    write(&TokenSlot { pk: member_pk(owner), sk, token: hash.as_str().to_owned() })
}

pub(crate) fn read_slot(item: Item) -> Result<TokenSlot, PortError> {
    read(item.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::keys_to_delete;
    use app::personal_tokens::TokenText;

    fn token() -> PersonalToken {
        PersonalToken {
            id: RecipeId::parse(&"a".repeat(32)).unwrap(),
            owner: OwnerId::new("ann"),
            name: "my script".to_owned(),
            scopes: [Scope::Extract].into(),
            created_at: Timestamp::from_millis(1_795_246_680_000),
            expires_at: Some(Timestamp::from_millis(1_795_246_690_000)),
            used_at: None,
        }
    }

    #[test]
    fn token_row_is_read_back() {
        let hash = TokenText::new([1; 32]).hash();
        for token in
            [token(), PersonalToken { expires_at: None, used_at: Some(token().created_at), ..token() }]
        {
            assert_eq!(read_token(token_item(&hash, &token).unwrap()), Ok(token));
        }
        let mut damaged = token_item(&hash, &token()).unwrap();
        damaged.remove("owner");
        assert!(read_token(damaged).is_err());
    }

    #[test]
    fn member_deletion_names_the_token_before_its_slot() {
        let hash = TokenText::new([1; 32]).hash();
        let slot = slot_item(&OwnerId::new("ann"), 3, &hash).unwrap();
        let read = read_slot(slot.clone()).unwrap();
        assert_eq!(read.number(), Some(3));
        assert_eq!(keys_to_delete(&OwnerId::new("ann"), &slot), [token_key(&hash), read.key()]);
    }
}
