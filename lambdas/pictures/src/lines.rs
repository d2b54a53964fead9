//! Recognised words become the lines of a text, each with where and how it stands.

use std::collections::BTreeMap;

use extract::Text;
use extract::TextLine;
use extract::Wrapping;

use crate::{Area, Sheet, Word};

/// Makes lines of a sheet's words, in reading order. `page` is the sheet's number among the upload's, from 0.
#[must_use]
pub fn lines(sheet: &Sheet, words: &[Word], page: u16) -> Text {
    let mut by_line: BTreeMap<(u32, u32), Vec<&Word>> = BTreeMap::new();
    for word in words {
        if !word.text.trim().is_empty() {
            by_line.entry((word.region, word.line)).or_default().push(word);
        }
    }
    let printed: Vec<Line> =
        by_line.into_iter().map(|((region, _), words)| Line::new(region, &words)).collect();
    let usual = usual_height(&printed);
    let mut out = Vec::with_capacity(printed.len());
    for (index, line) in printed.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| printed.get(i)).filter(|b| b.region == line.region);
        let left = sheet.regions.get(line.region as usize).map_or(line.area.left, |region| region.left);
        let gap = before.map_or(0.0, |b| f64::from(line.area.top) - f64::from(b.area.top + b.area.height));
        out.push(TextLine {
            text: line.text.clone(),
            block: line.region,
            place: Some(place(sheet, line.area, page)),
            size: (line.height / usual) as f32,
            indent: (f64::from(line.area.left.saturating_sub(left)) / usual) as f32,
            space_above: (gap / usual).max(0.0) as f32,
            confidence: line.confidence,
            ..TextLine::default()
        });
    }
    Text { lines: out, wrapping: Wrapping::Printed, is_recognised: true, ..Text::default() }
}

/// One line as it was recognised.
struct Line {
    region: u32,
    text: String,
    area: Area,
    /// How high its letters are.
    height: f64,
    confidence: u8,
}

impl Line {
    fn new(region: u32, words: &[&Word]) -> Self {
        let text: Vec<&str> = words.iter().map(|w| w.text.trim()).collect();
        let mut heights: Vec<u32> = words.iter().map(|w| w.area.height).collect();
        heights.sort_unstable();
        let letters: u32 = words.iter().map(|w| w.text.chars().count() as u32).sum();
        let sure: u32 = words.iter().map(|w| u32::from(w.confidence) * w.text.chars().count() as u32).sum();
        Self {
            region,
            text: text.join(" "),
            area: around(words.iter().map(|w| w.area)),
            height: f64::from(heights.get(heights.len() / 2).copied().unwrap_or(1).max(1)),
            confidence: (sure / letters.max(1)).min(100) as u8,
        }
    }
}

fn around(areas: impl Iterator<Item = Area>) -> Area {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for area in areas {
        left = left.min(area.left);
        top = top.min(area.top);
        right = right.max(area.left.saturating_add(area.width));
        bottom = bottom.max(area.top.saturating_add(area.height));
    }
    Area {
        left: left.min(right),
        top: top.min(bottom),
        width: right.saturating_sub(left),
        height: bottom.saturating_sub(top),
    }
}

/// The height that most of the text is set in, by letters.
fn usual_height(lines: &[Line]) -> f64 {
    let mut heights: Vec<(f64, usize)> = lines.iter().map(|l| (l.height, l.text.len())).collect();
    heights.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = heights.iter().map(|h| h.1).sum::<usize>() / 2;
    let mut seen = 0;
    for (height, letters) in heights {
        seen += letters;
        if seen >= half {
            return height.max(1.0);
        }
    }
    1.0
}

/// In ten-thousandths of the shown page, which has the sheet's shape.
fn place(sheet: &Sheet, area: Area, page: u16) -> extract::Place {
    let part = |at: u32, whole: u32| (u64::from(at.min(whole)) * 10_000 / u64::from(whole.max(1))) as u16;
    extract::Place {
        page,
        left: part(area.left, sheet.width),
        top: part(area.top, sheet.height),
        right: part(area.left.saturating_add(area.width), sheet.width),
        bottom: part(area.top.saturating_add(area.height), sheet.height),
    }
}
