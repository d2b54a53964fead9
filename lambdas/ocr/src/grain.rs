//! Measures and smooths the noise (grain) of dim photos.

use crate::plane::Plane;
use recipe::{Places, Span};

const STEP: usize = 3;
/// Minimum standard deviation of the noise, in grey levels, to smooth the image once.
const NOISE_THRESHOLD: usize = 6;
/// The same for smoothing it twice.
const STRONG_NOISE_THRESHOLD: usize = 12;
/// Minimum percentage of pixels without any noise in a picture that a computer made.
const MIN_EXACT_PERCENT: usize = 60;

pub(crate) fn denoised(picture: Plane) -> Plane {
    match grain(&picture) {
        ..NOISE_THRESHOLD => picture,
        NOISE_THRESHOLD..STRONG_NOISE_THRESHOLD => smoothed(&picture),
        _ => smoothed(&smoothed(&picture)),
    }
}

/// Whether the picture has no noise at all, as if a computer made it.
pub(crate) fn is_noiseless(picture: &Plane) -> bool {
    let counts = filter_responses(picture);
    counts.at(0) * 100 >= counts.iter().sum::<usize>() * MIN_EXACT_PERCENT
}

/// Standard deviation of the noise: the median response of a filter that ignores slopes and edges (J.
/// Immerkær, Fast noise variance estimation, 1996).
fn grain(picture: &Plane) -> usize {
    let counts = filter_responses(picture);
    let all: usize = counts.iter().sum();
    let mut seen = 0;
    let median = counts.iter().position(|count| {
        seen += count;
        seen * 2 > all
    });
    // Half of a normal distribution is within 0.67 standard deviations.
    median.unwrap_or(0) / 6 * 3 / 2
}

/// Number of pixels by the filter's response, in sixths of a grey level.
fn filter_responses(picture: &Plane) -> Vec<usize> {
    let (width, height) = (picture.width, picture.height);
    let mut counts = vec![0usize; 6 * 256];
    for y in (1..height.saturating_sub(1)).step_by(STEP) {
        let (above, here, below) = (picture.row(y - 1), picture.row(y), picture.row(y + 1));
        for x in (1..width.saturating_sub(1)).step_by(STEP) {
            let side =
                |row: &[u8]| i32::from(row.at(x - 1)) - 2 * i32::from(row.at(x)) + i32::from(row.at(x + 1));
            let answer = (side(above) - 2 * side(here) + side(below)).unsigned_abs() as usize;
            if let Some(count) = counts.get_mut(answer.min(6 * 256 - 1)) {
                *count += 1;
            }
        }
    }
    counts
}

/// 3 × 3 binomial filter (1, 2, 1).
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
        let target = out.data.get_mut_or_empty(y * width..(y + 1) * width);
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
    fn noise_of_plain_paper_is_measured() {
        assert_eq!(grain(&paper(0)), 0);
        // Uniform over 61 levels: standard deviation 17.6.
        assert!((14..=21).contains(&grain(&paper(30))), "{}", grain(&paper(30)));
    }

    #[test]
    fn pictures_made_by_a_computer_have_no_noise() {
        let mut screenshot = paper(0);
        for letter in (0..screenshot.data.len()).step_by(20) {
            screenshot.data[letter] = 0;
        }
        assert!(is_noiseless(&screenshot));
        assert!(!is_noiseless(&paper(1)));
    }

    #[test]
    fn noise_is_smoothed_and_clean_image_is_unchanged() {
        assert!(grain(&denoised(paper(30))) * 3 < grain(&paper(30)));
        assert_eq!(denoised(paper(4)).data, paper(4).data);
    }
}
