//! Splits lists in two columns that OCR read row by row.

use super::line::Line;
use crate::Word;

/// Minimum gap between columns, in font sizes.
const MIN_BLANK: f64 = 2.0;
/// Maximum offset of aligned edges, in font sizes.
const SAME_EDGE: f64 = 0.8;

/// Puts the left column of each list before the right one.
pub(super) fn parted(lines: Vec<Line>) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    let mut rest = lines.into_iter().peekable();
    while let Some(line) = rest.next() {
        let Some((left, right)) = halves(&line) else {
            out.push(line);
            continue;
        };
        let (mut lefts, mut rights) = (vec![left], vec![right]);
        while let Some(next) = rest.peek() {
            let halves = halves(next).filter(|(left, right)| {
                is_left_aligned(left, lefts.first()) && is_left_aligned(right, rights.first())
            });
            if let Some((left, right)) = halves {
                lefts.push(left);
                rights.push(right);
            } else if continues_left_column(next, lefts.first(), rights.first()) {
                lefts.push(next.clone());
            } else {
                break;
            }
            rest.next();
        }
        out.append(&mut lefts);
        out.append(&mut rights);
    }
    out
}

/// Halves of a line, if both start with an amount; in a list item, the second may start with a name.
fn halves(line: &Line) -> Option<(Line, Line)> {
    let mut widest: Option<(usize, f64)> = None;
    for (at, [word, next]) in line.words.array_windows().enumerate() {
        let blank = f64::from(next.area.left) - f64::from(word.area.left.saturating_add(word.area.width));
        if widest.is_none_or(|(_, most)| blank > most) {
            widest = Some((at + 1, blank));
        }
    }
    let (at, _) = widest.filter(|(_, blank)| *blank >= line.size * MIN_BLANK)?;
    let (left, right) = line.words.split_at_checked(at)?;
    let is_two = counts(left) && (counts(right) || line.role == extract::Role::Item && names(right));
    is_two.then(|| {
        let part = |words: &[Word]| {
            let mut part = Line::new(line.region, &words.iter().collect::<Vec<_>>());
            part.role = line.role;
            part
        };
        (part(left), part(right))
    })
}

/// Whether the words are an amount and a name, not a duration.
fn counts(words: &[Word]) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || "½¼¾⅓⅔⅛".contains(c);
    let amount =
        words.first().is_some_and(|word| word.text.starts_with(is_number) && !word.text.contains(':'));
    let letters = words.iter().flat_map(|word| word.text.chars()).filter(|c| c.is_alphabetic()).count();
    amount
        && letters >= 4
        && words.len() >= 2
        && !words.last().is_some_and(|word| word.text.starts_with("min"))
}

fn names(words: &[Word]) -> bool {
    words.first().is_some_and(|word| word.text.chars().filter(|c| c.is_alphabetic()).count() >= 3)
}

fn is_left_aligned(line: &Line, first: Option<&Line>) -> bool {
    first.is_some_and(|first| {
        line.region == first.region
            && f64::from(line.area.left.abs_diff(first.area.left)) <= first.size * SAME_EDGE
    })
}

fn continues_left_column(line: &Line, left: Option<&Line>, right: Option<&Line>) -> bool {
    is_left_aligned(line, left)
        && counts(&line.words)
        && right.is_some_and(|right| line.area.left.saturating_add(line.area.width) < right.area.left)
}
