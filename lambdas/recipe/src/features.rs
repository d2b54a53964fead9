//! What the model looks at: for each token of a line a fixed number of observations, as hashes.
//!
//! Words say much in a language that was trained on; classes and places say the rest, in any language.

use crate::fold;
use crate::lexicon::Class;
use crate::span::Span;
use crate::token::{Kind, Token};
use crate::unit::Size;

/// How many observations a token has.
pub const PER_TOKEN: usize = 41;

/// Stands for what lies outside the line.
const EDGE: u64 = 0x51_7cc1;

/// How many joints there are: see [`Observations::joints`].
pub const JOINTS: usize = 72;

/// What is observed of a line.
#[derive(Clone, Debug, Default)]
pub struct Observations {
    /// [`PER_TOKEN`] hashes for each token, in the order of the tokens.
    pub hashes: Vec<u64>,
    /// What each token is and whether it stands in brackets, as a number below [`JOINTS`]: it decides which labels
    /// may follow each other there.
    pub joints: Vec<u8>,
}

/// Looks at all tokens of a line.
pub(crate) fn observe(line: &str, tokens: &[Token]) -> Observations {
    let mut hashes = Vec::with_capacity(tokens.len() * PER_TOKEN);
    let seen = look(line, tokens);
    let style = style(line, tokens);
    for at in 0..tokens.len() {
        token_observations(&seen, at, style, &mut hashes);
    }
    let joints = seen.iter().map(|seen| (seen.code * 2 + seen.place.depth) as u8).collect();
    Observations { hashes, joints }
}

/// What is known of one token before its neighbours are asked.
#[derive(Clone, Copy)]
struct Seen {
    word: u64,
    code: u64,
    ending: u64,
    capital: u64,
    /// Brackets around it, commas before it outside of brackets, words since the last of either.
    place: Place,
    /// The word that its segment, between commas and brackets, starts with.
    opener: u64,
    /// The last word of its segment.
    closer: u64,
    /// How many tokens of its segment follow.
    to_end: u64,
    /// What ends its segment.
    ender: u64,
    /// The word without its plural ending, and the last part of a hyphened one.
    stem: u64,
    last_part: u64,
    /// The nearest tokens outside of brackets, as places in the line.
    outer: (usize, usize),
}

#[derive(Clone, Copy, Default)]
struct Place {
    depth: u64,
    commas: u64,
    words: u64,
    amounts: u64,
    units: u64,
    alternative: u64,
    /// How far the line has come: before the name, in it, after a comma, after an amount that follows the name.
    phase: u64,
}

