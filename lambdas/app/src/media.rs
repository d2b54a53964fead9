//! The port through which pictures of recipes are kept, and where each lies.

use std::future::Future;

use sha2::{Digest, Sha256};

use crate::error::PortError;
use crate::ids::RecipeId;

/// The type of the pictures that are made of an upload's.
pub(crate) const DISH_PICTURE_TYPE: &str = "image/jpeg";

/// Pictures that belong to recipes, served to anyone who knows their name.
pub trait MediaStore: Send + Sync {
    /// Keeps a picture under `key` (`media/<recipe id>/<hash>`).
    fn put(
        &self,
        key: &str,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Keeps the picture of one key under another as well: whether there was one.
    fn copy(&self, from: &str, to: &str) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Deletes it; one that is not there is no error.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Where a picture of a recipe is kept. Its name is its hash: the same picture is the same object.
pub(crate) fn picture_key(id: &RecipeId, picture: &[u8]) -> String {
    let hash = Sha256::digest(picture);
    let name: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("media/{id}/{name}")
}
