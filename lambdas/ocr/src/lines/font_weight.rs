//! Detects bold lines by the thickness of their strokes.

use super::line::Line;
use super::median;
use crate::Sheet;
use recipe::{Places, Span};

/// Grey levels below are print.
const DARK: u8 = 128;
/// Minimum thickness of bold strokes, relative to the usual thickness.
const BOLD: f64 = 1.28;
/// Longest run of print that is a vertical stroke, in font sizes. Horizontal strokes are longer.
const LONGEST_STROKE: f64 = 0.3;

pub(super) fn mark_bold(lines: &mut [Line], sheet: &Sheet) {
    let thickness: Vec<Option<f64>> = lines.iter().map(|line| thickness(line, sheet)).collect();
    let usual = median(thickness.iter().zip(&*lines).filter_map(|(own, line)| Some(((*own)?, line.letters))));
    for (line, own) in lines.iter_mut().zip(thickness) {
        line.is_bold = own.zip(usual).is_some_and(|(own, usual)| own >= usual * BOLD);
    }
}

/// Average thickness of the vertical strokes of a line, in font sizes; `None` without print.
fn thickness(line: &Line, sheet: &Sheet) -> Option<f64> {
    let width = sheet.width as usize;
    let longest = (line.size * LONGEST_STROKE) as usize;
    let (mut strokes, mut dark) = (0_usize, 0_usize);
    for word in &line.words {
        let (left, top) = (word.area.left as usize, word.area.top as usize);
        let (right, bottom) = (left + word.area.width as usize, top + word.area.height as usize);
        for y in top..bottom {
            let row = sheet.grey.span(y * width + left..y * width + right);
            for run in row.chunk_by(|a, b| (*a < DARK) == (*b < DARK)) {
                if run.at(0) < DARK && run.len() <= longest {
                    strokes += 1;
                    dark += run.len();
                }
            }
        }
    }
    (strokes > 0).then(|| dark as f64 / strokes as f64 / line.size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Area, Word};

    #[test]
    fn thick_strokes_are_bold() {
        let mut sheet = Sheet { width: 400, height: 120, grey: vec![255; 400 * 120], ..Sheet::default() };
        let mut line = |top: u32, stroke: usize| {
            for y in top as usize..top as usize + 28 {
                for x in (10..310).step_by(15) {
                    sheet.grey[y * 400 + x..y * 400 + x + stroke].fill(0);
                }
            }
            let area = Area { left: 10, top, width: 300, height: 28 };
            let text = String::from("letters of a line");
            Line::new(0, &[&Word { text, area, region: 0, line: top, confidence: 95 }])
        };
        let mut lines = [line(10, 3), line(50, 3), line(90, 5)];
        mark_bold(&mut lines, &sheet);
        assert_eq!(lines.map(|line| line.is_bold), [false, false, true]);
    }
}
