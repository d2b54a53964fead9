//! Re-encodes dish photos for display: rotates, limits the size and strips metadata. Also downsizes them for lists.

use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;
use pic_scale::{ImageSize, ImageStore, ImageStoreMut, ResamplingFunction, Scaler, ThreadingPolicy};

use crate::PictureError;
use crate::decode::upright;

const MAX_SIDE: u32 = 1600;
const QUALITY: u8 = 82;
/// JPEG quality of reduced photos: lower than `QUALITY`, because dense screens show them.
const REDUCED_QUALITY: u8 = 72;

/// Upright JPEG of at most 1,600 pixels per side.
///
/// # Errors
/// See [`PictureError`].
pub fn dish_photo(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let colour = upright(bytes, 8_000_000)?;
    encoded(&within(colour, MAX_SIDE)?)
}

/// A photo's size and narrower versions of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// Width in pixels, upright.
    pub width: u32,
    /// Height in pixels, upright.
    pub height: u32,
    /// Width and JPEG of each version.
    pub versions: Vec<(u32, Vec<u8>)>,
}

/// Downscales a photo to each of the given widths that is smaller than its own.
///
/// # Errors
/// See [`PictureError`].
pub fn reduced(bytes: &[u8], widths: &[u32]) -> Result<Reduced, PictureError> {
    let colour = upright(bytes, 8_000_000)?;
    let (width, height) = colour.dimensions();
    let version = |to: u32| {
        let exact = u64::from(height) * u64::from(to) / u64::from(width.max(1));
        let smaller = resized(&colour, to, (exact as u32).max(1))?;
        Ok((to, encoded_with(&smaller, REDUCED_QUALITY)?))
    };
    let versions = widths.iter().copied().filter(|to| *to < width).map(version);
    Ok(Reduced { width, height, versions: versions.collect::<Result<_, PictureError>>()? })
}

fn within(colour: RgbImage, max_side: u32) -> Result<RgbImage, PictureError> {
    let longest = colour.width().max(colour.height());
    if longest <= max_side {
        return Ok(colour);
    }
    let scaled = |side: u32| {
        let exact = u64::from(side) * u64::from(max_side) / u64::from(longest.max(1));
        (exact as u32).max(1)
    };
    resized(&colour, scaled(colour.width()), scaled(colour.height()))
}

fn resized(colour: &RgbImage, width: u32, height: u32) -> Result<RgbImage, PictureError> {
    let size = |width: u32, height: u32| ImageSize::new(width as usize, height as usize);
    let (from, to) = (size(colour.width(), colour.height()), size(width, height));
    let mut pixels = vec![0; to.width * to.height * 3];
    let mut scaler = Scaler::new(ResamplingFunction::Bilinear);
    scaler.set_threading_policy(ThreadingPolicy::Single);
    scaler
        .plan_rgb_resampling(from, to)
        .and_then(|plan| {
            let source = ImageStore::borrow(colour, from.width, from.height)?;
            let mut target = ImageStoreMut::borrow(&mut pixels, to.width, to.height)?;
            plan.resample(&source, &mut target)
        })
        .map_err(|_| PictureError::Unreadable)?;
    RgbImage::from_raw(width, height, pixels).ok_or(PictureError::Unreadable)
}

pub(crate) fn encoded(colour: &RgbImage) -> Result<Vec<u8>, PictureError> {
    encoded_with(colour, QUALITY)
}

fn encoded_with(colour: &RgbImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality)
        .encode_image(colour)
        .map_err(|_| PictureError::Unreadable)?;
    Ok(bytes)
}
