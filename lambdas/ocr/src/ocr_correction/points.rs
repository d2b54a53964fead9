//! Restores missed decimal points: "15 tsp" where the image has a dot.

use super::spaces::runs;
use crate::{Area, Sheet, Word};

/// Confidence that a corrected word loses, in percentage points.
const LOST: u8 = 15;

pub(super) fn correct(sheet: &Sheet, words: &mut [Word]) {
    for word in words {
        if let Some(text) = with_point(sheet, word) {
            word.text = text;
            word.confidence = word.confidence.saturating_sub(LOST);
        }
    }
}

fn with_point(sheet: &Sheet, word: &Word) -> Option<String> {
    let figures: Vec<char> = word.text.chars().collect();
    if !(2..=4).contains(&figures.len()) || !figures.iter().all(char::is_ascii_digit) {
        return None;
    }
    let runs = runs(sheet, word.area);
    if runs.len() != figures.len() + 1 {
        return None;
    }
    let mut dots =
        (1..runs.len() - 1).filter(|at| runs.get(*at).is_some_and(|run| is_dot(sheet, word.area, *run)));
    let (at, None) = (dots.next()?, dots.next()) else { return None };
    let (whole, part) = figures.split_at_checked(at)?;
    Some(whole.iter().chain(&['.']).chain(part).collect())
}

/// Whether a run of ink is small, square and on the baseline.
fn is_dot(sheet: &Sheet, area: Area, (from, to): (u32, u32)) -> bool {
    let has_ink = |y: &u32| {
        (from..to).any(|x| {
            let at = *y as usize * sheet.width as usize + (area.left + x) as usize;
            sheet.grey.get(at).is_some_and(|grey| *grey < super::spaces::INK)
        })
    };
    let bottom = area.top + area.height;
    let rows = || area.top..bottom;
    let (Some(first), Some(last)) = (rows().find(has_ink), rows().rev().find(has_ink)) else { return false };
    let (width, height) = (to - from, last + 1 - first);
    height * 3 <= area.height
        && width * 3 <= area.height
        && height <= width * 2
        && bottom - last <= area.height / 5 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws `|` as digits (4 × 20 pixels) and `.` as dots (4 × 4).
    fn read(sketch: &str, text: &str) -> Option<String> {
        let width = u32::try_from(sketch.len()).unwrap() * 8;
        let mut sheet = Sheet { width, height: 20, grey: vec![255; width as usize * 20], ..Sheet::default() };
        for (at, mark) in sketch.chars().enumerate() {
            let rows = match mark {
                '|' => 0..20,
                '.' => 16..20,
                '\'' => 0..4,
                _ => 0..0,
            };
            for y in rows {
                let start = y * width as usize + at * 8;
                sheet.grey[start..start + 4].fill(0);
            }
        }
        let area = Area { left: 0, top: 0, width, height: 20 };
        let word = Word { text: text.to_owned(), area, region: 0, line: 0, confidence: 90 };
        with_point(&sheet, &word)
    }

    #[test]
    fn visible_decimal_point_is_restored() {
        for (sketch, text, expected) in [
            ("|.|", "15", Some("1.5")),
            ("||.|", "125", Some("12.5")),
            ("||", "15", None),
            ("|||", "15", None),
            ("|'|", "15", None),
            ("||.", "15", None),
            ("|.|", "1a", None),
        ] {
            assert_eq!(read(sketch, text).as_deref(), expected, "{sketch} {text}");
        }
    }
}
