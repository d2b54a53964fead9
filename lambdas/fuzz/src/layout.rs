//! Text notation of layouts. Marks before a line describe its layout:
//!
//! `^` larger, `*` bold, `>` indented, `_` blank space above, `|` new block, `=` title, `#` heading, `-` item
//! (numbered after nine `>`), `?` low confidence, `%` extreme sizes and positions. They end at the first
//! other character.

use extract::{Role, Text, TextLine, Wrapping};
use ocr::{Area, Sheet, Word};

const LINE: u32 = 24;
const LETTER: u32 = 10;
/// Size of a page image, small because each run processes every pixel.
const SHEET: [u32; 2] = [500, 400];

#[derive(Clone, Copy, Default)]
struct Marks {
    larger: u8,
    set_in: u8,
    above: u8,
    headings: u8,
    is_bold: bool,
    is_title: bool,
    is_item: bool,
    is_new_block: bool,
    is_doubtful: bool,
    is_far: bool,
}

fn marked(line: &str) -> (Marks, &str) {
    let mut marks = Marks::default();
    let rest = line.trim_start_matches(|c: char| {
        match c {
            '^' => marks.larger = marks.larger.saturating_add(1),
            '>' => marks.set_in = marks.set_in.saturating_add(1),
            '_' => marks.above = marks.above.saturating_add(1),
            '#' => marks.headings = marks.headings.saturating_add(1),
            '*' => marks.is_bold = true,
            '=' => marks.is_title = true,
            '-' => marks.is_item = true,
            '|' => marks.is_new_block = true,
            '?' => marks.is_doubtful = true,
            '%' => marks.is_far = true,
            _ => return false,
        }
        true
    });
    (marks, rest.trim_start_matches(' '))
}

impl Marks {
    fn role(self) -> Role {
        match self {
            Self { is_title: true, .. } => Role::Title,
            Self { headings: level @ 1.., .. } => Role::Heading(level),
            Self { is_item: true, set_in: 9.., .. } => Role::Numbered(self.set_in.into()),
            Self { is_item: true, .. } => Role::Item,
            _ => Role::Plain,
        }
    }
}

pub(crate) fn text(source: &str) -> Text {
    let mut block = 0;
    let lines =
        source.lines().map(marked).filter(|(_, text)| !text.trim().is_empty()).map(|(marks, text)| {
            block += u32::from(marks.is_new_block);
            TextLine {
                text: text.to_owned(),
                role: marks.role(),
                block,
                size: if marks.is_far { f32::NAN } else { 1.0 + f32::from(marks.larger) / 4.0 },
                is_bold: marks.is_bold,
                indent: f32::from(marks.set_in),
                space_above: f32::from(marks.above),
                confidence: if marks.is_doubtful { 20 } else { 95 },
                ..TextLine::default()
            }
        });
    let lines = lines.collect();
    let wrapping = [Wrapping::Unknown, Wrapping::Printed, Wrapping::Whole];
    Text {
        lines,
        wrapping: wrapping.get(source.len() % wrapping.len()).copied().unwrap_or_default(),
        name: source.len().is_multiple_of(5).then(|| String::from("pie")),
        language: None,
        source: None,
        is_recognised: source.len().is_multiple_of(2),
        is_inexact: source.len().is_multiple_of(4),
    }
}

pub(crate) fn words(source: &str) -> (Sheet, Vec<Word>) {
    let [width, height] = SHEET;
    let grey = vec![255; (width * height) as usize];
    let is_exact = source.len().is_multiple_of(3);
    let mut sheet = Sheet { width, height, grey, is_exact, ..Sheet::default() };
    let (mut found, mut region, mut top) = (Vec::new(), 0, 40_u32);
    for (number, line) in (0..).zip(source.lines()) {
        let (marks, text) = marked(line);
        region += u32::from(marks.is_new_block);
        let size = 14 + 4 * u32::from(marks.larger);
        top = top.saturating_add(LINE + LINE * u32::from(marks.above));
        let mut left = if marks.is_far { u32::MAX - 100 } else { 100 + 20 * u32::from(marks.set_in) };
        if marks.is_item {
            sheet.bullets.push(Area { left: left.saturating_sub(20), top, width: 8, height: 8 });
        }
        for part in text.split(' ') {
            let width = LETTER.saturating_mul(u32::try_from(part.chars().count()).unwrap_or(u32::MAX));
            if !part.is_empty() {
                let area = Area { left, top, width, height: if marks.is_far { u32::MAX } else { size } };
                draw(&mut sheet, area, part);
                let confidence = if marks.is_doubtful { 20 } else { 95 };
                found.push(Word { text: part.to_owned(), area, region, line: number, confidence });
            }
            left = left.saturating_add(width).saturating_add(6);
        }
    }
    (sheet, found)
}

/// Draws a dark pattern for a word, one column per letter.
fn draw(sheet: &mut Sheet, area: Area, word: &str) {
    let rows = (area.top..area.top.saturating_add(area.height)).take_while(|row| *row < sheet.height);
    for (bit, row) in rows.enumerate() {
        for (letter, byte) in (0..).zip(word.bytes()) {
            let column = area.left.saturating_add(letter * LETTER);
            let is_dark = column < sheet.width && byte.rotate_left(bit as u32) & 3 != 0;
            let start = (row as usize * sheet.width as usize).saturating_add(column as usize);
            for pixel in sheet.grey.iter_mut().skip(start).take(if is_dark { 6 } else { 0 }) {
                *pixel = 0;
            }
        }
    }
}
