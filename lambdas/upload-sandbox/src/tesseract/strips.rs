//! Cuts regions into strips between lines, and encodes them for tesseract.

use ocr::{Area, Sheet, Word};

/// Blank pixels around a strip, needed by tesseract.
const MARGIN: u32 = 12;
/// Pixel values below this are ink.
const INK: u8 = 140;
/// Minimum height of each strip of a region but the last, in pixels; tesseract misjudges the font size of few
/// lines.
const MIN_HEIGHT: u32 = 400;
/// Maximum height of the strip for language detection, in pixels.
const PROBE_HEIGHT: u32 = 360;
const MAX_PIXELS: u64 = 200_000_000;

/// A full-width part of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    pub(super) number: usize,
    pub(super) region: u32,
    pub(super) area: Area,
}

impl Strip {
    pub(super) fn on_sheet(&self, shown: Area) -> Area {
        let inside = |start: u32, length: u32, origin: u32, most: u32| {
            let from = start.saturating_sub(MARGIN).min(most);
            let to = start.saturating_add(length).saturating_sub(MARGIN).min(most);
            (origin + from, to - from)
        };
        let (left, width) = inside(shown.left, shown.width, self.area.left, self.area.width);
        let (top, height) = inside(shown.top, shown.height, self.area.top, self.area.height);
        Area { left, top, width, height }
    }
}

/// Strips of a page image in reading order, cut where there is no ink.
pub(super) fn cut(sheet: &Sheet) -> Vec<Strip> {
    let mut strips = Vec::new();
    if sheet.grey.len() as u64 != u64::from(sheet.width) * u64::from(sheet.height) {
        return strips;
    }
    let mut pixels = 0;
    for (region, area) in (0..).zip(&sheet.regions) {
        let Some(area) = on_sheet(*area, sheet) else { continue };
        pixels += u64::from(area.width) * u64::from(area.height);
        if pixels > MAX_PIXELS {
            break;
        }
        for (top, bottom) in parts(&ink_rows(sheet, area)) {
            let area = Area { top: area.top + top, height: bottom - top, ..area };
            strips.push(Strip { number: strips.len(), region, area });
        }
    }
    strips
}

fn on_sheet(area: Area, sheet: &Sheet) -> Option<Area> {
    let left = area.left.min(sheet.width);
    let top = area.top.min(sheet.height);
    let width = area.width.min(sheet.width - left);
    let height = area.height.min(sheet.height - top);
    (width > 0 && height > 0).then_some(Area { left, top, width, height })
}

fn row(sheet: &Sheet, area: Area, y: u32) -> &[u8] {
    let start = y as usize * sheet.width as usize + area.left as usize;
    sheet.grey.get(start..start + area.width as usize).unwrap_or_default()
}

fn ink_rows(sheet: &Sheet, area: Area) -> Vec<bool> {
    (area.top..area.top + area.height).map(|y| row(sheet, area, y).iter().any(|pixel| *pixel < INK)).collect()
}

/// Ranges of rows, each cut at the widest gap between one and two times [`MIN_HEIGHT`].
fn parts(ink: &[bool]) -> Vec<(u32, u32)> {
    let height = ink.len();
    let least = MIN_HEIGHT as usize;
    let mut parts = Vec::new();
    let mut from = 0;
    while height - from >= 2 * least {
        let window = from + least..(from + 2 * least).min(height - least / 2);
        let Some(cut) = widest_gap(ink, window) else { break };
        parts.push((from, cut));
        from = cut;
    }
    parts.push((from, height));
    parts
        .into_iter()
        .filter(|(from, to)| ink[*from..*to].contains(&true))
        .filter_map(|(from, to)| Some((u32::try_from(from).ok()?, u32::try_from(to).ok()?)))
        .collect()
}

