//! Finds fraction characters by shape where an amount is possible; tesseract reads them as "%", "Ya", "12" or
//! nothing.

use super::glyph::{self, Ink};
use crate::{Area, Sheet, Word};
use recipe::Span;

/// Maximum confidence of a corrected word, in percent.
const MAX_CONFIDENCE: f32 = 85.0;
/// Minimum probability of a fraction if the recognised word is meaningless.
const MIN_PROBABILITY_IN_NONSENSE: f32 = 0.5;
const MIN_PROBABILITY_IN_WORD: f32 = 0.9;
/// Minimum probability if nothing was recognised, or the fraction is rare.
const MIN_PROBABILITY_IN_GAP: f32 = 0.97;
/// Minimum darkness of ink, relative to the darkest pixel of the line.
const MIN_INK: f32 = 0.35;

#[derive(Clone, Copy, Debug)]
struct Run {
    from: u32,
    to: u32,
}

struct Found {
    from: u32,
    to: u32,
    area: Area,
    glyph: char,
    probability: f32,
}

pub(super) fn correct(sheet: &Sheet, words: &mut Vec<Word>) {
    let Some(first) = words.first().cloned() else { return };
    let height = usual_height(words);
    if height < 8 {
        return;
    }
    let Some(region) = sheet.regions.get(first.region as usize).copied() else { return };
    // Noise between photos is not a line.
    if !words.iter().any(|word| word.text.chars().filter(|c| c.is_alphabetic()).count() > 2) {
        return;
    }
    let mut index = 0;
    let mut after = region.left.max(first.area.left.saturating_sub(3 * height));
    // An amount is possible at the start, after a sign and after a number.
    let mut may_be_amount = true;
    while let Some(word) = words.get(index).cloned() {
        if may_be_amount && word.area.left > after + height / 2 && starts_lowercase(&word.text) {
            let gap = Area { left: after, width: word.area.left - after, ..word.area };
            if let [found] = look(sheet, gap, height, MIN_PROBABILITY_IN_GAP).0.as_slice() {
                words.insert(index, glyph_word(&word, found));
                index += 1;
            }
        }
        let is_alone = index == 0 && is_alone(&word.text) && words.get(index + 1).is_some();
        if may_hide_a_fraction(&word.text) || is_alone {
            let least =
                if is_nonsense(&word.text) { MIN_PROBABILITY_IN_NONSENSE } else { MIN_PROBABILITY_IN_WORD };
            let (found, runs) = look(sheet, word.area, height, least);
            if let ([found], Some(word)) = (found.as_slice(), words.get_mut(index)) {
                if is_alone {
                    *word = glyph_word(word, found);
                } else {
                    replace(word, found, &runs);
                }
            }
        }
        after = word.area.left + word.area.width;
        may_be_amount = !words.get(index).is_some_and(|word| word.text.chars().any(char::is_alphabetic));
        index += 1;
    }
}

fn usual_height(words: &[Word]) -> u32 {
    let mut heights: Vec<_> = words
        .iter()
        .filter(|word| word.text.chars().filter(|c| c.is_alphanumeric()).count() > 1)
        .map(|word| word.area.height)
        .collect();
    if heights.is_empty() {
        heights = words.iter().map(|word| word.area.height).collect();
    }
    heights.sort_unstable();
    heights.get(heights.len() * 2 / 5).copied().unwrap_or_default()
}

fn starts_lowercase(text: &str) -> bool {
    text.starts_with(char::is_lowercase)
}

/// Whether the text has digits, signs or capitals that OCR reads for a fraction.
fn may_hide_a_fraction(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit() || is_odd(c))
        || text.chars().count() <= 3 && text.starts_with(|c: char| !c.is_lowercase())
}

fn is_alone(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_ascii_lowercase() && !matches!(c, 'a' | 'e' | 'o' | 'u' | 'y'))
        && letters.next().is_none()
}

fn is_odd(c: char) -> bool {
    matches!(c, '%' | '/' | '\\' | '¥' | '£' | '€' | '$' | '#' | '|' | '°' | '»' | '«' | '@')
}

fn is_nonsense(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.starts_with('%')
        || text.contains(is_odd) && letters > 0
        || digits > 0 && letters > 0 && text.starts_with(|c: char| c.is_ascii_uppercase())
}

