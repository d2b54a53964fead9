//! Reads single attributes of an unreadable recipe row.

use app::OwnerId;
use app::recipe_store::UnreadableRecipe;
use aws_sdk_dynamodb::types::AttributeValue;

use crate::rows::keys::{Item, OWNER};
use crate::rows::source_row::upload_of;

pub(crate) fn readable_attributes(row: &Item) -> UnreadableRecipe {
    UnreadableRecipe {
        owner: text(row, OWNER).map(OwnerId::new),
        generation: number(row, "generation").unwrap_or_default(),
        image_url: text(row, "imageUrl"),
        attempt: number(row, "attempt"),
        upload: row.get("upload").cloned().and_then(upload_of),
    }
}

fn text(row: &Item, name: &str) -> Option<String> {
    row.get(name)?.as_s().ok().cloned()
}

fn number<N: std::str::FromStr>(row: &Item, name: &str) -> Option<N> {
    row.get(name).map(AttributeValue::as_n)?.ok()?.parse().ok()
}
