//! Reads large, skipped and doubtful lines again, one by one: within smaller print, tesseract drops or
//! truncates large lines.

use ocr::{Area, PrintedLine, Sheet, Word};

use super::strips::Strip;

const MAX_DOUBTS: usize = 24;
/// Share of a line's width in percent; if the words cover less, some were skipped.
const COVERED: u32 = 60;
/// Confidence in percent below which a line is read again.
const MIN_CONFIDENCE: u32 = 75;
/// Minimum confidence of a line that only the second look found, in percent; it may be part of a photo.
const SURE_ALONE: u32 = 65;
/// Minimum share of letters that the second look keeps, in percent.
const MIN_KEPT: u32 = 75;

pub(super) struct DoubtfulLine {
    pub(super) strip: Strip,
    line: PrintedLine,
}

/// Lines to read again: large ones first, then skipped ones, then the least confident.
pub(super) fn doubts(sheet: &Sheet, words: &[(usize, Word)]) -> Vec<DoubtfulLine> {
    let lines = joined(&sheet.lines);
    let mut doubtful: Vec<(u32, PrintedLine)> = lines
        .iter()
        .filter_map(|line| {
            let seen = LineReading::of(words.iter().map(|(_, word)| word).filter(|word| is_on(word, line)));
            // Tesseract may have skipped only the number before the text.
            let is_passed_over = seen.width * 100 < line.area.width * COVERED
                || seen.left > line.area.left.saturating_add(line.area.height);
            let worth = match (line.is_large, is_passed_over) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2 + seen.sureness,
            };
            (line.is_large || is_passed_over || seen.sureness < MIN_CONFIDENCE).then_some((worth, *line))
        })
        .collect();
    doubtful.sort_by_key(|(worth, _)| *worth);
    doubtful.truncate(MAX_DOUBTS);
    doubtful
        .into_iter()
        .enumerate()
        .map(|(number, (_, line))| {
            let area = with_accents(&line, &lines, sheet);
            DoubtfulLine { strip: Strip { number, region: line.region, area }, line }
        })
        .collect()
}

/// Printed lines; large ones are rejoined across wide gaps.
fn joined(lines: &[PrintedLine]) -> Vec<PrintedLine> {
    let mut out: Vec<PrintedLine> = Vec::new();
    let mut lines = lines.to_vec();
    lines.sort_by_key(|line| line.area.left);
    for line in lines {
        match out.iter_mut().find(|other| is_one_large_line(other, &line)) {
            Some(other) => {
                other.area = around(other.area, line.area);
                other.is_large = true;
            }
            None => out.push(line),
        }
    }
    out
}

fn is_one_large_line(one: &PrintedLine, two: &PrintedLine) -> bool {
    let end = |start: u32, length: u32| start.saturating_add(length);
    let (a, b) = (one.area, two.area);
    let level = end(a.top, a.height).min(end(b.top, b.height)).saturating_sub(a.top.max(b.top));
    let gap = a.left.max(b.left).saturating_sub(end(a.left, a.width).min(end(b.left, b.width)));
    one.region == two.region
        && (one.is_large || two.is_large)
        && level * 2 >= a.height.min(b.height)
        && gap * 2 <= a.height.max(b.height) * 3
}

fn around(one: Area, two: Area) -> Area {
    let end = |start: u32, length: u32| start.saturating_add(length);
    let (left, top) = (one.left.min(two.left), one.top.min(two.top));
    let right = end(one.left, one.width).max(end(two.left, two.width));
    let bottom = end(one.top, one.height).max(end(two.top, two.height));
    Area { left, top, width: right - left, height: bottom - top }
}

pub(super) fn merge_retries(
    words: Vec<(usize, Word)>,
    doubts: &[DoubtfulLine],
    again: Vec<(usize, Word)>,
) -> Vec<(usize, Word)> {
    let mut lines: Vec<Vec<Word>> = words
        .chunk_by(|(strip, word), (other, next)| strip == other && word.line == next.line)
        .map(|line| line.iter().map(|(_, word)| word.clone()).collect())
        .collect();
    for (number, doubt) in doubts.iter().enumerate() {
        let new: Vec<Word> =
            again.iter().filter(|(of, _)| *of == number).map(|(_, word)| word.clone()).collect();
        let before = LineReading::of(lines.iter().flatten().filter(|word| is_on(word, &doubt.line)));
        let is_read_beside = lines
            .iter()
            .flatten()
            .filter(|word| !is_on(word, &doubt.line))
            .any(|word| new.iter().any(|other| cover_each_other(word, other)));
        if !is_read_beside && is_better(&before, &LineReading::of(new.iter()), &doubt.line) {
            for line in &mut lines {
                line.retain(|word| !is_on(word, &doubt.line));
            }
            place(&mut lines, new, &doubt.line);
        }
    }
    let numbered = (0..).zip(lines.into_iter().filter(|line| !line.is_empty()));
    numbered
        .flat_map(|(number, line)| {
            let index = number as usize;
            line.into_iter().map(move |word| (index, Word { line: number, ..word }))
        })
        .collect()
}

