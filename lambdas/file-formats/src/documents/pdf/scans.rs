use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use super::glyphs::Letters;
use crate::documents::DocumentError;

/// Maximum pages, the same as for uploaded photos.
const MAX_SCANS: usize = 10;
/// Pixels per point at 150, 220 and 300 dpi: minimum, default and maximum for OCR.
const PIXELS_A_POINT: (f64, f64, f64) = (150.0 / 72.0, 220.0 / 72.0, 300.0 / 72.0);
/// Maximum pixels of a page, about A4 at 300 dpi.
const MAX_PIXELS: f64 = 9_000_000.0;
const LONGEST_SIDE: f64 = 5000.0;

pub(super) fn draw<'a>(pages: &'a [Page<'a>], letters: &[Letters]) -> Result<Vec<Vec<u8>>, DocumentError> {
    let shown: Vec<_> = pages.iter().zip(letters).filter(|(_, letters)| letters.is_drawn).collect();
    if shown.len() > MAX_SCANS {
        return Err(DocumentError::TooLarge);
    }
    let cache = RenderCache::new();
    shown.into_iter().map(|(page, letters)| picture(page, letters, &cache)).collect()
}

fn picture<'a>(
    page: &'a Page<'a>,
    letters: &Letters,
    cache: &RenderCache<'a>,
) -> Result<Vec<u8>, DocumentError> {
    let (least, usual, most) = PIXELS_A_POINT;
    // A scan is rendered at its own resolution.
    let wanted = letters.largest_picture.map_or(usual, |drawn| drawn.pixels_a_point.clamp(least, most));
    let area = letters.width * letters.height;
    let longest = letters.width.max(letters.height);
    if !(area.is_finite() && area >= 1.0) {
        return Err(DocumentError::Unreadable);
    }
    let scale = wanted.min((MAX_PIXELS / area).sqrt()).min(LONGEST_SIDE / longest) as f32;
    let to_pixels = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let drawn = render(page, cache, &InterpreterSettings::default(), &RenderSettings::default(), &to_pixels);
    let (width, height) = (u32::from(drawn.width()), u32::from(drawn.height()));
    let colours: Vec<u8> =
        drawn.data_as_u8_slice().chunks_exact(4).flat_map(|pixel| pixel.iter().take(3)).copied().collect();
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Sub)
        .write_image(&colours, width, height, ExtendedColorType::Rgb8)
        .map_err(|_| DocumentError::Unreadable)?;
    Ok(png)
}
