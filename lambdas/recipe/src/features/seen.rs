//! Properties of tokens, as numbers for the features.

use super::EDGE;
use crate::fold;
use crate::foods;
use crate::lexicon::Class;
use crate::span::Span;
use crate::token::{Kind, Token};
use crate::unit::Size;

#[derive(Clone, Copy)]
pub(super) struct TokenProperties {
    pub(super) word: u64,
    pub(super) code: u64,
    pub(super) ending: u64,
    pub(super) capital: u64,
    /// Brackets, commas and words before the token.
    pub(super) place: Place,
    /// First word of the token's segment (between commas and brackets).
    pub(super) opener: u64,
    pub(super) closer: u64,
    pub(super) to_end: u64,
    pub(super) ender: u64,
    /// Stem without plural; for a hyphenated word, of its last part.
    pub(super) stem: u64,
    pub(super) last_part: u64,
    /// Indices of the nearest tokens outside brackets, before and after this token.
    pub(super) outer: (usize, usize),
    /// 1 for the head noun of a food name.
    pub(super) food: u64,
    /// 1 if another head noun follows: in the same segment, or outside brackets.
    pub(super) food_ahead: u64,
    pub(super) food_later: u64,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) depth: u64,
    pub(super) commas: u64,
    pub(super) words: u64,
    pub(super) amounts: u64,
    pub(super) units: u64,
    pub(super) alternative: u64,
    /// Phase of the line: before the name, in the name, after a comma, after an amount that follows the name.
    pub(super) phase: u64,
    /// 1 if a head noun precedes: outside brackets, or in the same segment.
    pub(super) foods: u64,
    pub(super) own_foods: u64,
}

pub(super) fn look(line: &str, tokens: &[Token]) -> Vec<TokenProperties> {
    let mut seen = Vec::with_capacity(tokens.len());
    let mut place = Place::default();
    let mut opener = EDGE;
    let mut starts = true;
    for token in tokens {
        let text = line.span(token.start..token.end);
        if matches!(token.kind, Kind::Open) {
            place.depth = 1;
        }
        if starts && token.kind == Kind::Word {
            opener = token.hash;
            starts = false;
        }
        let word = if token.is_amount() { amount_shape(text) } else { token.hash };
        let stem = stem(text, token);
        let food = u64::from(token.kind == Kind::Word && token.unit.is_none() && foods::is_head_noun(stem));
        seen.push(TokenProperties {
            word,
            code: code(text, token, &place),
            ending: ending(text, token),
            capital: u64::from(text.starts_with(char::is_uppercase)),
            place,
            opener,
            closer: EDGE,
            to_end: 0,
            ender: 0,
            stem,
            last_part: last_part(text, token),
            outer: (usize::MAX, usize::MAX),
            food,
            food_ahead: 0,
            food_later: 0,
        });
        place.phase = next_phase(place, token);
        match token.kind {
            Kind::Amount(..) => place.amounts = (place.amounts + 1).min(3),
            Kind::Word if token.unit.is_some() => place.units = (place.units + 1).min(2),
            Kind::Word if token.is(Class::OR) => place.alternative = 1,
            Kind::Word => {
                place.words = (place.words + 1).min(5);
                place.own_foods |= food;
                place.foods |= food & (1 - place.depth);
            }
            Kind::Comma | Kind::Open | Kind::Close => {
                (place.words, place.own_foods) = (0, 0);
                starts = true;
                opener = EDGE;
                match token.kind {
                    Kind::Comma => place.commas = (place.commas + 1).min(2),
                    Kind::Close => place.depth = 0,
                    _ => {}
                }
                if place.depth == 0 {
                    place.alternative = 0;
                }
            }
            _ => {}
        }
    }
    let (mut closer, mut to_end, mut ender) = (EDGE, 0_u64, EDGE);
    let (mut food_ahead, mut food_later) = (0, 0);
    for (seen, token) in seen.iter_mut().zip(tokens).rev() {
        if matches!(token.kind, Kind::Comma | Kind::Open | Kind::Close) {
            (closer, to_end, ender, food_ahead) = (EDGE, 0, token.hash, 0);
        } else {
            if closer == EDGE && token.kind == Kind::Word {
                closer = seen.word;
            }
            to_end = (to_end + 1).min(6);
        }
        (seen.closer, seen.to_end, seen.ender) = (closer, to_end, ender);
        (seen.food_ahead, seen.food_later) = (food_ahead, food_later);
        food_ahead |= seen.food;
        food_later |= seen.food & (1 - seen.place.depth);
    }
    link_outer(&mut seen, tokens);
    seen
}

