//! Tokens (words and numbers) for comparing a source and an answer.

use num_rational::Ratio;

/// Maximum tokens of a source; the rest is ignored.
pub(crate) const MAX_TOKENS: usize = 60_000;
const MAX_DIGITS: usize = 9;

/// Separation from the previous token, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// Spaces or nothing.
    Within,
    /// Comma, bracket, dash or similar.
    Clause,
    /// End of a sentence, or colon.
    Sentence,
    /// End of a line; also before the first token.
    Line,
}

/// A lower-case word without accents, or a number, compared by value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Word(String),
    Number(Ratio<u64>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) gap: Gap,
    pub(crate) line: usize,
}

impl Token {
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number(_))
    }
}

pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader { found: Vec::new(), gap: Gap::Line };
    for (line, text) in text.lines().enumerate() {
        reader.gap = Gap::Line;
        reader.read(text, line);
        if reader.found.len() >= MAX_TOKENS {
            reader.found.truncate(MAX_TOKENS);
            break;
        }
    }
    reader.found
}

struct Reader {
    found: Vec<Token>,
    gap: Gap,
}

impl Reader {
    fn read(&mut self, text: &str, line: usize) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let taken = if c.is_numeric() {
                let (number, taken) = number(rest);
                self.push(number, line);
                taken
            } else if is_letter(c) || c == '%' {
                let taken = if c == '%' { 1 } else { rest.find(|c| !is_letter(c)).unwrap_or(rest.len()) };
                let word = rest.get(..taken).unwrap_or_default();
                self.push(Kind::Word(folded(word)), line);
                taken
            } else {
                // A minus sign before a number is a token ("-18 °C" is not 18), unless it is a bullet or
                // joins a range.
                let is_sign = matches!(c, '-' | '−')
                    && self.gap != Gap::Line
                    && rest.chars().nth(1).is_some_and(char::is_numeric)
                    && !self.follows_number();
                if is_sign {
                    self.push(Kind::Word("-".to_owned()), line);
                }
                self.gap = self.gap.max(gap_of(c));
                c.len_utf8()
            };
            rest = rest.get(taken.max(1)..).unwrap_or_default();
        }
    }

    fn follows_number(&self) -> bool {
        self.gap == Gap::Within && self.found.last().is_some_and(Token::is_number)
    }

    fn push(&mut self, kind: Kind, line: usize) {
        self.found.push(Token { kind, gap: self.gap, line });
        self.gap = Gap::Within;
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}' | '\'' | '’')
}

fn gap_of(c: char) -> Gap {
    match c {
        '.' | '!' | '?' | ':' | ';' | '…' => Gap::Sentence,
        ',' | '(' | ')' | '[' | ']' | '-' | '–' | '—' | '•' | '·' | '|' | '*' | '/' | '"' | '«' | '»' => {
            Gap::Clause
        }
        _ => Gap::Within,
    }
}

fn folded(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '’' => out.push('\''),
            letter => recipe::unaccented(letter, |c| out.push(c)),
        }
    }
    out
}

/// The number at the start (`1 1/2`, `1½`, `1,5`, `1.250`) and its length in bytes. Invalid or too long
/// numbers are words.
fn number(text: &str) -> (Kind, usize) {
    let whole_length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = text.get(..whole_length).unwrap_or_default();
    let rest = text.get(whole_length..).unwrap_or_default();
    if whole.is_empty() {
        let sign = text.chars().next().unwrap_or_default();
        let kind = vulgar(sign).map_or_else(|| Kind::Word(sign.to_string()), Kind::Number);
        return (kind, sign.len_utf8());
    }
    let as_word = || (Kind::Word(whole.to_owned()), whole_length);
    let Some(value) = integer(whole) else { return as_word() };
    if let Some((denominator, taken)) = after_slash(rest) {
        let fraction = (denominator > 0).then(|| Kind::Number(Ratio::new(value, denominator)));
        return fraction.map_or_else(as_word, |fraction| (fraction, whole_length + taken));
    }
    if let Some((decimals, taken)) = decimals(rest) {
        return decimal(value, decimals).map_or_else(as_word, |number| (number, whole_length + taken));
    }
    let blanks = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\u{202f}', '⁄']).len();
    let behind = rest.get(blanks..).unwrap_or_default();
    if let Some((part, taken)) = proper_fraction(behind) {
        return (Kind::Number(Ratio::from_integer(value) + part), whole_length + blanks + taken);
    }
    (Kind::Number(Ratio::from_integer(value)), whole_length)
}

