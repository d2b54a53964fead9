//! Re-encodes dish photos for display: upright, bounded size, none of the sender's bytes.

use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};

use crate::PictureError;
use crate::decode::upright;

const MAX_SIDE: u32 = 1600;

/// Upright JPEG of at most 1,600 pixels per side.
///
/// # Errors
/// See [`PictureError`].
pub fn dish_photo(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let colour = upright(bytes, 8_000_000)?;
    encoded(&within(colour, MAX_SIDE))
}

fn within(colour: RgbImage, max_side: u32) -> RgbImage {
    let longest = colour.width().max(colour.height());
    if longest <= max_side {
        return colour;
    }
    let scaled = |side: u32| {
        let exact = u64::from(side) * u64::from(max_side) / u64::from(longest.max(1));
        (exact as u32).max(1)
    };
    resize(&colour, scaled(colour.width()), scaled(colour.height()), FilterType::Triangle)
}

pub(crate) fn encoded(colour: &RgbImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 82)
        .encode_image(colour)
        .map_err(|_| PictureError::Unreadable)?;
    Ok(bytes)
}