fn link_outer(seen: &mut [TokenProperties], tokens: &[Token]) {
    let mut before = usize::MAX;
    for (at, (token, seen)) in tokens.iter().zip(&mut *seen).enumerate() {
        seen.outer.0 = before;
        if seen.place.depth == 0 && token.kind != Kind::Close {
            before = at;
        }
    }
    let mut after = usize::MAX;
    for (at, (token, seen)) in tokens.iter().zip(seen).enumerate().rev() {
        seen.outer.1 = after;
        if seen.place.depth == 0 && token.kind != Kind::Close {
            after = at;
        }
    }
}

fn next_phase(place: Place, token: &Token) -> u64 {
    if place.depth > 0 {
        return place.phase;
    }
    match (place.phase, token.kind) {
        (0, Kind::Word) if token.unit.is_none() && token.classes == 0 => 1,
        (0 | 1, Kind::Comma) => 2,
        (1 | 2, Kind::Amount(..)) => 3 + place.alternative,
        (phase, _) => phase,
    }
}

fn stem(text: &str, token: &Token) -> u64 {
    if token.kind == Kind::Word && text.len() > 3 { fold::stem_hash(text) } else { token.hash }
}

fn last_part(text: &str, token: &Token) -> u64 {
    match text.rsplit_once(['-', '‐', '‑']) {
        Some((_, last)) if token.kind == Kind::Word => fold::hash(last),
        _ => token.hash,
    }
}

fn amount_shape(text: &str) -> u64 {
    let is_short = text.len() <= 2;
    let is_one = matches!(text, "1");
    let has_fraction = text.contains(|c: char| c == '/' || !c.is_ascii());
    0xa0 | u64::from(is_short) | u64::from(has_fraction) << 1 | u64::from(is_one) << 2
}

fn ending(text: &str, token: &Token) -> u64 {
    if token.kind != Kind::Word {
        return token.hash;
    }
    let mut letters = text
        .chars()
        .rev()
        .filter(|c| c.is_alphanumeric())
        .map(|c| fold::step(0, c.to_lowercase().next().unwrap_or(c)))
        .chain([EDGE, EDGE]);
    let (last, before) = (letters.next().unwrap_or(EDGE), letters.next().unwrap_or(EDGE));
    fold::step(last.wrapping_mul(31), '2') ^ before
}

fn code(text: &str, token: &Token, place: &Place) -> u64 {
    match token.kind {
        Kind::Amount(..) => return 1 + place.amounts.min(1),
        Kind::Open => return 3,
        Kind::Close => return 4,
        Kind::Comma => return 5,
        Kind::Slash => return 6,
        Kind::Dash => return 7,
        Kind::Plus => return 8,
        Kind::Sign => return 9,
        Kind::Word => {}
    }
    if let Some(unit) = token.unit {
        return match unit.size() {
            Size::Mass { .. } => 10,
            Size::Volume { .. } => 11,
            Size::Length { .. } => 12,
            Size::Count => 13,
        };
    }
    const ORDER: [u32; 15] = [
        Class::OR,
        Class::AND,
        Class::PLUS,
        Class::LINK,
        Class::WITH,
        Class::EACH,
        Class::NUMERAL,
        Class::SIZE,
        Class::ROUGHLY,
        Class::MANNER,
        Class::PREPARED,
        Class::FRUIT_PART,
        Class::REMARK,
        Class::ARTICLE,
        Class::RANGE,
    ];
    if let Some(rank) = ORDER.iter().position(|class| token.is(*class)) {
        return 14 + rank as u64;
    }
    if text.contains(|c: char| c.is_ascii_digit()) {
        return 30;
    }
    if text.ends_with(['\'', '’']) { 31 } else { 32 }
}
