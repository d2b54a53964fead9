//! Converts recognised words to text lines with layout.

mod beside;
mod facts;
mod font_weight;
mod line;
mod listed;
mod screenshots;

use std::collections::BTreeMap;

use extract::{Text, TextLine, Wrapping};

use crate::{Area, Sheet, Word};
use line::Line;

/// Height of capitals in font sizes.
const CAPITAL: f64 = 0.7;

/// Lines of a page image in reading order. `page` is its index in the upload, from 0.
#[must_use]
pub fn lines(sheet: &Sheet, words: &[Word], page: u16) -> Text {
    let words: Vec<Word> = words.iter().map(|word| word.on(sheet)).collect();
    let mut by_line: BTreeMap<(u32, u32), Vec<&Word>> = BTreeMap::new();
    for word in &words {
        if !word.text.trim().is_empty() && has_print(word, sheet) {
            by_line.entry((word.region, word.line)).or_default().push(word);
        }
    }
    let all: Vec<Line> = by_line.into_iter().map(|((region, _), words)| Line::new(region, &words)).collect();
    let is_print = |line: &Line| !line.is_speck() || sheet.is_exact && line.is_below_other(&all);
    let printed = all.iter().filter(|line| is_print(line)).cloned().collect();
    let mut printed = facts::pair_facts(printed);
    listed::mark_items(&mut printed, &sheet.bullets);
    let lines = if sheet.is_exact {
        font_weight::mark_bold(&mut printed, sheet);
        screenshots::lines_in_reading_order(&printed, sheet, page)
    } else {
        measured(&beside::parted(printed), sheet, page)
    };
    Text {
        lines,
        wrapping: Wrapping::Printed,
        is_recognised: true,
        is_inexact: !sheet.is_exact,
        ..Text::default()
    }
}

/// Whether print is at a short or doubtful word, because OCR finds such words in noise. Always true for
/// numbers.
fn has_print(word: &Word, sheet: &Sheet) -> bool {
    let letters = word.text.chars().filter(|c| c.is_alphanumeric()).count();
    if sheet.lines.is_empty() || letters > 3 && word.confidence >= 60 || word.text.contains(char::is_numeric)
    {
        return true;
    }
    let end = |start: u32, length: u32| start.saturating_add(length);
    sheet.lines.iter().map(|line| line.area).any(|line| {
        let reach = line.height / 2;
        word.area.left <= end(line.left, line.width).saturating_add(reach)
            && end(word.area.left, word.area.width).saturating_add(reach) >= line.left
            && word.area.top < end(line.top, line.height)
            && end(word.area.top, word.area.height) > line.top
    })
}

fn measured(printed: &[Line], sheet: &Sheet, page: u16) -> Vec<TextLine> {
    let usual = usual_size(printed);
    let mut left_edges: BTreeMap<u32, u32> = BTreeMap::new();
    for line in printed {
        let edge = left_edges.entry(line.region).or_insert(line.area.left);
        *edge = (*edge).min(line.area.left);
    }
    let leading = usual_leading(printed, usual);
    let mut out = Vec::with_capacity(printed.len());
    for (index, line) in printed.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| printed.get(i));
        let blank = before.filter(|b| b.region == line.region).map_or(0.0, |b| line.blank_below(b) - leading);
        let edge = left_edges.get(&line.region).copied().unwrap_or(line.area.left);
        out.push(TextLine {
            text: line.text(),
            role: line.role,
            block: line.region,
            place: Some(place(sheet, line.area, page)),
            size: (line.size / usual) as f32,
            indent: (f64::from(line.area.left - edge) / (usual * CAPITAL)) as f32,
            space_above: (blank / (leading + usual * CAPITAL).max(1.0)).max(0.0) as f32,
            first_word: line.words.first().map_or(0.0, |word| f32::from(part(word.area.width, sheet.width))),
            confidence: line.confidence,
            ..TextLine::default()
        });
    }
    out
}

fn usual_size(lines: &[Line]) -> f64 {
    median(lines.iter().map(|line| (line.size, line.letters))).unwrap_or(1.0).max(1.0)
}

/// Median of values with weights.
fn median(values: impl Iterator<Item = (f64, usize)>) -> Option<f64> {
    let mut values: Vec<(f64, usize)> = values.collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = values.iter().map(|(_, weight)| weight).sum::<usize>() / 2;
    let mut seen = 0;
    values.into_iter().find_map(|(value, weight)| {
        seen += weight;
        (seen >= half).then_some(value)
    })
}

/// Lower quartile of the gaps between lines.
fn usual_leading(lines: &[Line], usual: f64) -> f64 {
    let mut blanks: Vec<f64> = lines
        .array_windows()
        .filter(|[upper, lower]| upper.region == lower.region)
        .map(|[upper, lower]| lower.blank_below(upper))
        .filter(|blank| *blank > 0.0 && *blank < usual * 3.0)
        .collect();
    blanks.sort_by(f64::total_cmp);
    blanks.get(blanks.len() / 4).copied().unwrap_or(usual * 0.5)
}

/// Position on the page.
fn place(sheet: &Sheet, area: Area, page: u16) -> extract::Place {
    extract::Place {
        page,
        left: part(area.left, sheet.width),
        top: part(area.top, sheet.height),
        right: part(area.left.saturating_add(area.width), sheet.width),
        bottom: part(area.top.saturating_add(area.height), sheet.height),
    }
}

/// A length in 1/10,000 of the page's width or height.
fn part(length: u32, whole: u32) -> u16 {
    (u64::from(length.min(whole)) * 10_000 / u64::from(whole.max(1))) as u16
}
