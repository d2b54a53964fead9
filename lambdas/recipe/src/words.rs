//! Words of a text as stems, without case, accents and plural endings.

use crate::fold::unaccented;
use crate::span::Span;

#[derive(Debug, Default)]
pub(crate) struct Words {
    stems: String,
    words: Vec<Word>,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    start: u32,
    end: u32,
    breaks: bool,
}

impl Words {
    pub(crate) fn of(text: &str, most: usize) -> Self {
        let mut words = Self { stems: String::with_capacity(text.len().min(most * 8)), words: Vec::new() };
        let mut breaks = true;
        let mut rest = text;
        while words.words.len() < most {
            let Some(start) = rest.find(is_letter) else { break };
            breaks |= rest.span(..start).contains(is_break);
            let len = rest.span(start..).find(|c| !is_letter(c)).unwrap_or(rest.len() - start);
            words.push(rest.span(start..start + len), breaks);
            breaks = false;
            rest = rest.span(start + len..);
        }
        words
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn stem(&self, at: usize) -> &str {
        let word = self.words.get(at);
        word.map_or("", |word| self.stems.span(word.start as usize..word.end as usize))
    }

    /// Whether a sign such as a comma precedes; true for the first word.
    pub(crate) fn breaks(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.breaks)
    }

    pub(crate) fn only(&self, at: usize) -> Self {
        let stems = self.stem(at).to_owned();
        let end = u32::try_from(stems.len()).unwrap_or(u32::MAX);
        Self { stems, words: vec![Word { start: 0, end, breaks: true }] }
    }

    pub(crate) fn stems(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.stem(at))
    }

    fn push(&mut self, word: &str, breaks: bool) {
        let start = self.stems.len();
        for c in word.chars() {
            fold(c, &mut self.stems);
        }
        let stem = stem_length(self.stems.span(start..));
        self.stems.truncate(start + stem);
        unify_end(&mut self.stems, start);
        // Texts are at most one page long, so the fallback is never used.
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (start, end) = (place(start), place(self.stems.len()));
        self.words.push(Word { start, end, breaks });
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}')
}

fn is_break(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '(' | ')' | '[' | ']' | '/' | '.' | '–' | '—' | '+' | '*' | '\n')
}

fn fold(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    unaccented(c, |c| match c {
        'ß' => out.push_str("ss"),
        other => out.push(other),
    });
}

/// Length of the stem, which need not be a word. English, Spanish and French share the endings.
fn stem_length(word: &str) -> usize {
    let mut stem = word;
    if stem.len() > 3 {
        let is_plural =
            (stem.ends_with('s') && !stem.ends_with("ss")) || stem.ends_with("aux") || stem.ends_with("oux");
        if is_plural {
            stem = stem.span(..stem.len() - 1);
        }
    }
    if stem.len() > 3 && stem.ends_with('e') {
        stem = stem.span(..stem.len() - 1);
    }
    stem.len()
}

/// Makes the last letters equal: "cherri(es)" and "cherry", "leav(es)" and "leaf", "nuec(es)" and "nuez".
fn unify_end(stems: &mut String, start: usize) {
    if stems.len() - start < 3 {
        return;
    }
    let end = match stems.as_bytes().last() {
        Some(b'y') => 'i',
        Some(b'f') => 'v',
        Some(b'z') => 'c',
        _ => return,
    };
    stems.pop();
    stems.push(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(word: &str) -> String {
        Words::of(word, 1).stem(0).to_owned()
    }

    #[test]
    fn singular_and_plural_have_the_same_stem() {
        for (one, many) in [
            ("tomato", "Tomatoes"),
            ("cherry", "cherries"),
            ("leaf", "leaves"),
            ("radish", "radishes"),
            ("egg", "eggs"),
            ("tomate", "tomates"),
            ("limón", "limones"),
            ("nuez", "nueces"),
            ("champiñón", "CHAMPIÑONES"),
            ("œuf", "oeufs"),
            ("poireau", "poireaux"),
            ("chou", "choux"),
            ("carotte", "carottes"),
        ] {
            assert_eq!(stem(one), stem(many), "{one} {many}");
        }
    }

    #[test]
    fn different_foods_keep_different_stems() {
        for (one, other) in
            [("bass", "basil"), ("pea", "pear"), ("ajo", "ají"), ("lait", "laitue"), ("rice", "rye")]
        {
            assert_ne!(stem(one), stem(other));
        }
    }

    #[test]
    fn word_after_punctuation_has_a_break() {
        let words = Words::of("butter, softened (or oil)", 10);
        let breaks: Vec<_> = (0..words.len()).map(|at| words.breaks(at)).collect();
        assert_eq!(breaks, [true, true, true, false]);
        assert_eq!(Words::of("a b c d", 2).len(), 2);
    }
}
