//! Restores missed spaces after an amount, full stop or short word: "2sprigs", "-11/2", "p.ex.", "Inthe".

use recipe::Language;

use crate::{Area, Sheet, Word};

/// Grey level below which a pixel is ink.
pub(super) const INK: u8 = 150;

pub(super) fn correct(sheet: &Sheet, words: &mut Vec<Word>, language: Language) {
    let Some(usual) = usual_gap(words) else { return };
    let mut index = 0;
    while let Some(word) = words.get_mut(index) {
        if let Some((first, second)) = split(sheet, word, usual, language) {
            *word = first;
            words.insert(index + 1, second);
        }
        index += 1;
    }
}

/// Median gap between words, or a third of their height; `None` below 3 pixels.
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

/// Splits a word at its first wide gap; letters are matched to runs of ink.
fn split(sheet: &Sheet, word: &Word, usual: u32, language: Language) -> Option<(Word, Word)> {
    let letters: Vec<char> = word.text.chars().collect();
    let is_of_letters = letters.len() >= 3 && letters.iter().all(|c| c.is_alphabetic());
    if letters.len() < 2
        || !is_of_letters
            && !word
                .text
                .contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ';' | ':' | '/' | '('))
    {
        return None;
    }
    let runs = runs(sheet, word.area);
    let gaps: Vec<_> = runs.array_windows().map(|[run, next]| next.0 - run.1).collect();
    // Almost as wide as a space, and much wider than gaps between letters.
    let mut others = gaps.clone();
    others.sort_unstable();
    let between_letters = others.get(others.len().saturating_sub(1) / 2).copied()?;
    let wide = |gap: u32| gap * 4 >= usual * 3 && (gap > between_letters * 2 || others.len() == 1);
    let at = gaps.iter().position(|gap| wide(*gap))? + 1;
    let (before, after) = (letters.get(..at)?, letters.get(at..)?);
    let is_amount = |c: &char| c.is_ascii_digit() || matches!(c, '-' | '–' | '*' | '+' | '/' | '(' | '~');
    let (last, next) = (before.last()?, after.first()?);
    let is_split = match (last, next) {
        // "Inthe": one run per letter is needed to find the gap.
        _ if is_of_letters => runs.len() == letters.len() && are_joined_words(before, after, language),
        // Gaps between digits are wide; only "11/2" is split.
        ('0'..='9', '0'..='9') => {
            before.len() == 1 && after.get(1) == Some(&'/') && before.iter().all(is_amount)
        }
        // "1kg" is printed without a space, and gaps beside a 1 are wide.
        ('0'..='9', _)
            if matches!(
                after,
                ['g' | 'l' | 'h'] | ['k' | 'm', 'g'] | ['m' | 'c' | 'd', 'l'] | ['c', 'm']
            ) =>
        {
            before.iter().all(is_amount) && gaps.get(at - 1).is_some_and(|gap| *gap >= usual)
        }
        ('0'..='9', next) => (next.is_alphabetic() || *next == '(') && before.iter().all(is_amount),
        // "ml(1 t)" is split; "piece(s)" is not.
        (letter, '(') => letter.is_alphabetic() && after.get(1).is_some_and(char::is_ascii_digit),
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

fn short_words(language: Language) -> &'static [&'static str] {
    match language {
        Language::En => &["in", "on", "to", "for", "with", "and", "of", "the", "an"],
        Language::Es => &["en", "con", "el", "la", "los", "las", "un", "una", "para"],
        Language::Fr => &["dans", "le", "la", "les", "un", "une", "et", "avec", "sur"],
    }
}

/// Whether a short word and another word are joined. The second one has at least three letters, or is the English
/// "a".
fn are_joined_words(before: &[char], after: &[char], language: Language) -> bool {
    let first: String = before.iter().flat_map(|c| c.to_lowercase()).collect();
    let is_word = after.len() >= 3 || language == Language::En && after == ['a'];
    short_words(language).contains(&first.as_str()) && is_word && after.iter().all(|c| c.is_lowercase())
}

/// Runs of columns with ink, relative to the area.
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

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: u32 = 8;
    const BLANK: u32 = 10;

    /// Draws letters as strokes, with a space after `room_behind` letters, and another word.
    fn line(text: &str, room_behind: usize, touching: bool) -> (Sheet, Vec<Word>) {
        let mut sheet = Sheet { width: 200, height: 20, grey: vec![255; 4_000], ..Sheet::default() };
        let mut left = 0;
        for at in 0..text.chars().count() {
            for x in left..left + LETTER - if touching { 0 } else { 2 } {
                if let Some(grey) = sheet.grey.get_mut((10 * sheet.width + x) as usize) {
                    *grey = 0;
                }
            }
            left += if at + 1 == room_behind { LETTER + BLANK - 2 } else { LETTER };
        }
        let word = |text: &str, left: u32, width: u32| {
            let area = Area { left, top: 0, width, height: 20 };
            Word { text: text.to_owned(), area, region: 0, line: 0, confidence: 90 }
        };
        (sheet, vec![word(text, 0, left), word("next", left + BLANK, 32)])
    }

    #[test]
    fn joined_short_word_is_split_at_a_visible_gap() {
        for (text, room_behind, touching, language, expected) in [
            ("Inthe", 2, false, Language::En, "In the next"),
            ("Ina", 2, false, Language::En, "In a next"),
            ("Enambas", 2, false, Language::Es, "En ambas next"),
            ("2sprigs", 1, false, Language::En, "2 sprigs next"),
            ("Inthe", 2, false, Language::Es, "Inthe next"),
            ("Indeed", 0, false, Language::En, "Indeed next"),
            ("Until", 3, false, Language::En, "Until next"),
            ("Inthe", 2, true, Language::En, "Inthe next"),
        ] {
            let (sheet, mut words) = line(text, room_behind, touching);
            correct(&sheet, &mut words, language);
            let read: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            assert_eq!(read.join(" "), expected, "{text}");
        }
    }
}
