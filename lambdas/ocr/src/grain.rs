//! The grain of a dim photograph: measured on the paper between the letters, and smoothed where it would be taken for print.

use crate::plane::Plane;
use recipe::{Places, Span};

/// Of so many pixels in each direction one is measured.
const STEP: usize = 3;
/// From so much grain on it is smoothed, as the standard deviation of a pixel's grey; so much more, and it is done again.
const GRAINY: usize = 6;
const VERY_GRAINY: usize = 12;

/// The picture with its grain smoothed, if it has any.
pub(crate) fn without_grain(picture: Plane) -> Plane {
    match grain(&picture) {
        ..GRAINY => picture,
        GRAINY..VERY_GRAINY => smoothed(&picture),
        _ => smoothed(&smoothed(&picture)),
    }
}

/// The standard deviation of the grain: the median answer of a filter that sees neither slopes nor edges along it
/// (J. Immerkær, Fast noise variance estimation, 1996). Most of a page is paper, so its letters do not count.
fn grain(picture: &Plane) -> usize {
    let (width, height) = (picture.width, picture.height);
    let mut counts = [0usize; 256];
    let mut all = 0;
    for y in (1..height.saturating_sub(1)).step_by(STEP) {
        let (above, here, below) = (picture.row(y - 1), picture.row(y), picture.row(y + 1));
        for x in (1..width.saturating_sub(1)).step_by(STEP) {
            let side =
                |row: &[u8]| i32::from(row.at(x - 1)) - 2 * i32::from(row.at(x)) + i32::from(row.at(x + 1));
            let answer = (side(above) - 2 * side(here) + side(below)).unsigned_abs() as usize;
            if let Some(count) = counts.get_mut((answer / 6).min(255)) {
                *count += 1;
            }
            all += 1;
        }
    }
    let mut seen = 0;
    let median = counts.iter().position(|count| {
        seen += count;
        seen * 2 > all
    });
    // Half of what is normally distributed lies within 0.67 standard deviations.
    median.unwrap_or(0) * 3 / 2
}

/// Each pixel with its neighbours, weighed 1, 2, 1 in both directions.
fn smoothed(picture: &Plane) -> Plane {
    let (width, height) = (picture.width, picture.height);
    let mut out = Plane::filled(width, height, 255);
    if width < 3 || height < 3 {
        out.data.clone_from(&picture.data);
        return out;
    }
    let mut sums = vec![0u16; width];
    for y in 0..height {
        let (above, here) = (picture.row(y.saturating_sub(1)), picture.row(y));
        let below = picture.row((y + 1).min(height - 1));
        for (((sum, a), b), c) in sums.iter_mut().zip(above).zip(here).zip(below) {
            *sum = u16::from(*a) + 2 * u16::from(*b) + u16::from(*c);
        }
        let target = out.data.span_mut(y * width..(y + 1) * width);
        for (x, value) in target.iter_mut().enumerate() {
            let (left, right) = (sums.at(x.saturating_sub(1)), sums.at((x + 1).min(width - 1)));
            *value = ((left + 2 * sums.at(x) + right + 8) / 16) as u8;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paper of a grey, on which every pixel is up to `most` lighter or darker.
    fn paper(most: u32) -> Plane {
        let mut plane = Plane::filled(200, 200, 128);
        let mut state = 7u32;
        for value in &mut plane.data {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            *value = (128 + (state >> 16) % (2 * most + 1) - most) as u8;
        }
        plane
    }

    #[test]
    fn grain_is_measured_on_the_paper() {
        assert_eq!(grain(&paper(0)), 0);
        // Evenly spread over 61 greys, the deviation is 17.6.
        assert!((14..=21).contains(&grain(&paper(30))), "{}", grain(&paper(30)));
    }

    #[test]
    fn grain_is_smoothed_and_clean_pictures_stay_as_they_are() {
        assert!(grain(&without_grain(paper(30))) * 3 < grain(&paper(30)));
        assert_eq!(without_grain(paper(4)).data, paper(4).data);
    }
}
