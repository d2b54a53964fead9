//! Blanks that were lost behind an amount or a point: "2sprigs", "-11/2", "p.ex.". The paper shows them.

use crate::{Area, Sheet, Word};

/// Darker pixels are ink.
pub(super) const INK: u8 = 150;

/// Splits words at wide gaps that stand behind a number or a point.
pub(super) fn correct(sheet: &Sheet, words: &mut Vec<Word>) {
    let Some(usual) = usual_gap(words) else { return };
    let mut index = 0;
    while let Some(word) = words.get_mut(index) {
        if let Some((first, second)) = split(sheet, word, usual) {
            *word = first;
            words.insert(index + 1, second);
        }
        index += 1;
    }
}

/// The usual gap between words of the line; a third of their height where there is no other way to tell.
fn usual_gap(words: &[Word]) -> Option<u32> {
    let mut heights: Vec<_> = words.iter().map(|word| word.area.height).collect();
    heights.sort_unstable();
    let height = *heights.get(heights.len() / 2)?;
    let mut gaps: Vec<_> = words
        .array_windows()
        .map(|[word, next]| next.area.left.saturating_sub(word.area.left + word.area.width))
        .filter(|gap| *gap > 0 && *gap < height)
        .collect();
    gaps.sort_unstable();
    let gap = gaps.get(gaps.len() / 2).copied().unwrap_or(height / 3);
    (gap >= 3).then_some(gap)
}

/// A word in two, at its first wide gap: after as many glyphs as there are runs of ink.
fn split(sheet: &Sheet, word: &Word, usual: u32) -> Option<(Word, Word)> {
    if word.text.chars().count() < 2
        || !word.text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ';' | ':' | '/'))
    {
        return None;
    }
    let runs = runs(sheet, word.area);
    let gaps: Vec<_> = runs.array_windows().map(|[run, next]| next.0 - run.1).collect();
    // Nearly as wide as a blank, and much wider than between letters.
    let mut others = gaps.clone();
    others.sort_unstable();
    let between_letters = others.get(others.len().saturating_sub(1) / 2).copied()?;
    let wide = |gap: u32| gap * 4 >= usual * 3 && (gap > between_letters * 2 || others.len() == 1);
    let at = gaps.iter().position(|gap| wide(*gap))? + 1;
    let letters: Vec<char> = word.text.chars().collect();
    let (before, after) = (letters.get(..at)?, letters.get(at..)?);
    let is_amount = |c: &char| c.is_ascii_digit() || matches!(c, '-' | '–' | '*' | '+' | '/' | '(' | '~');
    let (last, next) = (before.last()?, after.first()?);
    let is_split = match (last, next) {
        // Figures are set wide, so that only "11/2" is two numbers.
        ('0'..='9', '0'..='9') => {
            before.len() == 1 && after.get(1) == Some(&'/') && before.iter().all(is_amount)
        }
        // "1kg" is printed so, and a 1 has room at its sides.
        ('0'..='9', _)
            if matches!(
                after,
                ['g' | 'l' | 'h'] | ['k' | 'm', 'g'] | ['m' | 'c' | 'd', 'l'] | ['c', 'm']
            ) =>
        {
            before.iter().all(is_amount) && gaps.get(at - 1).is_some_and(|gap| *gap >= usual)
        }
        ('0'..='9', next) => (next.is_alphabetic() || *next == '(') && before.iter().all(is_amount),
        (letter, '/') => letter.is_alphabetic(),
        ('/', next) => next.is_ascii_digit() && before.iter().rev().nth(1).is_none_or(|c| c.is_alphabetic()),
        ('-' | '–' | '*' | '+', next) => before.len() == 1 && next.is_ascii_digit(),
        ('.' | ',' | ';' | ':', next) => next.is_alphabetic(),
        _ => false,
    };
    if !is_split {
        return None;
    }
    let cut = runs.get(at - 1)?.1;
    let start = runs.get(at)?.0;
    let part = |letters: &[char], from: u32, to: u32| Word {
        text: letters.iter().collect(),
        area: Area { left: word.area.left + from, width: to - from, ..word.area },
        ..word.clone()
    };
    Some((part(before, 0, cut), part(after, start, word.area.width)))
}

/// Runs of columns with ink, in columns of the area.
pub(super) fn runs(sheet: &Sheet, area: Area) -> Vec<(u32, u32)> {
    let mut runs = Vec::new();
    let mut start = None;
    for x in 0..=area.width {
        let has_ink = x < area.width
            && (area.top..area.top + area.height).any(|y| {
                let at = y as usize * sheet.width as usize + (area.left + x) as usize;
                sheet.grey.get(at).is_some_and(|grey| *grey < INK)
            });
        match (has_ink, start) {
            (true, None) => start = Some(x),
            (false, Some(from)) => {
                runs.push((from, x));
                start = None;
            }
            _ => {}
        }
    }
    runs
}
