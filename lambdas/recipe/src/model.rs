//! A linear-chain model that labels the tokens of a line: trained by `examples/train_lines.rs`, kept as small integers.

use crate::features::{JOINTS, Observations, PER_TOKEN};

/// What a token is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Label {
    /// The amount.
    Quantity,
    /// Its unit.
    Unit,
    /// What to buy.
    Name,
    /// Anything else before the name.
    Before,
    /// Anything else within the name.
    Within,
    /// Anything else after the name.
    After,
}

/// All labels; a label's number is its place here.
pub const LABELS: [Label; 6] =
    [Label::Quantity, Label::Unit, Label::Name, Label::Before, Label::Within, Label::After];

const COUNT: usize = LABELS.len();

/// One score for each label.
pub type Scores = [i32; COUNT];

/// The weights, read where they lie.
///
/// The file: `ZLM1`, the number of buckets (u32), scores of the first label and, for each
/// joint, of each label after each ((1 + joints × 6) × 6 × i16), all little endian; then the buckets of eight slots of 8 bytes: a fingerprint (u16, 0 is an empty slot) and six weights (i8).
#[derive(Clone, Debug)]
pub struct Model<'a> {
    start: Scores,
    /// For each joint the scores from each label to each.
    moves: Vec<[Scores; COUNT]>,
    slots: &'a [[u8; SLOT]],
}

/// Bytes of a slot.
pub const SLOT: usize = 8;
/// Slots of a bucket: one line of the processor's cache.
pub const BUCKET: usize = 8;
/// Bytes before the first bucket.
pub const HEADER: usize = 8 + 2 * COUNT * (1 + JOINTS * COUNT);
/// The first four bytes of the file.
pub const MAGIC: [u8; 4] = *b"ZLM1";

impl<'a> Model<'a> {
    /// `None` when the bytes are no weights of this version.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (header, slots) = bytes.split_at_checked(HEADER)?;
        let (slots, rest) = slots.as_chunks::<SLOT>();
        let buckets = u32::from_le_bytes(header[4..8].try_into().ok()?) as usize;
        if header[..4] != MAGIC
            || !rest.is_empty()
            || buckets == 0
            || slots.len() != buckets.checked_mul(BUCKET)?
        {
            return None;
        }
        let mut numbers =
            header[8..].as_chunks::<2>().0.iter().map(|bytes| i32::from(i16::from_le_bytes(*bytes)));
        let mut row = || -> Scores { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
        let start = row();
        let moves = (0..JOINTS).map(|_| std::array::from_fn(|_| row())).collect();
        Some(Self { start, moves, slots })
    }

    /// The best label of each token whose observations these are ([`PER_TOKEN`] each), and by how much the reading
    /// beats the best one that differs in what counts: amount, unit or name.
    #[must_use]
    pub fn label(&self, observations: &Observations) -> (Vec<Label>, i32) {
        let tokens = observations.hashes.chunks_exact(PER_TOKEN);
        let scores: Vec<Scores> = tokens.map(|token| self.scores(token)).collect();
        self.decode(&scores, &observations.joints)
    }

    fn moves_at(&self, joint: u8) -> &[Scores; COUNT] {
        &self.moves[usize::from(joint).min(JOINTS - 1)]
    }

    fn scores(&self, observations: &[u64]) -> Scores {
        let mut sums = [0; COUNT];
        for observation in observations {
            if let Some(slot) = self.slot(*observation) {
                for (sum, weight) in sums.iter_mut().zip(&slot[2..]) {
                    *sum += i32::from(weight.cast_signed());
                }
            }
        }
        sums
    }

    fn slot(&self, observation: u64) -> Option<&[u8; SLOT]> {
        let fingerprint = fingerprint(observation).to_le_bytes();
        let first = bucket(observation, self.slots.len() / BUCKET) * BUCKET;
        let bucket = self.slots.get(first..first + BUCKET)?;
        bucket.iter().find(|slot| slot[..2] == fingerprint)
    }

    /// The best path forwards and backwards, so that each token's second best label is known as well.
    fn decode(&self, scores: &[Scores], joints: &[u8]) -> (Vec<Label>, i32) {
        let Some(first) = scores.first() else { return (Vec::new(), i32::MAX) };
        let mut forward: Vec<Scores> = Vec::with_capacity(scores.len());
        forward.push(std::array::from_fn(|label| self.start[label] + first[label]));
        for (own, joint) in scores.iter().zip(joints).skip(1) {
            let (before, moves) = (forward[forward.len() - 1], self.moves_at(*joint));
            forward.push(std::array::from_fn(|label| {
                let best = (0..COUNT).map(|from| before[from] + moves[from][label]).max();
                best.unwrap_or_default() + own[label]
            }));
        }
        let mut backward: Scores = [0; COUNT];
        let mut labels = vec![Label::Name; scores.len()];
        let mut margin = i32::MAX;
        let mut next: Option<(usize, &[Scores; COUNT])> = None;
        for at in (0..scores.len()).rev() {
            let total: Scores = std::array::from_fn(|label| forward[at][label] + backward[label]);
            let step = |label: usize| next.map_or(0, |(next, moves)| moves[label][next]);
            let best = (0..COUNT).max_by_key(|label| forward[at][*label] + step(*label)).unwrap_or_default();
            labels[at] = LABELS[best];
            let rival = (0..COUNT).filter(|label| kind(*label) != kind(best)).map(|label| total[label]).max();
            margin = margin.min(total[best] - rival.unwrap_or(total[best]));
            let (own, moves) = (scores[at], self.moves_at(joints.get(at).copied().unwrap_or_default()));
            backward = std::array::from_fn(|from| {
                (0..COUNT).map(|to| moves[from][to] + own[to] + backward[to]).max().unwrap_or_default()
            });
            next = Some((best, moves));
        }
        (labels, margin)
    }
}

/// The three labels for anything else are one where it counts.
fn kind(label: usize) -> usize {
    label.min(Label::Before as usize)
}

/// Which bucket an observation's weights are in.
#[must_use]
pub fn bucket(observation: u64, buckets: usize) -> usize {
    // The upper half, scaled to the number of buckets.
    (((observation >> 32) * buckets as u64) >> 32) as usize
}

/// What tells an observation from the others of its bucket; never 0.
#[must_use]
pub fn fingerprint(observation: u64) -> u16 {
    ((observation & 0xffff) as u16).max(1)
}