fn widest_gap(ink: &[bool], window: std::ops::Range<usize>) -> Option<usize> {
    let (mut best, mut width) = (None, 2);
    let mut start = None;
    for y in window {
        match (ink[y], start) {
            (false, None) => start = Some(y),
            (false, Some(from)) if y - from > width => (best, width) = (Some(from.midpoint(y)), y - from),
            (true, _) => start = None,
            _ => {}
        }
    }
    best
}

pub(super) fn shared(strips: &[Strip]) -> [Vec<Strip>; 2] {
    let mut by_size: Vec<_> = strips.iter().collect();
    let pixels = |strip: &Strip| u64::from(strip.area.width) * u64::from(strip.area.height);
    by_size.sort_by_key(|strip| std::cmp::Reverse(pixels(strip)));
    let mut shares = [(0, Vec::new()), (0, Vec::new())];
    for strip in by_size {
        let share = usize::from(shares[1].0 < shares[0].0);
        shares[share].0 += pixels(strip);
        shares[share].1.push(strip.clone());
    }
    shares.map(|(_, strips)| strips)
}

/// The strip with most ink, shortened for language detection; `None` without strips.
pub(super) fn probe(sheet: &Sheet, strips: &[Strip]) -> Option<Strip> {
    let most_ink = |strip: &&Strip| {
        (strip.area.top..strip.area.top + strip.area.height.min(PROBE_HEIGHT))
            .map(|y| row(sheet, strip.area, y).iter().filter(|pixel| **pixel < INK).count())
            .sum::<usize>()
    };
    let strip = strips.iter().max_by_key(most_ink)?;
    let area = Area { height: strip.area.height.min(PROBE_HEIGHT), ..strip.area };
    Some(Strip { number: 0, region: strip.region, area })
}

pub(super) fn renumbered(words: Vec<(usize, Word)>) -> Vec<Word> {
    let mut last: Option<(u32, usize, u32)> = None;
    let mut line = 0;
    words
        .into_iter()
        .map(|(strip, mut word)| {
            let place = (word.region, strip, word.line);
            line = match last {
                Some(before) if before == place => line,
                Some((region, ..)) if region == word.region => line + 1,
                _ => 0,
            };
            last = Some(place);
            word.line = line;
            word
        })
        .collect()
}

/// Uncompressed grey TIFF with one page per strip.
pub(super) fn picture_file(sheet: &Sheet, strips: &[Strip]) -> Vec<u8> {
    let mut file = b"II*\0\0\0\0\0".to_vec();
    let mut link = 4;
    for strip in strips {
        let (width, height) = (strip.area.width + 2 * MARGIN, strip.area.height + 2 * MARGIN);
        let start = file.len();
        let blank = |file: &mut Vec<u8>, count: u32| file.resize(file.len() + count as usize, 255);
        blank(&mut file, width * MARGIN);
        for y in strip.area.top..strip.area.top + strip.area.height {
            blank(&mut file, MARGIN);
            file.extend_from_slice(row(sheet, strip.area, y));
            blank(&mut file, MARGIN);
        }
        blank(&mut file, width * MARGIN);
        let bytes = file.len() - start;
        file.resize(file.len().next_multiple_of(4), 0);
        let directory = file.len();
        file[link..link + 4].copy_from_slice(&le(directory));
        // Width, height, bits per sample, no compression, 0 is black; one strip: offset, samples per pixel,
        // rows, bytes.
        let (width, height) = (width as usize, height as usize);
        let entries = [
            (256, width),
            (257, height),
            (258, 8),
            (259, 1),
            (262, 1),
            (273, start),
            (277, 1),
            (278, height),
            (279, bytes),
        ];
        file.extend_from_slice(&[entries.len() as u8, 0]);
        for (tag, value) in entries {
            file.extend_from_slice(&u16::to_le_bytes(tag));
            file.extend_from_slice(&[4, 0, 1, 0, 0, 0]);
            file.extend_from_slice(&le(value));
        }
        link = file.len();
        file.extend_from_slice(&[0; 4]);
    }
    file
}

fn le(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or_default().to_le_bytes()
}
