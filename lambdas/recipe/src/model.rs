//! Line tagger: a linear-chain model that labels the tokens of an ingredient line. `examples/train_lines.rs`
//! trains it; weights are 8-bit integers.

use crate::features::{FEATURES_PER_TOKEN, LineFeatures, TRANSITION_CONTEXTS};
use crate::span::{Places, Span};

/// Label of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Label {
    /// Amount: digits, fractions, ranges, number words.
    Quantity,
    /// Unit: "cups", "g", "cloves".
    Unit,
    /// Food name as bought.
    Name,
    /// Other word before the name.
    Before,
    /// Other word within the name.
    Within,
    /// Other word after the name.
    After,
}

/// All labels, indexed by number.
pub const LABELS: [Label; 6] =
    [Label::Quantity, Label::Unit, Label::Name, Label::Before, Label::Within, Label::After];

const COUNT: usize = LABELS.len();

/// One score per label.
pub type Scores = [i32; COUNT];

/// Weights, borrowed from the file's bytes.
///
/// Little endian: `ZLM2`, number of buckets (u32), start and transition scores ((1 + joints × 6) × 6 × i16),
/// zeros up to [`HEADER`]; then buckets of 64 bytes: eight fingerprints (u16, 0 = empty), each with six
/// weights (u8, offset [`BIAS`]).
#[derive(Clone, Debug)]
pub struct Model<'a> {
    start: Scores,
    moves: Vec<[Scores; COUNT]>,
    buckets: &'a [[u8; BUCKET]],
}

/// Number of slots per bucket.
pub const SLOTS: usize = 8;
/// Bytes of a bucket: one cache line.
pub const BUCKET: usize = SLOTS * (2 + COUNT);
/// Bytes before the first bucket, a multiple of the cache line.
pub const HEADER: usize = (8 + 2 * COUNT * (1 + TRANSITION_CONTEXTS * COUNT)).next_multiple_of(BUCKET);
/// Offset added to each weight to make it unsigned.
pub const BIAS: i32 = 128;
/// Magic bytes of the file.
pub const MAGIC: [u8; 4] = *b"ZLM2";

impl<'a> Model<'a> {
    /// Parses weights; `None` if the format or version is wrong.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (header, rest) = bytes.split_at_checked(HEADER)?;
        let (buckets, rest) = rest.as_chunks::<BUCKET>();
        let count = u32::from_le_bytes(header.span(4..8).try_into().ok()?) as usize;
        if header.span(..4) != MAGIC || !rest.is_empty() || buckets.is_empty() || buckets.len() != count {
            return None;
        }
        let mut numbers =
            header.span(8..).as_chunks::<2>().0.iter().map(|bytes| i32::from(i16::from_le_bytes(*bytes)));
        let mut row = || -> Scores { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
        let start = row();
        let moves = (0..TRANSITION_CONTEXTS).map(|_| std::array::from_fn(|_| row())).collect();
        Some(Self { start, moves, buckets })
    }

    /// Viterbi labels, and the margin to the best labelling with a different amount or unit.
    #[must_use]
    pub fn label(&self, observations: &LineFeatures) -> (Vec<Label>, i32) {
        let tokens = observations.hashes.chunks_exact(FEATURES_PER_TOKEN);
        let scores: Vec<Scores> = tokens.map(|token| self.scores(token)).collect();
        self.decode(&scores, &observations.joints)
    }

    fn moves_at(&self, joint: u8) -> &[Scores] {
        self.moves.get(usize::from(joint).min(TRANSITION_CONTEXTS - 1)).map_or(&[], |moves| moves.as_slice())
    }

    /// Sums the weights of a token's features without branches, because they would be unpredictable.
    fn scores(&self, observations: &[u64]) -> Scores {
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        // Two words of 16-bit lanes: one for the even weights, one for the odd. Sums of fewer than 256
        // features cannot overflow.
        let (mut even, mut odd, mut count) = (0_u64, 0_u64, 0);
        for observation in observations.iter().take(FEATURES_PER_TOKEN) {
            let Some(bucket) = self.buckets.get(bucket(*observation, self.buckets.len())) else { continue };
            let (slot, found) = slot(bucket, fingerprint(*observation));
            let weights = weights(bucket, slot) & 0_u64.wrapping_sub(u64::from(found));
            even += weights & EVEN;
            odd += weights >> 8 & EVEN;
            count += i32::from(found);
        }
        std::array::from_fn(|label| {
            let lanes = if label % 2 == 0 { even } else { odd };
            (lanes >> (label / 2 * 16) & 0xffff) as i32 - count * BIAS
        })
    }

