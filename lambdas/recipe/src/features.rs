//! What the model looks at: for each token of a line a fixed number of observations, as hashes.
//!
//! Words say much in a language that was trained on; classes and places say the rest, in any language.

mod seen;

use crate::span::Span;
use crate::token::{Kind, Token};
use seen::{Seen, look};

/// How many observations a token has.
pub const PER_TOKEN: usize = 45;
/// How many things an observation puts together at most.
const MOST_PARTS: usize = 4;

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
    // Where the foods are: "raw" before a comma is no name while its food is still to come.
    let foods =
        place.foods | place.own_foods << 1 | own.food << 2 | own.food_ahead << 3 | own.food_later << 4;
    let observations: [[u64; MOST_PARTS]; PER_TOKEN] = [
        of([w]),
        of([own.ending, own.capital]),
        of([w_1]),
        of([w1]),
        of([w_2]),
        of([w2]),
        of([w_1, w]),
        of([w, w1]),
        of([w_1, w1]),
        of([w_2, w_1]),
        of([c_1, c, c1]),
        of([c_2, c_1, c]),
        of([c, c1, c2]),
        of([c_1, w]),
        of([w, c1]),
        of([w_1, c]),
        of([c, w1]),
        of([where_, w]),
        of([so_far, c]),
        of([so_far, c_1, c]),
        of([so_far, c, c1]),
        of([own.to_end, own.ender, c]),
        of([own.ender, w]),
        of([place.words, where_, c]),
        of([head, w]),
        of([head, where_, c, c_1]),
        of([own.closer, w]),
        of([own.closer, c]),
        of([own.stem]),
        of([own.last_part]),
        of([phase, w]),
        of([phase, c_1, c]),
        of([phase, c, c1]),
        of([before, w]),
        of([w, after]),
        of([c_before, c, c_after, place.depth]),
        of([own.opener, c_after, place.depth]),
        of([own.ending, c_1, c1]),
        of([style, w]),
        of([style, c_1, c]),
        of([style, phase, c]),
        of([foods, where_, c]),
        of([foods, w]),
        of([foods, phase, c, c1]),
        of([foods, c_1, c1]),
    ];
    out.extend((0..).zip(observations).map(|(template, parts)| mix(template, parts)));
}

/// The parts of an observation, with zeros behind them: parts of one number are hashed without a branch, and zeros add
/// nothing.
fn of<const N: usize>(parts: [u64; N]) -> [u64; MOST_PARTS] {
    let mut all = [0; MOST_PARTS];
    all.iter_mut().zip(parts).for_each(|(all, part)| *all = part);
    all
}

/// Products of odd numbers are added up, which the processor does side by side.
fn mix(template: u64, parts: [u64; MOST_PARTS]) -> u64 {
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
