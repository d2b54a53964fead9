//! Member rows: `U#<sub>`/`U` holds the identity id, `U#<sub>`/`I#<identity id>` each linked identity id,
//! `U#<sub>`/`K#<slot>` each personal token (see [`token_row`](super::token_row)), `U#<sub>`/`W` the proposals of
//! programs (see [`proposals_row`](super::proposals_row)). The old claim rows `T#<claim>`/`T` and
//! `U#<sub>`/`T#<claim>` are deleted with the member.

use app::OwnerId;
use serde::{Deserialize, Serialize};
use zest_core::PortError;

use crate::rows::keys::{Item, SK, key, member_pk};
use crate::rows::read::{read, write};
use crate::rows::token_row::{TOKEN, TOKEN_PREFIX, key_of};

const MEMBER_SK: &str = "U";
const CLAIM_PREFIX: &str = "T#";
const CLAIM_SK: &str = "T";

#[derive(Serialize, Deserialize)]
struct MemberRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    identity: OwnerId,
}

pub(crate) fn member_key(user: &OwnerId) -> Item {
    key(member_pk(user), MEMBER_SK.to_owned())
}

pub(crate) fn member_item(user: &OwnerId, identity: &OwnerId) -> Result<Item, PortError> {
    write(&MemberRow { pk: member_pk(user), sk: MEMBER_SK.to_owned(), identity: identity.clone() })
}

/// Identity id of a member's row. `None` if unreadable, which is logged; the next claim writes the row again.
pub(crate) fn read_identity(item: Item) -> Option<OwnerId> {
    let row = read::<MemberRow>(item.into());
    row.inspect_err(|error| tracing::warn!(%error, "a member's row cannot be read"))
        .ok()
        .map(|row| row.identity)
}

/// Keys to delete with a row of a member's partition. The row itself is last, because it names the claim's or
/// token's row.
pub(crate) fn keys_to_delete(user: &OwnerId, row: &Item) -> Vec<Item> {
    let sort_key = row.get(SK).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default();
    let claim = sort_key.starts_with(CLAIM_PREFIX).then(|| key(sort_key.clone(), CLAIM_SK.to_owned()));
    let token =
        sort_key.starts_with(TOKEN_PREFIX).then(|| row.get(TOKEN)?.as_s().ok().map(|hash| key_of(hash)));
    claim.into_iter().chain(token.flatten()).chain([key(member_pk(user), sort_key)]).collect()
}
