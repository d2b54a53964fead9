//! Tokenizer of ingredient lines: amounts, words, units, punctuation.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod signs;

use crate::Language;
use crate::fold;
use crate::lexicon::{self, Class, Classes};
use crate::quantity::{self, Number, is_dash};
use crate::span::Span;
use crate::unit::Unit;
use signs::{flour_grade, inch_sign, is_number_sign};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Amount(Number, Number),
    /// A word, hyphenated word, or digits that are not an amount ("2%", "7up").
    Word,
    Open,
    Close,
    Comma,
    Slash,
    Dash,
    Plus,
    Sign,
}

/// A token; `start` and `end` are byte offsets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
    /// Hash of the word, or of all words of a multi-word unit.
    pub(crate) hash: u64,
    pub(crate) classes: Classes,
    /// Unit with this form; it may be wrong ("cloves" are also a spice).
    pub(crate) unit: Option<Unit>,
}

impl Token {
    pub(crate) fn is_amount(&self) -> bool {
        matches!(self.kind, Kind::Amount(..))
    }

    pub(crate) fn is(&self, class: Classes) -> bool {
        self.classes & class != 0
    }
}

/// Hash of the "x" in "2 x 400 g".
pub(crate) fn times() -> u64 {
    fold::hash("x")
}

pub(crate) fn tokens(line: &str, language: Option<Language>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity((line.len() / 4).saturating_add(4));
    let mut at = 0_usize;
    while let Some(c) = line.span(at..).chars().next() {
        if c.is_whitespace() {
            at = at.saturating_add(c.len_utf8());
            continue;
        }
        let amount_before = tokens.last().filter(|last| last.is_amount());
        let after_amount = amount_before.is_some();
        let inch = amount_before.filter(|amount| amount.end == at).and_then(|_| inch_sign(line.span(at..)));
        let mut token = match inch {
            Some(len) => inch_token(at, at.saturating_add(len)),
            None => piece(line, at, c, after_amount, language),
        };
        if let Some(name) = name_before_hyphen(line, &token, language)
            && !tokens.iter().any(Token::is_amount)
        {
            token = word_token(line, at, at.saturating_add(name), false, language);
        }
        at = token.end;
        // In "1, 14 oz can", the comma separates two amounts of one item.
        if token.is_amount()
            && let [.., first, comma] = &mut tokens[..]
            && (first.is_amount(), comma.kind) == (true, Kind::Comma)
        {
            comma.kind = Kind::Sign;
        }
        // In "1 cup, plus 2 tablespoons" and "1¼, cups", the comma does not end the item.
        if (token.is(Class::PLUS) || token.unit.is_some())
            && let [before @ .., comma] = &mut tokens[..]
            && comma.kind == Kind::Comma
            && !before.is_empty()
            && before.iter().all(|token| token.is_amount() || token.unit.is_some())
        {
            comma.kind = Kind::Sign;
        }
        tokens.push(token);
    }
    tokens
}

fn piece(line: &str, at: usize, c: char, after_amount: bool, language: Option<Language>) -> Token {
    let rest = line.span(at..);
    if let Some(grade) = flour_grade(rest) {
        return word_token(line, at, at.saturating_add(grade), false, language);
    }
    if let Some(amount) = quantity::amount(rest, language) {
        return match word_with_digits(rest.span(amount.len..), language) {
            Some(more) => {
                word_token(line, at, at.saturating_add(amount.len).saturating_add(more), false, language)
            }
            None => bare(at, at.saturating_add(amount.len), Kind::Amount(amount.low, amount.high)),
        };
    }
    if c.is_alphabetic() {
        let unit = if after_amount { unit_before_amount(rest, language) } else { None };
        let end = at.saturating_add(unit.unwrap_or_else(|| word_length(rest)));
        return word_token(line, at, end, after_amount, language);
    }
    let kind = match c {
        '(' | '[' | '{' => Kind::Open,
        ')' | ']' | '}' => Kind::Close,
        ',' | ';' => Kind::Comma,
        '/' | '⁄' | '∕' => Kind::Slash,
        '+' => Kind::Plus,
        c if is_dash(c) => Kind::Dash,
        _ => Kind::Sign,
    };
    let mut token = bare(at, at.saturating_add(c.len_utf8()), kind);
    token.hash = fold::step(0, c);
    token
}

fn inch_token(start: usize, end: usize) -> Token {
    let unit = Some(Unit::Inch);
    Token { hash: fold::hash("inch"), unit, ..bare(start, end, Kind::Word) }
}

fn bare(start: usize, end: usize, kind: Kind) -> Token {
    Token { start, end, kind, hash: 0, classes: 0, unit: None }
}

