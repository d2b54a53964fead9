//! Port of the media store and its object keys.

use std::future::Future;

use sha2::{Digest, Sha256};
use zest_core::sniff::{FileKind, PictureKind};

use zest_core::{PortError, RecipeId};

pub(crate) const DISH_PICTURE_TYPE: &str = "image/jpeg";

/// Photos of recipes, public to anyone who knows the key.
pub trait MediaStore: Send + Sync {
    /// Stores a photo under `key` (`media/<recipe id>/<hash>`).
    fn put(
        &self,
        key: &str,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Copies a photo; returns whether it existed.
    fn copy(&self, from: &str, to: &str) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Deletes a photo; idempotent.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes all photos of a recipe, including those left by interrupted imports; idempotent.
    fn delete_all_of(&self, id: &RecipeId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Key prefix of a recipe's photos.
#[must_use]
pub fn pictures_prefix(id: &RecipeId) -> String {
    format!("media/{id}/")
}

/// Object key of a photo: its hash below the recipe's prefix.
pub(crate) fn picture_key(id: &RecipeId, picture: &[u8]) -> String {
    let hash = Sha256::digest(picture);
    format!("{}{}", pictures_prefix(id), hex::encode(&hash[..16]))
}

/// Media type detected from the bytes; `None` unless safe to display (not SVG).
pub(crate) fn picture_type(bytes: &[u8]) -> Option<&'static str> {
    let Some(FileKind::Picture(kind)) = zest_core::sniff::sniff(bytes) else { return None };
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
    fn only_image_types_that_browsers_display_are_accepted() {
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
