use crate::span::Span;
use num_rational::Ratio;

use super::words::{self, Meaning, Sense};
use crate::quantity::{self, Amount};
use crate::unit::Unit;
use crate::{Language, lexicon};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number(Amount),
    Word,
    Sign(char),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    pub(super) meaning: Meaning,
}

impl Token {
    pub(super) fn is(&self, sense: u32) -> bool {
        self.meaning.senses & sense != 0
    }

    pub(super) fn is_sign(&self, signs: &str) -> bool {
        matches!(self.kind, Kind::Sign(c) if signs.contains(c))
    }

    pub(super) fn is_dash(&self) -> bool {
        matches!(self.kind, Kind::Sign(c) if quantity::is_dash(c))
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number(_))
    }
}

/// A line with its tokens. Access outside the line returns nothing.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) language: Option<Language>,
    pub(super) tokens: Vec<Token>,
}

impl<'a> Line<'a> {
    pub(super) fn of(text: &'a str, language: Option<Language>) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut at = 0_usize;
        while let Some(c) = text.span(at..).chars().next() {
            if c.is_whitespace() {
                at = at.saturating_add(c.len_utf8());
                continue;
            }
            let rest = text.span(at..);
            let (kind, len) = match quantity::amount(rest, language)
                .filter(|_| c != '.' || !ends_in_digit(text.span(..at)))
            {
                Some(amount) => (Kind::Number(amount), amount.len),
                None if is_letter(c) => (Kind::Word, word_length(rest)),
                None => (Kind::Sign(c), c.len_utf8()),
            };
            let end = at.saturating_add(len);
            let meaning = match kind {
                Kind::Word => words::meaning(text.span(at..end), language),
                _ => Meaning::default(),
            };
            tokens.push(Token { start: at, end, kind, meaning });
            at = end;
        }
        Self { text, language, tokens }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    pub(super) fn is(&self, at: usize, sense: u32) -> bool {
        self.get(at).is_some_and(|token| token.is(sense))
    }

    pub(super) fn is_sign(&self, at: usize, signs: &str) -> bool {
        self.get(at).is_some_and(|token| token.is_sign(signs))
    }

    pub(super) fn is_dash(&self, at: usize) -> bool {
        self.get(at).is_some_and(Token::is_dash)
    }

    pub(super) fn is_glued(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.get(before));
        before.zip(self.get(at)).is_some_and(|(before, token)| before.end == token.start)
    }

    pub(super) fn word(&self, at: usize) -> &'a str {
        match self.get(at) {
            Some(token) if token.kind == Kind::Word => self.text.span(token.start..token.end),
            _ => "",
        }
    }

    pub(super) fn number_word(&self, at: usize) -> Option<Ratio<u64>> {
        self.get(at)?.meaning.number
    }

    pub(super) fn is_article(&self, at: usize) -> bool {
        self.is(at, Sense::ARTICLE)
    }

    pub(super) fn is_times(&self, at: usize) -> bool {
        self.is_sign(at, "×*") || self.word(at).eq_ignore_ascii_case("x")
    }

    /// The longest unit at `at`, with the index of the token after it.
    pub(super) fn unit(&self, at: usize) -> Option<(Unit, usize)> {
        let first = self.get(at)?;
        if self.is_sign(at, "\"″”") {
            return Some((Unit::Inch, at.saturating_add(1)));
        }
        if first.kind != Kind::Word {
            return None;
        }
        let ends = self.unit_ends(at);
        ends.into_iter().rev().find_map(|next| {
            let end = self.get(next.checked_sub(1)?)?.end;
            let unit = lexicon::unit(self.text.span(first.start..end), self.language)?;
            Some((unit, next))
        })
    }

    /// End indices (exclusive) of the phrases of one to four words that start at `at`. A full stop or "(s)" is
    /// part of its word.
    fn unit_ends(&self, at: usize) -> Vec<usize> {
        const MAX_WORDS: usize = 4;
        let mut ends = Vec::with_capacity(MAX_WORDS);
        let mut next = at;
        while ends.len() < MAX_WORDS && self.get(next).is_some_and(|token| token.kind == Kind::Word) {
            next = next.saturating_add(1);
            if self.is_sign(next, "(")
                && matches!(self.word(next.saturating_add(1)), "s" | "es")
                && self.is_sign(next.saturating_add(2), ")")
            {
                next = next.saturating_add(3);
            }
            ends.push(next);
            // In "c.à.s." and "c/s", the sign joins two words of a unit.
            if self.is_sign(next, "./") && self.is_glued(next) {
                next = next.saturating_add(1);
            }
        }
        ends
    }
}

pub(super) fn is_letter(c: char) -> bool {
    // Ordinal signs belong to numbers ("nº 1", "180º"), so they are not letters.
    c.is_alphabetic() && !matches!(c, 'º' | 'ª') || matches!(c, '\u{300}'..='\u{36f}')
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
}

const LONGEST_WORD_BYTES: usize = 60;

fn word_length(text: &str) -> usize {
    let end = text.char_indices().find(|(at, c)| *at >= LONGEST_WORD_BYTES || !is_letter(*c));
    end.map_or(text.len(), |(at, _)| at)
}