/// Bytes after a number that belong to the same word: "2% milk", "5-spice", "7up".
fn word_with_digits(rest: &str, language: Option<Language>) -> Option<usize> {
    let first = rest.chars().next()?;
    if rest.trim_start().starts_with('%') {
        return Some(rest.len().saturating_sub(rest.trim_start().len()).saturating_add(1));
    }
    let hyphen = usize::from(first == '-');
    let word = rest.span(hyphen..);
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let len = word_length(word);
    let head = word.span(..len).split('-').next().unwrap_or_default();
    let is_times = |word: &str| matches!(word, "x" | "X" | "×");
    let is_unit = |word: &str| {
        let entry = lexicon::entry(fold::hash(word));
        is_times(word)
            || lexicon::is_capital_spoon(word)
            || entry.is_some_and(|entry| {
                entry.unit_after_amount(language).is_some()
                    || entry.classes(language) & (lexicon::Class::PREFIX | lexicon::Class::SIZE) != 0
            })
    };
    // "2x100g" is several tokens.
    let letters = head.find(|c: char| !c.is_alphabetic() && c != '.').unwrap_or(head.len());
    if is_unit(head.span(..letters)) { None } else { Some(hyphen.saturating_add(len)) }
}

const LONGEST_WORD_BYTES: usize = 100;

fn word_length(rest: &str) -> usize {
    let mut letters_before = 0_usize;
    for (at, c) in rest.char_indices() {
        if at > LONGEST_WORD_BYTES {
            return at;
        }
        let next = rest.span(at.saturating_add(c.len_utf8())..).chars().next();
        let joins = |next: Option<char>| next.is_some_and(is_letter_or_digit);
        if is_letter_or_digit(c) {
            letters_before = letters_before.saturating_add(1);
            // In "x100g", "x" is a multiplication sign.
            if at == 0 && matches!(c, 'x' | 'X' | '×') && next.is_some_and(|c| c.is_ascii_digit()) {
                return c.len_utf8();
            }
            continue;
        }
        let continues = match c {
            '\u{300}'..='\u{36f}' => true,
            // "d'huile" is two words; "cow's" is one.
            '\'' | '’' | 'ʼ' => {
                if joins(next) && letters_before > 2 {
                    true
                } else {
                    return if joins(next) { at.saturating_add(c.len_utf8()) } else { at };
                }
            }
            // "c.à.s." is one word, without its last full stop.
            '.' => letters_before <= 2 && next.is_some_and(char::is_alphabetic),
            '-' | '‐' | '‑' => joins(next),
            _ => false,
        };
        if !continues {
            return at;
        }
        letters_before = 0;
        if c == '\'' || c == '’' {
            letters_before = 3;
        }
    }
    rest.len()
}

fn word_token(line: &str, start: usize, end: usize, after_amount: bool, language: Option<Language>) -> Token {
    let word = line.span(start..end);
    let hash = fold::hash(word);
    let entry = lexicon::entry(hash);
    let mut token = bare(start, end, Kind::Word);
    token.hash = hash;
    if let Some(entry) = entry {
        token.classes = entry.classes(language);
        let unit = if after_amount { entry.unit_after_amount(language) } else { entry.unit(language) };
        token.unit = unit;
    }
    // Unknown hyphenated words have the class of their last part: "fresh-squeezed", "medium-size".
    if entry.is_none()
        && let Some((_, last)) = word.rsplit_once('-')
        && let Some(last) = lexicon::entry(fold::hash(last))
    {
        token.classes = last.classes(language) & (lexicon::Class::PREPARED | lexicon::Class::SIZE);
    }
    // "in" is an inch only after a number.
    if token.unit == Some(Unit::Inch) && word.len() == 2 && !after_amount {
        token.unit = None;
    }
    if lexicon::is_capital_spoon(word) && after_amount {
        token.unit = Some(Unit::Tablespoon);
    }
    if after_amount && is_number_sign(word, line.span(end..)) {
        token.unit = Some(Unit::Piece);
        token.hash = fold::hash("nos");
    }
    token.end = token.end.saturating_add(plural_length(line.span(token.end..)));
    match longer_form(line, &token, after_amount, language) {
        Some(MultiWordForm::Unit { unit, end, hash }) => {
            token.unit = Some(unit);
            token.end = end;
            token.hash = hash;
        }
        Some(MultiWordForm::Name) => token.unit = None,
        None => {}
    }
    if line.span(token.end..).starts_with('.') && (token.unit.is_some() || word.len() == 1) {
        token.end = token.end.saturating_add(1);
    }
    token
}