    /// Forward and backward Viterbi; returns labels and margin as [`Self::label`] does.
    fn decode(&self, scores: &[Scores], joints: &[u8]) -> (Vec<Label>, i32) {
        let Some(first) = scores.first() else { return (Vec::new(), i32::MAX) };
        let mut forward: Vec<Scores> = Vec::with_capacity(scores.len());
        forward.push(std::array::from_fn(|label| self.start.at(label) + first.at(label)));
        for (own, joint) in scores.iter().zip(joints).skip(1) {
            let (before, moves) = (forward.last().copied().unwrap_or_default(), self.moves_at(*joint));
            forward.push(rebased_scores(std::array::from_fn(|label| {
                let best = before.iter().zip(moves).map(|(before, moves)| before + moves.at(label)).max();
                best.unwrap_or_default() + own.at(label)
            })));
        }
        let mut backward: Scores = [0; COUNT];
        let mut labels = vec![Label::Name; scores.len()];
        let mut margin = i32::MAX;
        let mut next: Option<(usize, &[Scores])> = None;
        for (at, (own, forward)) in scores.iter().zip(&forward).enumerate().rev() {
            let total: Scores = std::array::from_fn(|label| forward.at(label) + backward.at(label));
            let step = |label: usize| {
                next.map_or(0, |(next, moves)| moves.get(label).map_or(0, |moves| moves.at(next)))
            };
            let best = (0..COUNT).max_by_key(|label| forward.at(*label) + step(*label)).unwrap_or_default();
            labels.get_mut_or_empty(at..=at).fill(LABELS.get(best).copied().unwrap_or(Label::Name));
            let rival =
                (0..COUNT).filter(|label| kind(*label) != kind(best)).map(|label| total.at(label)).max();
            margin = margin.min(total.at(best) - rival.unwrap_or(total.at(best)));
            let moves = self.moves_at(joints.at(at));
            backward = rebased_scores(std::array::from_fn(|from| {
                let moves = moves.get(from).copied().unwrap_or_default();
                let all = moves.iter().zip(own).zip(&backward);
                all.map(|((moves, own), backward)| moves + own + backward).max().unwrap_or_default()
            }));
            next = Some((best, moves));
        }
        (labels, margin)
    }
}

/// Subtracts the maximum, to prevent overflow.
fn rebased_scores(scores: Scores) -> Scores {
    let best = scores.iter().copied().max().unwrap_or_default();
    scores.map(|score| score - best)
}

/// Slot of a fingerprint, and whether it was found. Compares all slots without branches.
fn slot(bucket: &[u8; BUCKET], fingerprint: u16) -> (usize, bool) {
    let (fingerprints, _) = bucket.as_chunks::<2>();
    let mut hits = 0_u32;
    for (slot, own) in fingerprints.iter().take(SLOTS).enumerate() {
        hits |= u32::from(u16::from_le_bytes(*own) == fingerprint) << slot;
    }
    (hits.trailing_zeros() as usize % SLOTS, hits != 0)
}

/// The six weights of a slot, in the lower bytes.
fn weights(bucket: &[u8; BUCKET], slot: usize) -> u64 {
    // Start two bytes early, so that reading the last slot stays within the bucket.
    word(bucket, 2 * SLOTS - 2 + slot * COUNT) >> 16
}

fn word(bucket: &[u8; BUCKET], at: usize) -> u64 {
    bucket.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// Maps name and other words to one kind, because the margin is about amount and unit only.
fn kind(label: usize) -> usize {
    label.min(Label::Name as usize)
}

/// Bucket index of a feature hash.
#[must_use]
pub fn bucket(observation: u64, buckets: usize) -> usize {
    // Scales the upper 32 bits to the number of buckets.
    (((observation >> 32) * (buckets as u64 & 0xffff_ffff)) >> 32) as usize
}

/// Fingerprint of a feature within its bucket; never 0.
#[must_use]
pub fn fingerprint(observation: u64) -> u16 {
    ((observation & 0xffff) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One bucket: feature 7 favours `Unit`, and no unit follows a unit.
    fn small() -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(1_u32.to_le_bytes());
        for row in 0..=TRANSITION_CONTEXTS * COUNT {
            let from_unit = row > 0 && (row - 1) % COUNT == Label::Unit as usize;
            for to in 0..COUNT {
                let score: i16 = if from_unit && to == Label::Unit as usize { -300 } else { 0 };
                bytes.extend(score.to_le_bytes());
            }
        }
        bytes.resize(HEADER, 0);
        let mut bucket = [0; BUCKET];
        bucket[14..16].copy_from_slice(&fingerprint(7).to_le_bytes());
        bucket[BUCKET - COUNT..].copy_from_slice(&[128, 128 + 100, 128, 128, 128, 128 - 50]);
        bytes.extend(bucket);
        bytes
    }

    fn observed(tokens: &[u64]) -> LineFeatures {
        let hashes = tokens
            .iter()
            .flat_map(|hash| std::iter::once(*hash).chain([9; FEATURES_PER_TOKEN - 1]))
            .collect();
        LineFeatures { hashes, joints: vec![0; tokens.len()] }
    }

    #[test]
    fn best_path_and_its_margin_are_returned() {
        let bytes = small();
        let model = Model::from_bytes(&bytes).unwrap();
        assert_eq!(model.label(&observed(&[7])), (vec![Label::Unit], 100));
        let (labels, margin) = model.label(&observed(&[7, 7]));
        assert_eq!(labels.iter().filter(|label| **label == Label::Unit).count(), 1);
        assert_eq!(margin, 0);
        assert_eq!(model.label(&observed(&[])).0, []);
    }

    #[test]
    fn truncated_or_other_version_weights_are_rejected() {
        let bytes = small();
        assert!(Model::from_bytes(&bytes).is_some());
        assert!(Model::from_bytes(&bytes[..bytes.len() - 1]).is_none());
        assert!(Model::from_bytes(&bytes[..HEADER]).is_none());
        assert!(Model::from_bytes(&[]).is_none());
        let mut other = bytes.clone();
        other[3] = b'1';
        assert!(Model::from_bytes(&other).is_none());
        let mut more = bytes;
        more[4] = 2;
        assert!(Model::from_bytes(&more).is_none());
    }
}