struct LineReading {
    letters: u32,
    /// Average confidence by letters, in percent.
    sureness: u32,
    width: u32,
    left: u32,
}

impl LineReading {
    fn of<'a>(words: impl Iterator<Item = &'a Word>) -> Self {
        let (mut letters, mut weighed, mut width, mut left) = (0u32, 0u32, 0u32, u32::MAX);
        for word in words {
            let own = word.text.chars().filter(|c| c.is_alphanumeric()).count() as u32;
            letters = letters.saturating_add(own);
            weighed = weighed.saturating_add(own.saturating_mul(u32::from(word.confidence)));
            width = width.saturating_add(word.area.width);
            left = left.min(word.area.left);
        }
        Self { letters, sureness: weighed.checked_div(letters).unwrap_or(0), width, left }
    }
}

/// Whether the second result is better. For large lines, and those with a recovered start, similar confidence
/// is enough.
fn is_better(before: &LineReading, now: &LineReading, line: &PrintedLine) -> bool {
    if before.letters == 0 {
        return now.letters >= 3 && now.sureness >= SURE_ALONE;
    }
    let is_whole = now.letters * 100 >= before.letters * MIN_KEPT;
    let begins_earlier =
        now.letters > before.letters && now.left.saturating_add(line.area.height) <= before.left;
    let is_surer = if line.is_large || begins_earlier {
        now.sureness + 5 > before.sureness
    } else {
        now.sureness > before.sureness + 4
    };
    is_whole && is_surer
}

fn cover_each_other(one: &Word, two: &Word) -> bool {
    let shared = |start: u32, length: u32, other: u32, other_length: u32| {
        let end = start.saturating_add(length).min(other.saturating_add(other_length));
        end.saturating_sub(start.max(other))
    };
    let (a, b) = (one.area, two.area);
    let width = shared(a.left, a.width, b.left, b.width);
    let height = shared(a.top, a.height, b.top, b.height);
    one.region == two.region && width * 4 > a.width.min(b.width) && height * 2 > a.height.min(b.height)
}

fn is_on(word: &Word, line: &PrintedLine) -> bool {
    let middle = |start: u32, length: u32| start.saturating_add(length / 2);
    let is_within = |at: u32, start: u32, length: u32| at >= start && at < start.saturating_add(length);
    word.region == line.region
        && is_within(middle(word.area.left, word.area.width), line.area.left, line.area.width)
        && is_within(middle(word.area.top, word.area.height), line.area.top, line.area.height)
}

/// Inserts words into the line at this height, or between the lines above and below.
fn place(lines: &mut Vec<Vec<Word>>, new: Vec<Word>, at: &PrintedLine) {
    let middle = at.area.top.saturating_add(at.area.height / 2);
    let region = |line: &[Word]| line.first().map_or(at.region, |word| word.region);
    let middle_of = |line: &[Word]| {
        let (top, bottom) = line.iter().fold((u32::MAX, 0), |(top, bottom), word| {
            (top.min(word.area.top), bottom.max(word.area.top.saturating_add(word.area.height)))
        });
        top.midpoint(bottom)
    };
    let level = lines.iter_mut().find(|line| {
        line.first().is_some_and(|word| word.region == at.region)
            && middle_of(line).abs_diff(middle) * 3 <= at.area.height
    });
    if let Some(line) = level {
        line.extend(new);
        line.sort_by_key(|word| word.area.left);
        return;
    }
    let index = lines.iter().position(|line| {
        !line.is_empty()
            && (region(line) > at.region || region(line) == at.region && middle_of(line) > middle)
    });
    lines.insert(index.unwrap_or(lines.len()), new);
}