/// Length of a unit that a number follows directly: "lb2oz", "ml-110ml".
fn unit_before_amount(rest: &str, language: Option<Language>) -> Option<usize> {
    let letters = rest.find(|c: char| !c.is_alphabetic())?;
    let is_unit = || lexicon::entry(fold::hash(rest.span(..letters)))?.unit(language);
    // In "75ml-110ml", the hyphen is not part of the unit.
    let behind = rest.span(letters..);
    let behind = behind.strip_prefix(is_dash).unwrap_or(behind);
    if behind.starts_with(|c: char| c.is_ascii_digit()) { is_unit().map(|_| letters) } else { None }
}

/// Length of a name that a hyphen joins to its amount or remark: "Cloves-3", but not "omega-3 eggs".
fn name_before_hyphen(line: &str, token: &Token, language: Option<Language>) -> Option<usize> {
    const SHORTEST_NAME: usize = 3;
    if token.kind != Kind::Word {
        return None;
    }
    let word = line.span(token.start..token.end);
    let (name, more) = word.split_once(is_dash)?;
    let is_name = name.chars().all(char::is_alphabetic) && name.chars().count() >= SHORTEST_NAME;
    let known = lexicon::entry(fold::hash(name)).map_or(0, |entry| entry.own_classes(language));
    if !is_name || known & Class::NUMERAL != 0 {
        return None;
    }
    let behind = line.span(token.end.saturating_sub(more.len())..);
    let ends_name = match quantity::amount(behind, language) {
        Some(amount) => is_end_of_amount(behind.span(amount.len..), language),
        None => {
            let classes = Class::REMARK | Class::ARTICLE | Class::NUMERAL;
            let is_remark_or_amount = |word| {
                lexicon::entry(fold::hash(word))
                    .is_some_and(|entry| entry.own_classes(language) & classes != 0)
            };
            behind.strip_prefix(more)?.starts_with(char::is_whitespace) && is_remark_or_amount(more)
        }
    };
    ends_name.then_some(name.len())
}

fn is_end_of_amount(behind: &str, language: Option<Language>) -> bool {
    let rest = behind.trim_start();
    if !rest.starts_with(is_letter_or_digit) {
        return !rest.starts_with(['\'', '’', '%']);
    }
    let letters = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let Some(entry) = lexicon::entry(fold::hash(rest.span(..letters))) else { return false };
    entry.unit_after_amount(language).is_some()
        || entry.classes(language) & (Class::PREFIX | Class::SIZE | Class::PREPARED | Class::MANNER) != 0
}

/// Unlike `char::is_numeric`, excludes fraction characters: "15g¼oz".
fn is_letter_or_digit(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit()
}

fn plural_length(rest: &str) -> usize {
    ["(s)", "(es)"].iter().find(|ending| rest.starts_with(**ending)).map_or(0, |ending| ending.len())
}

enum MultiWordForm {
    /// A unit of several words, up to `end`.
    Unit { unit: Unit, end: usize, hash: u64 },
    /// A food name that starts like a unit: "noix de muscade".
    Name,
}

fn starts_with_link(rest: &str, language: Option<Language>) -> bool {
    let rest = rest.trim_start();
    let word = rest.split_at_checked(word_length(rest)).map_or("", |(word, _)| word);
    lexicon::entry(fold::hash(word)).is_some_and(|entry| entry.classes(language) & lexicon::Class::LINK != 0)
}

