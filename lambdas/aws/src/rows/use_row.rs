//! `P#<identity>#<kind>#<submission>`/`R#<id>`: links an upload to a recipe.

use app::Recipe;
use serde::Serialize;
use zest_core::PortError;

use crate::rows::keys::{Item, upload_key, use_sk};
use crate::rows::read::{expiry, write};

#[derive(Serialize)]
struct UseRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

pub(crate) fn use_item(recipe: &Recipe) -> Option<Result<Item, PortError>> {
    let upload = recipe.source.upload()?;
    Some(write(&UseRow { pk: upload_key(upload), sk: use_sk(&recipe.id), expires_at: expiry(recipe) }))
}
