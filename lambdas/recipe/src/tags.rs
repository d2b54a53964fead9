//! Course, diet and cuisine, for a recipe whose source gives no tags.

use crate::Content;

/// The tags that follow from what is in the dish, in the recipe's language; few, and only what is certain.
#[must_use]
pub fn derive(content: &Content) -> Vec<String> {
    let _ = content;
    Vec::new()
}