/// The longest form that starts with `first`: "cucharada sopera" rather than "cucharada".
fn longer_form(
    line: &str,
    first: &Token,
    after_amount: bool,
    language: Option<Language>,
) -> Option<MultiWordForm> {
    let (mut hash, mut classes, mut end) = (first.hash, first.classes, first.end);
    let mut best = None;
    while classes & lexicon::Class::PREFIX != 0 {
        let gap = line.get(end..)?;
        let gap = gap.strip_prefix('.').unwrap_or(gap).trim_start();
        // Full stop in the wrong position: "c. à .s".
        let rest = gap.strip_prefix('.').unwrap_or(gap);
        if !rest.starts_with(char::is_alphabetic) {
            break;
        }
        let start = line.len().saturating_sub(rest.len());
        let (word, after) = rest.split_at_checked(word_length(rest))?;
        hash = lexicon::next_word(Some(hash), word);
        end = start.saturating_add(word.len()).saturating_add(plural_length(after));
        let Some(entry) = lexicon::entry(hash) else { break };
        classes = entry.classes(language);
        let unit = if after_amount { entry.unit_after_amount(language) } else { entry.unit(language) };
        // "2 pots de yaourt nature" is yoghurt; "2 pots de yaourt de farine" is flour.
        let is_measure = |unit: &Unit| {
            *unit != Unit::Tub || line.get(end..).is_some_and(|rest| starts_with_link(rest, language))
        };
        if let Some(unit) = unit.filter(is_measure) {
            best = Some(MultiWordForm::Unit { unit, end, hash });
        } else if entry.is_compound {
            best = Some(MultiWordForm::Name);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_split_at_amounts_units_and_words() {
        for (line, expected) in [
            ("2 cups flour", "2|cups|flour"),
            ("200g/7oz dark chocolate", "200|g|/|7|oz|dark|chocolate"),
            ("1 (14-ounce) can", "1|(|14|-|ounce|)|can"),
            ("2 x 400g tins", "2|x|400|g|tins"),
            ("2x400g tins", "2|x|400|g|tins"),
            ("2% milk", "2%|milk"),
            ("crème 35 %", "crème|35 %"),
            ("5-spice", "5-spice"),
            ("7up", "7up"),
            ("8large eggs", "8|large|eggs"),
            ("farine T55", "farine|T55"),
            ("2 c. à s. d'huile", "2|c. à s.|d'|huile"),
            ("2 c.à.s. d’huile", "2|c.à.s.|d’|huile"),
            ("3 c. à .s d'eau", "3|c. à .s|d'|eau"),
            ("4 pots de yaourt de farine", "4|pots de yaourt|de|farine"),
            ("4 pots de yaourt nature", "4|pots|de|yaourt|nature"),
            ("3 cuillère(s) à soupe de sucre", "3|cuillère(s) à soupe|de|sucre"),
            ("2 fl. oz. milk", "2|fl. oz.|milk"),
            ("cow's milk", "cow's|milk"),
            ("confectioners' sugar", "confectioners|'|sugar"),
            ("1 Tbsp. all-purpose flour.", "1|Tbsp.|all-purpose|flour|."),
            ("2 T. butter", "2|T.|butter"),
            ("2count Huevos", "2|count|Huevos"),
            ("15g¼oz flour", "15|g|¼|oz|flour"),
            ("1lb2oz beef", "1|lb|2|oz|beef"),
            ("½-inch", "½|-|inch"),
            ("l'ail", "l'|ail"),
            ("Harina 0000 2 tazas", "Harina|0000|2|tazas"),
            ("harina 00", "harina|00"),
            ("0,5 l", "0,5|l"),
            ("1\" piece", "1|\"|piece"),
            ("2 \"extra\" eggs", "2|\"|extra|\"|eggs"),
            ("Cinnamon sticks-1", "Cinnamon|sticks|-|1"),
            ("Ginger-1 inch piece", "Ginger|-|1|inch|piece"),
            ("Onions-2 finely chopped", "Onions|-|2|finely|chopped"),
            ("Rice-2cups", "Rice|-|2|cups"),
            ("Salt-to taste", "Salt|-|to|taste"),
            ("Turmeric-half tsp", "Turmeric|-|half|tsp"),
            ("omega-3 eggs", "omega-3|eggs"),
            ("half-and-half", "half-and-half"),
            ("one-half cup", "one-half|cup"),
            ("2 ready-to bake rolls", "2|ready-to|bake|rolls"),
            ("farine T-55", "farine|T-55"),
            ("", ""),
        ] {
            let read: Vec<_> = tokens(line, None).iter().map(|token| &line[token.start..token.end]).collect();
            assert_eq!(read.join("|"), expected, "{line:?}");
        }
    }

    #[test]
    fn name_starting_like_a_unit_has_no_unit() {
        let units = |line: &str, language| -> Vec<_> {
            tokens(line, Some(language)).iter().filter_map(|token| token.unit).collect()
        };
        assert_eq!(units("1 noix de beurre", Language::Fr), [Unit::Knob]);
        assert_eq!(units("noix de muscade", Language::Fr), []);
        assert_eq!(units("200 g de noix de Saint-Jacques", Language::Fr), [Unit::Gram]);
        assert_eq!(units("1 nuez de mantequilla y nuez moscada", Language::Es), [Unit::Knob]);
    }

    #[test]
    fn no_is_a_unit_only_where_it_means_number() {
        let units =
            |line: &str| -> Vec<_> { tokens(line, None).iter().filter_map(|token| token.unit).collect() };
        assert_eq!(units("6 no. eggs"), [Unit::Piece]);
        assert_eq!(units("Onion 2 No"), [Unit::Piece]);
        assert_eq!(units("2 no salt added cans"), [Unit::Can]);
        assert_eq!(units("1 no. 2 can"), [Unit::Can]);
        assert_eq!(units("no. of eggs"), []);
    }

    #[test]
    fn in_is_an_inch_only_after_a_number() {
        let units =
            |line: &str| -> Vec<_> { tokens(line, None).iter().filter_map(|token| token.unit).collect() };
        assert_eq!(units("2 in piece"), [Unit::Inch, Unit::Piece]);
        assert_eq!(units("tuna in oil"), []);
    }
}