fn look(sheet: &Sheet, area: Area, height: u32, least: f32) -> (Vec<Found>, Vec<Run>) {
    let none = (Vec::new(), Vec::new());
    let (above, below) = (height / 8, height / 8);
    let top = area.top.saturating_sub(above);
    let bottom = (area.top + area.height + below).min(sheet.height);
    let left = area.left.saturating_sub(1);
    let right = (area.left + area.width + 1).min(sheet.width);
    if right <= left || bottom <= top || right - left > 40 * height {
        return none;
    }
    let Some(ink) = ink(sheet, Area { left, top, width: right - left, height: bottom - top }) else {
        return none;
    };
    let runs = runs(&ink, bottom - top);
    let mut found: Vec<Found> = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        for last in runs.span(at..) {
            let width = last.to - run.from;
            if width > height + height * 3 / 4 {
                break;
            }
            if width < height * 2 / 5 {
                continue;
            }
            let window = Area { left: run.from, top: 0, width, height: bottom - top };
            let Some(tight) = ink.tight(window, MIN_INK) else { continue };
            if tight.height < height * 3 / 4 {
                continue;
            }
            if let Some((glyph, probability)) = glyph::fraction(&ink, tight)
                && probability
                    >= if matches!(glyph, '⅜' | '⅝' | '⅞') { MIN_PROBABILITY_IN_GAP } else { least }
            {
                let area = Area { left: left + tight.left, top: top + tight.top, ..tight };
                found.push(Found { from: run.from, to: last.to, area, glyph, probability });
            }
        }
    }
    found.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let mut apart: Vec<Found> = Vec::new();
    for one in found {
        if apart.iter().all(|other| one.to <= other.from || other.to <= one.from) {
            apart.push(one);
        }
    }
    (apart, runs)
}

/// Darkness of an area, normalized to 1; `None` if blank.
fn ink(sheet: &Sheet, area: Area) -> Option<Ink> {
    let width = sheet.width as usize;
    let mut values = Vec::with_capacity(area.width as usize * area.height as usize);
    for y in area.top..area.top + area.height {
        let start = y as usize * width + area.left as usize;
        let row = sheet.grey.get(start..start + area.width as usize)?;
        values.extend(row.iter().map(|grey| f32::from(255 - grey)));
    }
    let most = values.iter().copied().fold(0.0, f32::max);
    if most < 60.0 {
        return None;
    }
    values.iter_mut().for_each(|value| *value /= most);
    Some(Ink { width: area.width as usize, values })
}

fn runs(ink: &Ink, height: u32) -> Vec<Run> {
    let has_ink = |x: usize| {
        (0..height as usize).any(|y| ink.values.get(y * ink.width + x).is_some_and(|v| *v > MIN_INK))
    };
    let mut runs: Vec<Run> = Vec::new();
    let mut start = None;
    for x in 0..=ink.width {
        let Ok(column) = u32::try_from(x) else { break };
        match (x < ink.width && has_ink(x), start) {
            (true, None) => start = Some(column),
            (false, Some(from)) => {
                runs.push(Run { from, to: column });
                start = None;
            }
            _ => {}
        }
    }
    runs
}

fn confidence(probability: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 85")]
    let percent = (probability.clamp(0.0, 1.0) * MAX_CONFIDENCE) as u8;
    percent
}

fn glyph_word(near: &Word, found: &Found) -> Word {
    Word {
        text: found.glyph.to_string(),
        area: found.area,
        region: near.region,
        line: near.line,
        confidence: confidence(found.probability),
    }
}

/// Replaces the misread part by the fraction, unless the part is plausible.
fn replace(word: &mut Word, found: &Found, runs: &[Run]) {
    let letters: Vec<char> = word.text.chars().collect();
    let before = runs.iter().filter(|run| run.to <= found.from).count().min(letters.len());
    let after = runs.iter().filter(|run| run.from >= found.to).count();
    let end = if after == 0 { letters.len() } else { letters.len().saturating_sub(after).max(before) };
    let (kept, gone, rest) = (letters.span(..before), letters.span(before..end), letters.span(end..));
    let is_before = |c: &char| c.is_ascii_digit() || matches!(c, '(' | '~' | '-' | '–' | '+');
    if !kept.iter().all(is_before)
        || gone.first().is_some_and(|c| c.is_lowercase())
        || gone.iter().any(|c| matches!(c, '(' | '-' | '–'))
        // "3." is a step number.
        || gone.first().is_some_and(char::is_ascii_digit) && gone.last() == Some(&'.')
        || rest.first().is_some_and(char::is_ascii_digit)
    {
        return;
    }
    // Unless the shape is certain, a recognised "1/2" is not replaced by "1½", nor "12" by "½".
    let may_be_right = gone.first() == Some(&'/') || gone.iter().all(char::is_ascii_digit);
    if may_be_right && found.probability < MIN_PROBABILITY_IN_GAP {
        return;
    }
    word.text = kept.iter().chain([&found.glyph]).chain(rest).collect();
    word.confidence = word.confidence.min(confidence(found.probability));
}