/// The line's area, extended for accents and descenders but not into other lines.
fn with_accents(line: &PrintedLine, lines: &[PrintedLine], sheet: &Sheet) -> Area {
    let Area { left, top, width, height } = line.area;
    let bottom = top.saturating_add(height);
    let is_beside = |other: &Area| {
        other.left < left.saturating_add(width) && other.left.saturating_add(other.width) > left
    };
    let others = || lines.iter().map(|other| other.area).filter(is_beside);
    let above = others().map(|other| other.top.saturating_add(other.height)).filter(|end| *end <= top).max();
    let below = others().map(|other| other.top).filter(|start| *start >= bottom).min();
    let from = top.saturating_sub(height * 2 / 5).max(above.unwrap_or(0));
    let to = bottom.saturating_add(height / 5).min(below.unwrap_or(u32::MAX)).min(sheet.height);
    let edge = left.saturating_sub(height / 5);
    let right = left.saturating_add(width).saturating_add(height / 5).min(sheet.width);
    Area { left: edge, top: from, width: right.saturating_sub(edge), height: to.saturating_sub(from) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: u32, top: u32, confidence: u8) -> Word {
        let area = Area { left, top, width: text.chars().count() as u32 * 10, height: 20 };
        Word { text: text.to_owned(), area, region: 0, line: top / 40, confidence }
    }

    /// A sheet of lines 20 pixels high: `(top, width, is_large)`.
    fn sheet(lines: &[(u32, u32, bool)]) -> Sheet {
        let line = |(top, width, is_large): &(u32, u32, bool)| PrintedLine {
            region: 0,
            area: Area { left: 0, top: *top, width: *width, height: 20 },
            is_large: *is_large,
        };
        Sheet { width: 400, height: 400, lines: lines.iter().map(line).collect(), ..Sheet::default() }
    }

    fn texts(words: &[(usize, Word)]) -> Vec<String> {
        let lines = words.chunk_by(|one, other| one.0 == other.0);
        lines
            .map(|line| line.iter().map(|(_, word)| word.text.clone()).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn skipped_line_is_inserted_between_the_others() {
        let sheet = sheet(&[(0, 100, false), (40, 150, true), (80, 100, false)]);
        let read = vec![(0, word("The_kitchen", 0, 0, 90)), (0, word("two_onions", 0, 80, 90))];
        let doubts = doubts(&sheet, &read);
        assert_eq!(doubts.len(), 1);
        let again = vec![(0, word("Onion", 0, 42, 90)), (0, word("tart", 60, 42, 90))];
        assert_eq!(texts(&merge_retries(read, &doubts, again)), ["The_kitchen", "Onion tart", "two_onions"]);
    }

    #[test]
    fn pieces_of_a_large_line_are_read_as_one() {
        let mut sheet = sheet(&[(0, 90, true), (2, 60, true), (60, 200, false)]);
        if let Some(second) = sheet.lines.get_mut(1) {
            second.area.left = 110;
        }
        let read = vec![(0, word("two_onions_and_a_leek", 0, 60, 95))];
        let doubts = doubts(&sheet, &read);
        let areas: Vec<Area> = doubts.iter().map(|doubt| doubt.line.area).collect();
        assert_eq!(areas, [Area { left: 0, top: 0, width: 170, height: 22 }]);
    }

    #[test]
    fn skipped_leading_number_is_read_again() {
        let sheet = sheet(&[(0, 200, false)]);
        let read = vec![(0, word("onions_and_leeks", 40, 0, 95))];
        let doubts = doubts(&sheet, &read);
        assert_eq!(doubts.len(), 1);
        let again = vec![(0, word("2", 0, 0, 91)), (0, word("onions_and_leeks", 40, 0, 95))];
        assert_eq!(texts(&merge_retries(read, &doubts, again)), ["2 onions_and_leeks"]);
    }

    #[test]
    fn confident_line_is_not_read_again() {
        let sheet = sheet(&[(0, 100, false)]);
        assert!(doubts(&sheet, &[(0, word("two_onions", 0, 0, 90))]).is_empty());
        assert_eq!(doubts(&sheet, &[(0, word("two_0ni0ns", 0, 0, 50))]).len(), 1);
    }

    #[test]
    fn worse_second_result_is_discarded() {
        let sheet = sheet(&[(0, 100, false)]);
        let read = vec![(0, word("two_onions", 0, 0, 60))];
        let doubts = doubts(&sheet, &read);
        for worse in [vec![(0, word("tw0_oniows", 0, 0, 55))], vec![(0, word("two", 0, 0, 95))], Vec::new()] {
            assert_eq!(texts(&merge_retries(read.clone(), &doubts, worse)), ["two_onions"]);
        }
        let better = vec![(0, word("two_unions", 0, 0, 80))];
        assert_eq!(texts(&merge_retries(read, &doubts, better)), ["two_unions"]);
    }

    #[test]
    fn word_beyond_the_line_is_not_duplicated() {
        let sheet = sheet(&[(0, 60, true)]);
        let read = vec![(0, word("Empanadillas", 0, 0, 90))];
        let doubts = doubts(&sheet, &read);
        let again = vec![(0, word("Empana", 0, 0, 96))];
        assert_eq!(texts(&merge_retries(read, &doubts, again)), ["Empanadillas"]);
    }

    #[test]
    fn low_confidence_new_line_is_discarded() {
        let sheet = sheet(&[(0, 100, true)]);
        let doubts = doubts(&sheet, &[]);
        let noise = vec![(0, word("wS", 0, 0, 90)), (0, word("-ie", 40, 0, 30))];
        assert!(merge_retries(Vec::new(), &doubts, noise).is_empty());
    }

    #[test]
    fn line_area_includes_accents_but_no_neighbours() {
        let sheet = sheet(&[(0, 100, false), (22, 100, true), (80, 100, false)]);
        let doubts = doubts(&sheet, &[(0, word("two_onions", 0, 0, 90)), (0, word("two_onions", 0, 80, 90))]);
        let area = doubts.first().map(|doubt| doubt.strip.area);
        assert_eq!(area, Some(Area { left: 0, top: 20, width: 104, height: 26 }));
    }
}