fn integer(digits: &str) -> Option<u64> {
    (!digits.is_empty() && digits.len() <= MAX_DIGITS).then(|| digits.parse().ok()).flatten()
}

fn after_slash(rest: &str) -> Option<(u64, usize)> {
    let behind = rest.strip_prefix(['/', '⁄'])?;
    let length = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    Some((integer(behind.get(..length)?)?, rest.len() - behind.len() + length))
}

/// The decimals after a separator, and the length of both in bytes.
fn decimals(rest: &str) -> Option<(&str, usize)> {
    let behind = rest.strip_prefix(['.', ','])?;
    let length = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    let digits = behind.get(..length).filter(|digits| !digits.is_empty())?;
    Some((digits, 1 + length))
}

/// Three digits after the separator are thousands, except after 0; others are decimals.
fn decimal(whole: u64, digits: &str) -> Option<Kind> {
    let behind = integer(digits)?;
    let scale = 10_u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let shifted = whole.checked_mul(scale)?.checked_add(behind)?;
    let is_thousands = digits.len() == 3 && whole > 0;
    Some(Kind::Number(if is_thousands { Ratio::from_integer(shifted) } else { Ratio::new(shifted, scale) }))
}

/// The fraction below one at the start (`1/2`, `½`) and its length in bytes.
fn proper_fraction(text: &str) -> Option<(Ratio<u64>, usize)> {
    let first = text.chars().next()?;
    if let Some(value) = vulgar(first) {
        return Some((value, first.len_utf8()));
    }
    let length = text.find(|c: char| !c.is_ascii_digit())?;
    let numerator = integer(text.get(..length)?)?;
    let (denominator, taken) = after_slash(text.get(length..)?)?;
    (numerator < denominator).then(|| (Ratio::new(numerator, denominator), length + taken))
}

fn vulgar(sign: char) -> Option<Ratio<u64>> {
    let (numerator, denominator) = recipe::vulgar_fraction(sign)?;
    Some(Ratio::new(u64::from(numerator), u64::from(denominator)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        let write = |token: Token| match token.kind {
            Kind::Word(word) => word,
            Kind::Number(value) => format!("#{value}"),
        };
        tokens(text).into_iter().map(write).collect()
    }

    #[test]
    fn number_is_parsed_by_value() {
        for (text, expected) in [
            ("1 1/2 cups", "#3/2 cups"),
            ("1½ cups", "#3/2 cups"),
            ("1 ½ cups", "#3/2 cups"),
            ("1,5 l", "#3/2 l"),
            ("1.250 g", "#1250 g"),
            ("0.125 l", "#1/8 l"),
            ("200g", "#200 g"),
            ("1-2 eggs", "#1 #2 eggs"),
            ("at -18 °C", "at - #18 c"),
            ("- 2 œufs", "#2 oeufs"),
            ("70 % cocoa", "#70 % cocoa"),
            ("1/0, 1/2/3 99999999999", "1 #0 #1/2 #3 99999999999"),
        ] {
            assert_eq!(kinds(text).join(" "), expected, "{text:?}");
        }
    }

    #[test]
    fn token_gap_reflects_punctuation() {
        let gaps: Vec<Gap> = tokens("Mix it. Stir, then\nserve").into_iter().map(|token| token.gap).collect();
        assert_eq!(gaps, [Gap::Line, Gap::Within, Gap::Sentence, Gap::Clause, Gap::Line]);
    }
}
