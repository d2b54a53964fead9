//! The port through which pictures of recipes are kept, and where each lies.

use std::future::Future;

use sha2::{Digest, Sha256};
use sniff::{FileKind, PictureKind};

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

    /// Deletes the picture of one key; nothing there is no error.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes all pictures of a recipe, also those that it does not name: an import may have ended before it wrote down
    /// what it had put there. None is no error.
    fn delete_all_of(&self, id: &RecipeId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// What the keys of all pictures of a recipe begin with.
#[must_use]
pub fn pictures_prefix(id: &RecipeId) -> String {
    format!("media/{id}/")
}

/// Where a picture of a recipe is kept. Its name is its hash: the same picture is the same object.
pub(crate) fn picture_key(id: &RecipeId, picture: &[u8]) -> String {
    let hash = Sha256::digest(picture);
    let name: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}{name}", pictures_prefix(id))
}

/// Under which type a browser is handed these bytes as a picture; `None` for anything that it should not be handed as one,
/// SVG among it, and for what no browser shows. The type that the bytes came with is not looked at.
pub(crate) fn picture_type(bytes: &[u8]) -> Option<&'static str> {
    let Some(FileKind::Picture(kind)) = sniff::sniff(bytes) else { return None };
    match kind {
        PictureKind::Jpeg => Some("image/jpeg"),
        PictureKind::Png => Some("image/png"),
        PictureKind::Gif => Some("image/gif"),
        PictureKind::WebP => Some("image/webp"),
        PictureKind::Avif => Some("image/avif"),
        PictureKind::Heif
        | PictureKind::Bmp
        | PictureKind::Tiff
        | PictureKind::Icon
        | PictureKind::JpegXl => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_that_browsers_show_pass_as_pictures() {
        for (bytes, expected) in [
            (b"\xff\xd8\xff\xe0\0\x10JFIF".as_slice(), Some("image/jpeg")),
            (b"\x89PNG\r\n\x1a\n\0\0", Some("image/png")),
            (b"GIF89a..", Some("image/gif")),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Some("image/webp")),
            (b"\0\0\0\x1cftypavif", Some("image/avif")),
            (b"\0\0\0\x1cftypavis", Some("image/avif")),
            (b"\0\0\0\x18ftypheic", None),
            (b"II*\0\x08\0\0\0", None),
            (b"<svg onload=alert(1)>", None),
            (b"<html>", None),
            (b"%PDF-1.7", None),
            (b"RIFF\x10\0\0\0WAVE", None),
            (b"", None),
        ] {
            assert_eq!(picture_type(bytes), expected, "{bytes:?}");
        }
    }
}
