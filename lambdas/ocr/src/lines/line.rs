//! A recognised line; its font size and baseline are estimated from its letters.

use extract::Role;

use crate::{Area, Word};

/// Minimum confidence of words that are not noise, in percent.
const MIN_CONFIDENCE: u8 = 30;
/// Maximum offset of equal left edges, in font sizes.
const SAME_EDGE: f64 = 0.2;

#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) region: u32,
    pub(super) role: Role,
    pub(super) words: Vec<Word>,
    pub(super) area: Area,
    pub(super) letters: usize,
    pub(super) size: f64,
    pub(super) is_bold: bool,
    pub(super) baseline: f64,
    /// Mean confidence in percent, weighted by letters.
    pub(super) confidence: u8,
}

/// Extent of letters above and below the baseline, in font sizes.
fn reach(text: &str) -> (f64, f64) {
    let mut above = 0.0f64;
    let mut below = 0.0f64;
    for letter in text.chars() {
        let (up, down) = match letter {
            'g' | 'p' | 'q' | 'y' | 'ç' => (0.5, 0.2),
            'j' | 'Q' => (0.7, 0.2),
            'a' | 'c' | 'e' | 'm' | 'n' | 'o' | 'r' | 's' | 'u' | 'v' | 'w' | 'x' | 'z' => (0.5, 0.0),
            '(' | ')' | '[' | ']' | '|' | '/' => (0.75, 0.18),
            ',' | ';' => (0.1, 0.12),
            '.' | '_' => (0.1, 0.0),
            '-' | '–' | '—' | '•' | '~' | '=' | '+' | ':' => (0.45, 0.0),
            _ => (0.7, 0.0),
        };
        above = above.max(up);
        below = below.max(down);
    }
    (above.max(0.1), below)
}

impl Line {
    pub(super) fn new(region: u32, words: &[&Word]) -> Self {
        let letters: usize = words.iter().map(|w| w.text.chars().count()).sum();
        let sure: usize = words.iter().map(|w| usize::from(w.confidence) * w.text.chars().count()).sum();
        // The size is measured on words with letters or digits only.
        let mut measured: Vec<(f64, f64)> = words
            .iter()
            .filter(|w| w.text.chars().any(char::is_alphanumeric))
            .map(|w| {
                let (above, below) = reach(&w.text);
                let size = f64::from(w.area.height) / (above + below);
                (size, f64::from(w.area.top) + size * above)
            })
            .collect();
        let area = around(words.iter().map(|w| w.area));
        measured.sort_by(|a, b| a.1.total_cmp(&b.1));
        let bottom = f64::from(area.top) + f64::from(area.height);
        let baseline = measured.get(measured.len() / 2).map_or(bottom, |t| t.1);
        measured.sort_by(|a, b| a.0.total_cmp(&b.0));
        let size = measured.get(measured.len() / 2).map_or(f64::from(area.height), |t| t.0);
        Self {
            region,
            role: Role::Plain,
            words: words.iter().map(|w| (*w).clone()).collect(),
            area,
            letters,
            size: size.max(1.0),
            is_bold: false,
            baseline,
            confidence: (sure / letters.max(1)).min(100) as u8,
        }
    }

    pub(super) fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|w| w.text.trim()).collect();
        words.join(" ")
    }

    pub(super) fn blank_below(&self, above: &Self) -> f64 {
        self.baseline - self.size * super::CAPITAL - above.baseline
    }

    /// Whether the line is a shadow, an edge or part of a photo.
    pub(super) fn is_speck(&self) -> bool {
        let text = self.text();
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        let shown = text.chars().filter(|c| !c.is_whitespace()).count();
        let is_number = letters > 0 && text.chars().all(|c| c.is_ascii_digit() || ".)/½¼¾⅓⅔".contains(c));
        if is_number {
            return self.confidence < 20;
        }
        letters == 0
            || self.confidence < MIN_CONFIDENCE
            || self.confidence < 60 && (letters * 3 < shown * 2 || letters < 4)
    }

    /// Whether another line of the region starts at the same left edge, so that this one is not noise.
    pub(super) fn is_below_other(&self, lines: &[Self]) -> bool {
        self.confidence >= MIN_CONFIDENCE
            && lines.iter().any(|other| {
                other.region == self.region
                    && other.baseline < self.baseline
                    && f64::from(other.area.left.abs_diff(self.area.left)) <= self.size * SAME_EDGE
            })
    }

    pub(super) fn drop_first(&mut self) {
        if self.words.len() > 1 {
            self.words.remove(0);
            self.area = around(self.words.iter().map(|w| w.area));
        }
    }
}

pub(super) fn around(areas: impl Iterator<Item = Area>) -> Area {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for area in areas {
        left = left.min(area.left);
        top = top.min(area.top);
        right = right.max(area.left.saturating_add(area.width));
        bottom = bottom.max(area.top.saturating_add(area.height));
    }
    let (left, top) = (left.min(right), top.min(bottom));
    Area { left, top, width: right - left, height: bottom - top }
}
