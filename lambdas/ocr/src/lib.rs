//! Pure: a photo or scan becomes a [`Sheet`] that is ready to be recognised, and recognised [`Word`]s become the lines of
//! a [`extract::Text`].
//!
//! [`prepare`] takes any bytes; it checks their size before it decodes them, and its memory is bounded.

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

pub use dish::picture_of_dish;
pub use lines::lines;
pub use ocr_correction::correct;
pub use sheet::prepare;

/// Why a picture cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PictureError {
    /// No bytes, cut off, or no picture at all.
    #[error("the picture is broken")]
    Unreadable,
    /// A picture of a kind that is not read: HEIC, SVG and the like.
    #[error("this kind of picture is not read")]
    Unsupported,
    /// More pixels than are decoded.
    #[error("the picture has too many pixels")]
    TooLarge,
}

/// A rectangle in pixels of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Its first column, in pixels from the sheet's left edge.
    pub left: u32,
    /// Its first row, in pixels from the sheet's upper edge.
    pub top: u32,
    /// How many columns it has, in pixels.
    pub width: u32,
    /// How many rows it has, in pixels.
    pub height: u32,
}

/// A line of print, or a part of one: where a recogniser should find words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedLine {
    /// In which of the sheet's regions.
    pub region: u32,
    /// What its letters cover; a letter's accent may reach out above.
    pub area: Area,
    /// Whether its letters are clearly larger than those of the text.
    pub is_large: bool,
}

/// A picture, upright and cleaned, with the regions of text that were found on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// How wide it is: pixels of one row of `grey`.
    pub width: u32,
    /// How high it is: rows of `grey`.
    pub height: u32,
    /// Dark letters on white, one byte a pixel, row by row.
    #[serde(skip)]
    pub grey: Vec<u8>,
    /// Where text stands, in reading order: columns, boxes, headings across them.
    pub regions: Vec<Area>,
    /// Where lines of print stand, as their letters' shapes show it; one that has a wide blank in it is several.
    #[serde(default)]
    pub lines: Vec<PrintedLine>,
    /// What stood before the items of lists: bullets, dashes, boxes to tick. They are wiped out of `grey`.
    #[serde(default)]
    pub bullets: Vec<Area>,
    /// The upright picture for people, as JPEG of at most 2,000 pixels a side, made by us; places refer to it.
    #[serde(skip)]
    pub shown: Vec<u8>,
}

/// A word as a recogniser reads it, with where on the sheet it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Its letters as they were recognised, without blanks.
    pub text: String,
    /// Where it stands on the sheet.
    pub area: Area,
    /// In which of the sheet's regions.
    pub region: u32,
    /// In which line of the region, from 0.
    pub line: u32,
    /// How sure the recogniser is, in percent.
    pub confidence: u8,
}

impl Word {
    /// The word with the part of its area that lies on the sheet: a recogniser's numbers are not ours.
    fn on(&self, sheet: &Sheet) -> Self {
        let Area { left, top, width, height } = self.area;
        let (left, top) = (left.min(sheet.width), top.min(sheet.height));
        let width = width.min(sheet.width.saturating_sub(left));
        let height = height.min(sheet.height.saturating_sub(top));
        Self { area: Area { left, top, width, height }, ..self.clone() }
    }
}
