//! Decodes a photo to an upright RGB image. Sizes are checked first.

use recipe::Span;
use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage};
use zest_core::sniff::{FileKind, PictureKind};

use crate::PictureError;
use crate::plane::reduce_colour;

const MAX_PIXELS: u64 = 64_000_000;
const MAX_SIDE: u32 = 32_000;
/// Maximum estimated memory of a decoder.
const MAX_BYTES: u64 = 280 * 1024 * 1024;
const DRAWING_WITHIN: usize = 8 * 1024;

/// Decodes an upright image, reduced by an integer factor to at most `max_pixels`.
pub(crate) fn upright(bytes: &[u8], max_pixels: u64) -> Result<RgbImage, PictureError> {
    let format = kind(bytes)?;
    if format == ImageFormat::Jpeg && is_cut_off(bytes) {
        return Err(PictureError::Unreadable);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|e| reason(&e))?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(PictureError::Unreadable);
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS || width.max(height) > MAX_SIDE {
        return Err(PictureError::TooLarge);
    }
    // Estimated extra memory: coefficients of a progressive JPEG, otherwise a second copy.
    let beside = match format {
        ImageFormat::Png | ImageFormat::Bmp => 0,
        ImageFormat::Jpeg if !is_progressive(bytes) => 0,
        ImageFormat::Jpeg => pixels * 3,
        _ => decoder.total_bytes(),
    };
    if decoder.total_bytes().saturating_add(beside) > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let decoded = DynamicImage::from_decoder(decoder).map_err(|e| reason(&e))?;
    let mut colour = DynamicImage::ImageRgb8(smaller(opaque(decoded), max_pixels));
    // Rotates after the reduction, because rotating needs a second copy.
    colour.apply_orientation(orientation);
    Ok(colour.into_rgb8())
}

/// Format by magic bytes. Other known types are `Unsupported`, not `Unreadable`.
fn kind(bytes: &[u8]) -> Result<ImageFormat, PictureError> {
    match zest_core::sniff::sniff(bytes) {
        Some(FileKind::Picture(kind)) => match kind {
            PictureKind::Jpeg => Ok(ImageFormat::Jpeg),
            PictureKind::Png => Ok(ImageFormat::Png),
            PictureKind::Gif => Ok(ImageFormat::Gif),
            PictureKind::WebP => Ok(ImageFormat::WebP),
            PictureKind::Bmp => Ok(ImageFormat::Bmp),
            PictureKind::Tiff => Ok(ImageFormat::Tiff),
            PictureKind::Avif | PictureKind::Heif | PictureKind::Icon | PictureKind::JpegXl => {
                Err(PictureError::Unsupported)
            }
        },
        Some(_) => Err(PictureError::Unsupported),
        None if zest_core::sniff::is_svg(&String::from_utf8_lossy(
            bytes.get(..DRAWING_WITHIN).unwrap_or(bytes),
        )) =>
        {
            Err(PictureError::Unsupported)
        }
        None => Err(PictureError::Unreadable),
    }
}

fn reason(error: &image::ImageError) -> PictureError {
    match error {
        image::ImageError::Unsupported(_) => PictureError::Unsupported,
        image::ImageError::Limits(_) => PictureError::TooLarge,
        _ => PictureError::Unreadable,
    }
}

fn jpeg_markers(bytes: &[u8]) -> impl Iterator<Item = (u8, usize)> + '_ {
    let mut at = 2;
    std::iter::from_fn(move || {
        // Fill bytes may precede a marker.
        while bytes.get(at..at + 2) == Some(&[0xFF, 0xFF]) {
            at += 1;
        }
        let &[0xFF, marker, high, low] = bytes.get(at..at + 4)? else {
            return None;
        };
        let here = at;
        at += 2 + (usize::from(high) << 8 | usize::from(low));
        Some((marker, here))
    })
}

/// Whether a JPEG is progressive, so that the decoder keeps all coefficients; `true` if unknown.
fn is_progressive(bytes: &[u8]) -> bool {
    jpeg_markers(bytes)
        .find_map(|(marker, _)| match marker {
            0xC2 | 0xC6 | 0xCA | 0xCE => Some(true),
            // Sequential, lossless, or start of scan.
            0xC0 | 0xC1 | 0xC3 | 0xDA => Some(false),
            _ => None,
        })
        .unwrap_or(true)
}

/// Whether a JPEG is truncated; the decoder would fill the rest with grey.
fn is_cut_off(bytes: &[u8]) -> bool {
    let pixels = jpeg_markers(bytes).find(|(marker, _)| *marker == 0xDA).map(|(_, at)| at);
    pixels.is_none_or(|at| !bytes.span(at..).windows(2).any(|pair| pair == [0xFF, 0xD9]))
}

fn opaque(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let rgba = picture.into_rgba8();
    let (width, height) = rgba.dimensions();
    let mut data = Vec::with_capacity(rgba.as_raw().len() / 4 * 3);
    for [red, green, blue, alpha] in rgba.as_raw().as_chunks().0 {
        let alpha = u32::from(*alpha);
        data.extend([red, green, blue].map(|v| {
            let over = u32::from(*v) * alpha + 255 * (255 - alpha) + 127;
            (over / 255) as u8
        }));
    }
    RgbImage::from_raw(width, height, data).unwrap_or_default()
}

fn smaller(picture: RgbImage, max_pixels: u64) -> RgbImage {
    let pixels = u64::from(picture.width()) * u64::from(picture.height());
    let side = u64::from(picture.width().min(picture.height()));
    let factor = (1..=side.max(1)).find(|f| pixels / (f * f) <= max_pixels).unwrap_or(1);
    if factor == 1 {
        return picture;
    }
    reduce_colour(&picture, factor as usize).unwrap_or(picture)
}
