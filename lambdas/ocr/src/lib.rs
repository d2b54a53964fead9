//! Image processing for OCR: [`prepare`] turns a photo or scan into a [`Sheet`] (page image), `lines` turns
//! recognised [`Word`]s into an [`extract::Text`].
//!
//! [`prepare`] accepts any bytes and uses bounded memory.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod bullets;
mod connected_components;
mod decode;
mod deskew;
mod despeckle;
mod dish;
mod flatten;
mod grain;
mod lines;
mod ocr_correction;
mod orientation;
mod pieces;
mod plane;
mod projection;
mod regions;
mod sheet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use dish::{Reduced, dish_photo, reduced};
pub use lines::lines;
pub use ocr_correction::correct;
pub use sheet::prepare;

/// Reason why an image cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PictureError {
    /// Empty, truncated or not an image.
    #[error("the picture is broken")]
    Unreadable,
    /// Unsupported format: HEIC, SVG and others.
    #[error("this kind of picture is not read")]
    Unsupported,
    /// Too many pixels, or too much memory to decode.
    #[error("the picture has too many pixels")]
    TooLarge,
}

/// Rectangle in pixels of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub left: u32,
    /// Top edge.
    pub top: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// A printed line, or part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedLine {
    /// Index in [`Sheet::regions`].
    pub region: u32,
    /// Bounding box of its letters; accents may be outside.
    pub area: Area,
    /// Whether it is clearly larger than body text.
    pub is_large: bool,
}

/// Page image prepared for OCR, with its layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Grey levels, dark letters on white, row by row.
    #[serde(skip)]
    pub grey: Vec<u8>,
    /// Text regions in reading order.
    pub regions: Vec<Area>,
    /// Printed lines, found by letter shapes. A line with a wide gap is split.
    #[serde(default)]
    pub lines: Vec<PrintedLine>,
    /// List markers (bullets, dashes, check boxes), already removed from `grey`.
    #[serde(default)]
    pub bullets: Vec<Area>,
    /// Whether the picture was made by a computer, such as a screenshot, so that positions are exact.
    #[serde(default)]
    pub is_exact: bool,
    /// Upright JPEG for display, with the same geometry, at most 2,000 pixels per side.
    #[serde(skip)]
    pub shown: Vec<u8>,
}

/// A word recognised by OCR.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Text; corrections may insert spaces.
    pub text: String,
    /// Bounding box on the sheet.
    pub area: Area,
    /// Index in [`Sheet::regions`].
    pub region: u32,
    /// Line number in the region, from 0.
    pub line: u32,
    /// OCR confidence in percent.
    pub confidence: u8,
}

impl Word {
    /// The word with its box clipped to the page image, because OCR output is not trusted.
    fn on(&self, sheet: &Sheet) -> Self {
        let Area { left, top, width, height } = self.area;
        let (left, top) = (left.min(sheet.width), top.min(sheet.height));
        let width = width.min(sheet.width.saturating_sub(left));
        let height = height.min(sheet.height.saturating_sub(top));
        Self { area: Area { left, top, width, height }, ..self.clone() }
    }
}
