//! Builds a page image from encoded bytes: decode, estimate geometry, deskew, scale, clean, find regions.

use image::RgbImage;

use crate::bullets::bullets;
use crate::connected_components::{Component, components, letter_height};
use crate::decode::upright;
use crate::deskew::deskew;
use crate::despeckle::{despeckle, invert_dark_shapes};
use crate::dish::encoded;
use crate::flatten::flattened;
use crate::grain::{denoised, is_noiseless};
use crate::orientation::quarter_turns;
use crate::pieces::{Piece, pieces};
use crate::plane::Plane;
use crate::projection::{Projection, seen, warp_colour};
use crate::regions::regions;
use crate::{Area, PictureError, PrintedLine, Sheet};

const MAX_PIXELS: u64 = 16_000_000;
const ROUGH_PIXELS: usize = 3_000_000;
/// Target height of letters in a page image, in pixels.
const LETTER: f64 = 22.0;
const MAX_SHEET: f64 = 16_000_000.0;
/// Maximum side of the display image, in pixels.
const MAX_SHOWN: f64 = 2_000.0;

/// Builds a page image from an encoded image.
///
/// # Errors
/// See [`PictureError`].
pub fn prepare(bytes: &[u8]) -> Result<Sheet, PictureError> {
    let mut colour = upright(bytes, MAX_PIXELS)?;
    let mut grey = Plane::of_colour(&colour);
    let is_exact = is_noiseless(&grey);
    grey = denoised(grey);
    let mut rough = ReducedImage::of(&grey);
    let turns = rough.quarter_turns();
    if turns > 0 {
        colour = match turns {
            1 => image::imageops::rotate90(&colour),
            2 => image::imageops::rotate180(&colour),
            _ => image::imageops::rotate270(&colour),
        };
        grey = denoised(Plane::of_colour(&colour));
        rough = ReducedImage::of(&grey);
    }
    let geometry = PageGeometry::of(&grey, &rough);
    let shown = encoded(&shown(&colour, &geometry))?;
    drop(colour);

    let sharp = geometry.to_picture(geometry.scale);
    let (width, height) = geometry.size(geometry.scale);
    // If the scale is at most 1/2, averages first, to avoid aliasing.
    let factor = ((1.0 / geometry.scale) as usize).max(1);
    let flat = if factor > 1 {
        let back = sharp.then(&Projection::scale(1.0 / factor as f64));
        seen(&grey.reduced(factor), &back, width, height)
    } else {
        seen(&grey, &sharp, width, height)
    };
    drop(grey);
    let print = PrintLayout::of(&flat);
    Ok(Sheet {
        width: width as u32,
        height: height as u32,
        grey: print.flat.data,
        regions: print.regions,
        lines: print.lines,
        bullets: print.bullets,
        is_exact,
        shown,
    })
}

struct PrintLayout {
    flat: Plane,
    regions: Vec<Area>,
    lines: Vec<PrintedLine>,
    bullets: Vec<Area>,
}

impl PrintLayout {
    fn of(grey: &Plane) -> Self {
        let (mut flat, unrest) = flattened(grey, LETTER as usize);
        let mut found = components(&flat);
        let letter = letter_height(&found).unwrap_or(LETTER as usize);
        if invert_dark_shapes(&mut flat, &found, letter) {
            found = components(&flat);
        }
        let mut pieces = pieces(&found, letter);
        pieces.retain(|p| !unrest.fills(p.left, p.top, p.right, p.bottom));
        if pieces.is_empty() {
            // Without print, the whole image is one region.
            let regions = vec![area(0, 0, flat.width, flat.height)];
            return Self { flat, regions, lines: Vec::new(), bullets: Vec::new() };
        }
        let bullets = bullets(&flat, &found, &pieces, letter);
        despeckle(&mut flat, &found, &bullets, &pieces, letter);
        let mut areas = Vec::new();
        let mut lines = Vec::new();
        for region in regions(pieces, letter) {
            let Some(area) = around(&region, letter, &flat) else { continue };
            lines.extend(region.iter().map(|piece| printed(piece, areas.len() as u32, letter)));
            areas.push(area);
        }
        let bullets = bullets.iter().map(|b| area(b.left, b.top, b.right + 1, b.bottom + 1)).collect();
        Self { flat, regions: areas, lines, bullets }
    }
}

fn area(left: usize, top: usize, right: usize, bottom: usize) -> Area {
    Area { left: left as u32, top: top as u32, width: (right - left) as u32, height: (bottom - top) as u32 }
}

fn printed(piece: &Piece, region: u32, letter: usize) -> PrintedLine {
    let area = area(piece.left, piece.top, piece.right, piece.bottom);
    // A text line from ascender to descender is about 1.7 letter heights.
    PrintedLine { region, area, is_large: piece.height() * 10 >= letter * 22 }
}

