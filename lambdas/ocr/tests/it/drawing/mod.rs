//! Draws pages whose strokes have the size and spacing of print.

use std::io::Cursor;

use image::{GrayImage, ImageFormat, Luma};

pub(crate) const SMALL: u32 = 14;
const LARGE: u32 = 20;
const PITCH: u32 = 40;

pub(crate) fn page(width: u32, height: u32) -> GrayImage {
    GrayImage::from_pixel(width, height, Luma([250]))
}

/// Draws a line from `left` to at most `right`; `seed` selects the letters.
pub(crate) fn line(page: &mut GrayImage, left: u32, baseline: u32, right: u32, seed: u32, ink: u8) {
    let mut x = left;
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut in_word = 0;
    while x + 12 < right {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let kind = state >> 16;
        let height = if kind.is_multiple_of(3) { LARGE } else { SMALL };
        let bar = if kind.is_multiple_of(2) { baseline - height } else { baseline - SMALL / 2 };
        fill(page, x, baseline - height, 3, height, ink);
        fill(page, x + 7, baseline - SMALL, 3, SMALL, ink);
        fill(page, x, bar, 10, 3, ink);
        in_word += 1;
        x += 13;
        if in_word > 3 + kind % 4 {
            (in_word, x) = (0, x + 8);
        }
    }
}

pub(crate) fn column(page: &mut GrayImage, left: u32, top: u32, right: u32, count: u32, ink: u8) {
    for index in 0..count {
        let short = (index * 37) % 5 * (right - left) / 24;
        line(page, left, top + PITCH * (index + 1), right - short, left + index, ink);
    }
}

pub(crate) fn fill(page: &mut GrayImage, left: u32, top: u32, width: u32, height: u32, ink: u8) {
    for y in top..(top + height).min(page.height()) {
        for x in left..(left + width).min(page.width()) {
            page.put_pixel(x, y, Luma([ink]));
        }
    }
}

pub(crate) fn encoded(page: &GrayImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    page.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}