fn look(line: &str, tokens: &[Token]) -> Vec<Seen> {
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
        seen.push(Seen {
            word,
            code: code(text, token, &place),
            ending: ending(text, token),
            capital: u64::from(text.starts_with(char::is_uppercase)),
            place,
            opener,
            closer: EDGE,
            to_end: 0,
            ender: 0,
            stem: stem(text, token),
            last_part: last_part(text, token),
            outer: (usize::MAX, usize::MAX),
        });
        place.phase = next_phase(place, token);
        match token.kind {
            Kind::Amount(..) => place.amounts = (place.amounts + 1).min(3),
            Kind::Word if token.unit.is_some() => place.units = (place.units + 1).min(2),
            Kind::Word if token.is(Class::OR) => place.alternative = 1,
            Kind::Word => place.words = (place.words + 1).min(5),
            Kind::Comma | Kind::Open | Kind::Close => {
                place.words = 0;
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
    for (seen, token) in seen.iter_mut().zip(tokens).rev() {
        if matches!(token.kind, Kind::Comma | Kind::Open | Kind::Close) {
            (closer, to_end, ender) = (EDGE, 0, token.hash);
        } else {
            if closer == EDGE && token.kind == Kind::Word {
                closer = seen.word;
            }
            to_end = (to_end + 1).min(6);
        }
        (seen.closer, seen.to_end, seen.ender) = (closer, to_end, ender);
    }
    link_outer(&mut seen, tokens);
    seen
}

/// Tells each token which ones stand before and after it when brackets between are left out.
fn link_outer(seen: &mut [Seen], tokens: &[Token]) {
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

/// How the line is written, as a small number: whoever writes "200g/7oz" draws the line between name and remark
/// elsewhere than one who writes "1 tablespoon" or "1 c".
fn style(line: &str, tokens: &[Token]) -> u64 {
    let mut style = 0;
    let mut units = 0;
    for pair in tokens.windows(2) {
        let [token, next] = pair else { continue };
        match token.kind {
            Kind::Amount(..) => {
                let text = line.span(token.start..token.end);
                style |= u64::from(!text.is_ascii()) | u64::from(text.contains('/')) << 1;
                if next.unit.is_some() && units == 0 {
                    units += 1;
                    let length = next.end - next.start;
                    style |= u64::from(next.start == token.end) << 2;
                    style |= if length == 1 {
                        1
                    } else if length <= 4 {
                        2
                    } else {
                        3
                    } << 3;
                }
            }
            Kind::Slash if next.is_amount() => style |= 1 << 5,
            Kind::Open if next.is_amount() => style |= 1 << 6,
            _ => {}
        }
    }
    style
}

/// Without the "s" or "es" of a plural.
fn stem(text: &str, token: &Token) -> u64 {
    if token.kind != Kind::Word || text.len() <= 3 {
        return token.hash;
    }
    let lower = text.strip_suffix('s').unwrap_or(text);
    fold::hash(lower.strip_suffix('e').unwrap_or(lower))
}

fn last_part(text: &str, token: &Token) -> u64 {
    match text.rsplit_once(['-', '‐', '‑']) {
        Some((_, last)) if token.kind == Kind::Word => fold::hash(last),
        _ => token.hash,
    }
}

fn token_observations(all: &[Seen], at: usize, style: u64, out: &mut Vec<u64>) {
    let near = |offset: isize| -> (u64, u64) {
        at.checked_add_signed(offset)
            .and_then(|at| all.get(at))
            .map_or((EDGE, EDGE), |seen| (seen.word, seen.code))
    };
    let Some(own) = all.get(at) else { return };
    let (w, c) = (own.word, own.code);
    let ((w_1, c_1), (w_2, c_2)) = (near(-1), near(-2));
    let ((w1, c1), (w2, c2)) = (near(1), near(2));
    let place = own.place;
    let where_ = place.depth | place.commas << 2;
    let so_far = where_ | place.amounts << 4 | place.units << 6 | place.alternative << 8;
    let head = u64::from(own.closer == w);
    let outer = |at: usize| all.get(at).map_or((EDGE, EDGE), |seen| (seen.word, seen.code));
    let ((before, c_before), (after, c_after)) = (outer(own.outer.0), outer(own.outer.1));
    let phase = place.phase | place.depth << 3;
    let observations: [&[u64]; PER_TOKEN] = [
        &[w],
        &[own.ending, own.capital],
        &[w_1],
        &[w1],
        &[w_2],
        &[w2],
        &[w_1, w],
        &[w, w1],
        &[w_1, w1],
        &[w_2, w_1],
        &[c_1, c, c1],
        &[c_2, c_1, c],
        &[c, c1, c2],
        &[c_1, w],
        &[w, c1],
        &[w_1, c],
        &[c, w1],
        &[where_, w],
        &[so_far, c],
        &[so_far, c_1, c],
        &[so_far, c, c1],
        &[own.to_end, own.ender, c],
        &[own.ender, w],
        &[place.words, where_, c],
        &[head, w],
        &[head, where_, c, c_1],
        &[own.closer, w],
        &[own.closer, c],
        &[own.stem],
        &[own.last_part],
        &[phase, w],
        &[phase, c_1, c],
        &[phase, c, c1],
        &[before, w],
        &[w, after],
        &[c_before, c, c_after, place.depth],
        &[own.opener, c_after, place.depth],
        &[own.ending, c_1, c1],
        &[style, w],
        &[style, c_1, c],
        &[style, phase, c],
    ];
    for (template, parts) in observations.iter().enumerate() {
        out.push(mix(template as u64, parts));
    }
}

/// Products of odd numbers are added up, which the processor does side by side.
fn mix(template: u64, parts: &[u64]) -> u64 {
    const ODD: [u64; 8] = [
        0x9e37_79b9_7f4a_7c15,
        0xff51_afd7_ed55_8ccd,
        0xc4ce_b9fe_1a85_ec53,
        0xbf58_476d_1ce4_e5b9,
        0x94d0_49bb_1331_11eb,
        0xd6e8_feb8_6659_fd93,
        0xa076_1d64_78bd_642f,
        0xe703_7ed1_a0b4_28db,
    ];
    let mut sum = (template + 1).wrapping_mul(ODD[7]);
    for (part, odd) in parts.iter().zip(ODD) {
        sum = sum.wrapping_add(part.wrapping_mul(odd));
    }
    let hash = (sum ^ (sum >> 32)).wrapping_mul(ODD[2]);
    hash ^ (hash >> 29)
}

/// Amounts differ by how they look, not by how much they are.
fn amount_shape(text: &str) -> u64 {
    let is_short = text.len() <= 2;
    let is_one = matches!(text, "1");
    let has_fraction = text.contains(|c: char| c == '/' || !c.is_ascii());
    0xa0 | u64::from(is_short) | u64::from(has_fraction) << 1 | u64::from(is_one) << 2
}

/// The last two letters.
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

/// One small number for what a token is, whatever its language.
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
        Class::TAKEN,
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
