//! Features of the line tagger: a fixed number of hashes per token.
//!
//! Word features depend on the trained languages; class and position features work in every language.

mod seen;

use crate::span::Span;
use crate::token::{Kind, Token};
use seen::{TokenProperties, look};

/// Number of features per token.
pub const FEATURES_PER_TOKEN: usize = 45;

const EDGE: u64 = 0x51_7cc1;

/// Number of transition contexts, the values of [`LineFeatures::joints`].
pub const TRANSITION_CONTEXTS: usize = 72;

/// Hashed features of the tokens of an ingredient line.
#[derive(Clone, Debug, Default)]
pub struct LineFeatures {
    /// [`FEATURES_PER_TOKEN`] feature hashes per token, in token order.
    pub hashes: Vec<u64>,
    /// Per token, a number below [`TRANSITION_CONTEXTS`] that selects the transition scores. It combines the
    /// token's code and whether the token is in brackets.
    pub joints: Vec<u8>,
}

pub(crate) fn observe(line: &str, tokens: &[Token]) -> LineFeatures {
    let mut hashes = Vec::with_capacity(tokens.len() * FEATURES_PER_TOKEN);
    let seen = look(line, tokens);
    let style = style(line, tokens);
    for at in 0..tokens.len() {
        token_observations(&seen, at, style, &mut hashes);
    }
    let joints = seen.iter().map(|seen| (seen.code * 2 + seen.place.depth) as u8).collect();
    LineFeatures { hashes, joints }
}

/// Bits for the line's style, e.g. "200g/7oz" or "1 tablespoon"; styles separate name and note differently.
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

fn token_observations(all: &[TokenProperties], at: usize, style: u64, out: &mut Vec<u64>) {
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
    // Positions of the head nouns of foods: "raw" before a comma is not the name if a food follows.
    let foods =
        place.foods | place.own_foods << 1 | own.food << 2 | own.food_ahead << 3 | own.food_later << 4;
    let template = &mut 0;
    let observations: [u64; FEATURES_PER_TOKEN] = [
        hash(template, [w]),
        hash(template, [own.ending, own.capital]),
        hash(template, [w_1]),
        hash(template, [w1]),
        hash(template, [w_2]),
        hash(template, [w2]),
        hash(template, [w_1, w]),
        hash(template, [w, w1]),
        hash(template, [w_1, w1]),
        hash(template, [w_2, w_1]),
        hash(template, [c_1, c, c1]),
        hash(template, [c_2, c_1, c]),
        hash(template, [c, c1, c2]),
        hash(template, [c_1, w]),
        hash(template, [w, c1]),
        hash(template, [w_1, c]),
        hash(template, [c, w1]),
        hash(template, [where_, w]),
        hash(template, [so_far, c]),
        hash(template, [so_far, c_1, c]),
        hash(template, [so_far, c, c1]),
        hash(template, [own.to_end, own.ender, c]),
        hash(template, [own.ender, w]),
        hash(template, [place.words, where_, c]),
        hash(template, [head, w]),
        hash(template, [head, where_, c, c_1]),
        hash(template, [own.closer, w]),
        hash(template, [own.closer, c]),
        hash(template, [own.stem]),
        hash(template, [own.last_part]),
        hash(template, [phase, w]),
        hash(template, [phase, c_1, c]),
        hash(template, [phase, c, c1]),
        hash(template, [before, w]),
        hash(template, [w, after]),
        hash(template, [c_before, c, c_after, place.depth]),
        hash(template, [own.opener, c_after, place.depth]),
        hash(template, [own.ending, c_1, c1]),
        hash(template, [style, w]),
        hash(template, [style, c_1, c]),
        hash(template, [style, phase, c]),
        hash(template, [foods, where_, c]),
        hash(template, [foods, w]),
        hash(template, [foods, phase, c, c1]),
        hash(template, [foods, c_1, c1]),
    ];
    out.extend(observations);
}

fn hash<const PARTS: usize>(template: &mut u64, parts: [u64; PARTS]) -> u64 {
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
    *template += 1;
    let mut sum = template.wrapping_mul(ODD[7]);
    for (part, odd) in parts.into_iter().zip(ODD) {
        sum = sum.wrapping_add(part.wrapping_mul(odd));
    }
    let hash = (sum ^ (sum >> 32)).wrapping_mul(ODD[2]);
    hash ^ (hash >> 29)
}
