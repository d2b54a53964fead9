//! Parses tesseract's TSV: rows for pages, blocks, paragraphs, lines and words.

use ocr::{Area, Word};

use super::strips::Strip;

const HEADER: &str =
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext";
const WORD: u32 = 5;

/// Words with their strip numbers; `line` counts within the strip. `None` for an invalid table.
pub(super) fn words(table: &str, strips: &[Strip]) -> Option<Vec<(usize, Word)>> {
    let mut rows = table.lines();
    if rows.next()? != HEADER {
        return None;
    }
    let mut words = Vec::new();
    let mut last = (0, 0, 0, 0);
    let mut line = 0;
    for row in rows {
        let mut cells = row.splitn(12, '\t');
        let mut number = || cells.next()?.parse::<u32>().ok();
        let (level, page, block, paragraph, line_number) =
            (number()?, number()?, number()?, number()?, number()?);
        let (_word, left, top, width, height) = (number()?, number()?, number()?, number()?, number()?);
        let confidence: f32 = cells.next()?.parse().ok()?;
        let text = cells.next()?.trim();
        if level != WORD || text.is_empty() {
            continue;
        }
        let strip = strips.get(usize::try_from(page.checked_sub(1)?).ok()?)?;
        let place = (page, block, paragraph, line_number);
        if place != last {
            line = if place.0 == last.0 { line + 1 } else { 0 };
            last = place;
        }
        if !confidence.is_finite() {
            return None;
        }
        // Clamped and rounded, so the cast is exact.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
        let confidence = confidence.clamp(0.0, 100.0).round() as u8;
        let area = strip.on_sheet(Area { left, top, width, height });
        let word = Word { text: text.to_owned(), area, region: strip.region, line, confidence };
        words.push((strip.number, word));
    }
    Some(words)
}
