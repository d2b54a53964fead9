//! Port of the media store, and its object keys.

use std::future::Future;

use sha2::{Digest, Sha256};
use zest_core::sniff::{FileKind, PictureKind};

use zest_core::{PortError, RecipeId};

use crate::failure::ErrorCode;

pub(crate) const DISH_PICTURE_TYPE: &str = "image/jpeg";

/// Photos of recipes. Anyone who knows a key can load its photo.
pub trait MediaStore: Send + Sync {
    /// Stores a photo under `key`: `media/<recipe id>/<hash>`, followed by `-<width>x<height>` if it has
    /// narrower versions. The keys of these versions have another `-<width>` at the end.
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

    /// Deletes all photos of a recipe, including those from interrupted imports; idempotent.
    fn delete_all_of(&self, id: &RecipeId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Widths in pixels of the versions for lists. Must match `frontend/src/shared/lib/recipe/picture.ts`.
pub const REDUCED_WIDTHS: [u32; 2] = [320, 640];

/// Size of a photo, and its narrower versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// Width in pixels, upright.
    pub width: u32,
    /// Height in pixels, upright.
    pub height: u32,
    /// JPEGs by width: the [`REDUCED_WIDTHS`] that are narrower than the photo.
    pub versions: Vec<(u32, Vec<u8>)>,
}

/// Port that creates the narrower versions of a photo.
pub trait PhotoReducer: Send + Sync {
    /// Decodes and reduces a photo.
    fn reduce(&self, photo: Vec<u8>) -> impl Future<Output = Result<Reduced, ErrorCode>> + Send;
}

/// Stores a photo and its narrower versions; returns its key. A photo that cannot be decoded gets no narrower
/// versions.
pub(crate) async fn store_picture(
    media: &impl MediaStore,
    reducer: &impl PhotoReducer,
    id: &RecipeId,
    content_type: &'static str,
    photo: Vec<u8>,
) -> Result<String, PortError> {
    let mut key = picture_key(id, &photo);
    if let Ok(Reduced { width, height, versions }) = reducer.reduce(photo.clone()).await {
        key = format!("{key}-{width}x{height}");
        for (width, version) in versions {
            media.put(&reduced_key(&key, width), DISH_PICTURE_TYPE, version).await?;
        }
    }
    media.put(&key, content_type, photo).await?;
    Ok(key)
}

pub(crate) async fn copy_picture(media: &impl MediaStore, from: &str, to: &str) -> Result<bool, PortError> {
    for width in reduced_widths(from) {
        media.copy(&reduced_key(from, width), &reduced_key(to, width)).await?;
    }
    media.copy(from, to).await
}

pub(crate) async fn delete_picture(media: &impl MediaStore, key: &str) -> Result<(), PortError> {
    for width in reduced_widths(key) {
        media.delete(&reduced_key(key, width)).await?;
    }
    media.delete(key).await
}

fn reduced_widths(key: &str) -> impl Iterator<Item = u32> {
    let size = key.rsplit_once('-').and_then(|(_, size)| size.split_once('x'));
    let width = size.and_then(|(width, _)| width.parse().ok()).unwrap_or(0);
    REDUCED_WIDTHS.into_iter().filter(move |reduced| *reduced < width)
}

fn reduced_key(key: &str, width: u32) -> String {
    format!("{key}-{width}")
}

/// Key prefix of a recipe's photos.
#[must_use]
pub fn pictures_prefix(id: &RecipeId) -> String {
    format!("media/{id}/")
}

pub(crate) fn picture_key(id: &RecipeId, picture: &[u8]) -> String {
    let hash = Sha256::digest(picture);
    format!("{}{}", pictures_prefix(id), hex::encode(&hash[..16]))
}

/// Media type by the bytes; `None` unless it is safe to display (not SVG).
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
    fn key_tells_which_versions_a_photo_has() {
        for (name, expected) in [
            ("abc-1200x800", vec![320, 640]),
            ("abc-640x800", vec![320]),
            ("abc-320x800", vec![]),
            ("abc", vec![]),
            ("abc-x800", vec![]),
        ] {
            let key = format!("media/0123456789abcdef0123456789abcdef/{name}");
            assert_eq!(reduced_widths(&key).collect::<Vec<_>>(), expected, "{name}");
        }
    }

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