/// Bounding box of a region with a margin, because OCR misreads letters at the edge.
fn around(region: &[Piece], letter: usize, flat: &Plane) -> Option<Area> {
    let left = region.iter().map(|p| p.left).min()?;
    let right = region.iter().map(|p| p.right).max()?;
    let top = region.iter().map(|p| p.top).min()?;
    let bottom = region.iter().map(|p| p.bottom).max()?;
    let margin = letter / 2;
    Some(area(
        left.saturating_sub(margin),
        top.saturating_sub(margin),
        (right + margin).min(flat.width),
        (bottom + margin).min(flat.height),
    ))
}

struct ReducedImage {
    width: usize,
    height: usize,
    factor: usize,
    components: Vec<Component>,
    letter: Option<usize>,
}

impl ReducedImage {
    fn of(grey: &Plane) -> Self {
        let factor = ((grey.data.len() / ROUGH_PIXELS) as f64).sqrt().ceil().max(1.0) as usize;
        let rough = grey.reduced(factor);
        let guess = (rough.width.min(rough.height) / 60).clamp(8, 40);
        let components = components(&flattened(&rough, guess).0);
        let letter = letter_height(&components);
        Self { width: rough.width, height: rough.height, factor, components, letter }
    }

    fn quarter_turns(&self) -> u8 {
        self.letter.map_or(0, |letter| quarter_turns(&self.components, letter, self.height))
    }
}

struct PageGeometry {
    /// Maps the straight page (at image scale) to the image.
    back: Projection,
    width: f64,
    height: f64,
    /// Pixels of the page image per pixel of the photo.
    scale: f64,
}

impl PageGeometry {
    fn of(grey: &Plane, rough: &ReducedImage) -> Self {
        let (factor, letter) = (rough.factor, rough.letter);
        let scale = letter.map_or(1.0, |l| LETTER / (l * factor) as f64).clamp(0.25, 3.0);
        let (width, height) = (grey.width as f64, grey.height as f64);
        let straight = letter
            .and_then(|l| deskew(&rough.components, l, rough.width, rough.height))
            .and_then(|s| Self::moved_to_origin(&s, factor as f64, width, height));
        let (back, width, height) = straight.unwrap_or((Projection::scale(1.0), width, height));
        let scale = scale.min((MAX_SHEET / (width * height).max(1.0)).sqrt());
        Self { back, width, height, scale }
    }

    fn moved_to_origin(
        straight: &Projection,
        factor: f64,
        width: f64,
        height: f64,
    ) -> Option<(Projection, f64, f64)> {
        // From the image to the centred reduced image, straightened, and back to image scale.
        let there = Projection::shift(-width / 2.0, -height / 2.0)
            .then(&Projection::scale(1.0 / factor))
            .then(straight)
            .then(&Projection::scale(factor));
        let corner = |x: f64, y: f64| there.apply(x, y);
        let corners = [corner(0.0, 0.0), corner(width, 0.0), corner(width, height), corner(0.0, height)];
        let left = (corners[0].0 + corners[3].0) / 2.0;
        let right = (corners[1].0 + corners[2].0) / 2.0;
        let top = (corners[0].1 + corners[1].1) / 2.0;
        let bottom = (corners[2].1 + corners[3].1) / 2.0;
        let is_sound = right - left > width * 0.5
            && right - left < width * 2.0
            && bottom - top > height * 0.5
            && bottom - top < height * 2.0;
        if !is_sound {
            return None;
        }
        let back = there.then(&Projection::shift(-left, -top)).inverse()?;
        Some((back, right - left, bottom - top))
    }

    fn size(&self, scale: f64) -> (usize, usize) {
        let of = |side: f64| ((side * scale).round() as usize).max(1);
        (of(self.width), of(self.height))
    }

    fn to_picture(&self, scale: f64) -> Projection {
        Projection::scale(1.0 / scale).then(&self.back)
    }
}

fn shown(colour: &RgbImage, geometry: &PageGeometry) -> RgbImage {
    let scale = (MAX_SHOWN / geometry.width.max(geometry.height)).min(1.0);
    let (width, height) = geometry.size(scale);
    let back = geometry.to_picture(scale);
    let factor = ((1.0 / scale) as usize).max(1);
    if factor > 1
        && let Some(small) = crate::plane::reduce_colour(colour, factor)
    {
        let back = back.then(&Projection::scale(1.0 / factor as f64));
        return warp_colour(&small, &back, width as u32, height as u32);
    }
    warp_colour(colour, &back, width as u32, height as u32)
}
