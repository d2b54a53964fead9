//! Weights and decoding: a linear-chain conditional random field over the rows of a text.

use recipe::{Places, Span};

use super::features::{CONTEXTS, Features};

/// Label of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Label {
    /// The recipe's title.
    Title,
    /// First row of an ingredient line.
    Ingredient,
    /// Further row of an ingredient line.
    Continuation,
    /// Heading of an ingredient group.
    Group,
    /// A step.
    Instruction,
    /// Heading of several steps.
    StepHeading,
    /// Time, servings or nutrients.
    Fact,
    /// Anything else.
    Other,
}

/// All labels, indexed by number.
pub const LABELS: [Label; COUNT] = [
    Label::Title,
    Label::Ingredient,
    Label::Continuation,
    Label::Group,
    Label::Instruction,
    Label::StepHeading,
    Label::Fact,
    Label::Other,
];

const COUNT: usize = 8;
/// One score per label.
pub type Scores = [f32; COUNT];

/// A set of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelSet(u8);

impl LabelSet {
    /// Every label is allowed.
    pub const ALL: Self = Self(u8::MAX);

    /// Only these labels are allowed.
    #[must_use]
    pub fn of(labels: &[Label]) -> Self {
        Self(labels.iter().fold(0, |set, label| set | 1 << *label as u8))
    }

    /// The other labels.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Whether it contains a label.
    #[must_use]
    pub fn contains(self, label: Label) -> bool {
        self.0 >> label as u8 & 1 == 1
    }

    fn masked(self, scores: Scores) -> Scores {
        std::array::from_fn(|label| if self.0 >> label & 1 == 1 { scores.at(label) } else { IMPOSSIBLE })
    }
}

const IMPOSSIBLE: f32 = -1e9;

/// First bytes of the file.
pub const MAGIC: [u8; 4] = *b"ZRL1";
/// Size of the file before the transition scores, in bytes: magic, number of features, unit of the weights.
const HEADER: usize = 12;
/// Bytes of the start and transition scores.
const MOVES: usize = 2 * COUNT * (1 + CONTEXTS * COUNT);
/// Bytes of a feature: its hash and one weight per label.
const FEATURE: usize = 4 + COUNT;
const SLOTS_PER_FEATURE: usize = 2;

/// Weights, borrowed from the file's bytes.
///
/// Little endian: [`MAGIC`], number of features (u32), unit of the weights (f32), start and transition scores
/// (i16 by context, label before and label), then for each feature its hash (u32) and weights (i8).
#[derive(Clone, Debug)]
pub struct Model<'a> {
    unit: f32,
    start: Scores,
    moves: Vec<[Scores; COUNT]>,
    features: &'a [[u8; FEATURE]],
    /// Open addressing: feature number from 1, or 0.
    table: Vec<u16>,
}

impl<'a> Model<'a> {
    /// Parses weights; `None` if the format differs.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (header, rest) = bytes.split_at_checked(HEADER)?;
        let (moves, rest) = rest.split_at_checked(MOVES)?;
        let (features, rest) = rest.as_chunks::<FEATURE>();
        let count = u32::from_le_bytes(header.span(4..8).try_into().ok()?) as usize;
        let unit = f32::from_le_bytes(header.span(8..12).try_into().ok()?);
        let is_known = header.span(..4) == MAGIC && unit.is_finite();
        if !is_known || !rest.is_empty() || features.len() != count || count >= usize::from(u16::MAX) {
            return None;
        }
        let mut numbers =
            moves.as_chunks::<2>().0.iter().map(|bytes| f32::from(i16::from_le_bytes(*bytes)) * unit);
        let mut row = || -> Scores { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
        let start = row();
        let moves = (0..CONTEXTS).map(|_| std::array::from_fn(|_| row())).collect();
        let mut table = vec![0_u16; (count * SLOTS_PER_FEATURE).next_power_of_two().max(2)];
        for (number, feature) in (1..).zip(features) {
            let mut slot = slot_of(hash_of(feature), table.len());
            while table.at(slot) != 0 {
                slot = (slot + 1) % table.len();
            }
            table.put(slot, number);
        }
        Some(Self { unit, start, moves, features, table })
    }

    /// Serializes weights; `features` holds each hash with its weights.
    #[must_use]
    pub fn to_bytes(unit: f32, moves: &[i16], features: &[(u32, [i8; COUNT])]) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend((features.len() as u32).to_le_bytes());
        bytes.extend(unit.to_le_bytes());
        bytes.extend(moves.iter().flat_map(|score| score.to_le_bytes()));
        for (hash, weights) in features {
            bytes.extend(hash.to_le_bytes());
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes
    }

    fn weights(&self, hash: u32) -> Option<&[u8]> {
        let mut slot = slot_of(hash, self.table.len());
        loop {
            let number = usize::from(self.table.at(slot));
            let feature = self.features.get(number.checked_sub(1)?)?;
            if hash_of(feature) == hash {
                return feature.get(4..);
            }
            slot = (slot + 1) % self.table.len();
        }
    }

    /// The scores of all rows.
    #[must_use]
    pub fn lattice(&self, features: &Features) -> Lattice {
        let rows: Vec<Scores> = features
            .rows()
            .map(|hashes| {
                let mut sums = [0_i32; COUNT];
                for weights in hashes.iter().filter_map(|hash| self.weights(*hash)) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += i32::from(*weight as i8);
                    }
                }
                sums.map(|sum| sum as f32 * self.unit)
            })
            .collect();
        let moves = features
            .contexts()
            .iter()
            .map(|context| self.moves.get(usize::from(*context)).copied().unwrap_or_default())
            .collect();
        Lattice { start: self.start, moves, rows }
    }
}

fn hash_of(feature: &[u8; FEATURE]) -> u32 {
    let [a, b, c, d, ..] = *feature;
    u32::from_le_bytes([a, b, c, d])
}

fn slot_of(hash: u32, slots: usize) -> usize {
    hash as usize % slots.max(1)
}

/// Scores of each row, and of each pair of adjacent labels.
#[derive(Clone, Debug)]
pub struct Lattice {
    start: Scores,
    moves: Vec<[Scores; COUNT]>,
    rows: Vec<Scores>,
}

impl Lattice {
    /// Adds a bonus to the allowed labels of each row.
    pub(super) fn favour(&mut self, bonus: f32, allowed: impl Fn(usize) -> LabelSet) {
        for (at, scores) in self.rows.iter_mut().enumerate() {
            let allowed = allowed(at);
            for (label, score) in LABELS.iter().zip(scores) {
                *score += if allowed.contains(*label) { bonus } else { 0.0 };
            }
        }
    }

    /// The most probable sequence of labels (Viterbi).
    #[must_use]
    pub fn best(&self) -> Vec<Label> {
        let Some(first) = self.rows.first() else { return Vec::new() };
        let mut scores: Scores = std::array::from_fn(|label| self.start.at(label) + first.at(label));
        let mut from: Vec<[u8; COUNT]> = vec![[0; COUNT]];
        for (own, moves) in self.rows.iter().zip(&self.moves).skip(1) {
            let mut best = [(0_u8, f32::MIN); COUNT];
            for ((before, score), moves) in (0..).zip(scores).zip(moves) {
                for (best, step) in best.iter_mut().zip(moves) {
                    if score + step > best.1 {
                        *best = (before, score + step);
                    }
                }
            }
            from.push(best.map(|(before, _)| before));
            scores = std::array::from_fn(|label| best.get(label).map_or(0.0, |best| best.1) + own.at(label));
        }
        let mut label = (0..COUNT).max_by(|a, b| scores.at(*a).total_cmp(&scores.at(*b))).unwrap_or_default();
        let mut labels = vec![Label::Other; self.rows.len()];
        for (place, from) in labels.iter_mut().zip(&from).rev() {
            *place = LABELS.get(label).copied().unwrap_or(Label::Other);
            label = usize::from(from.at(label));
        }
        labels
    }

    /// Logarithm of the probability that every row has one of its allowed labels.
    #[must_use]
    pub fn log_probability(&self, allowed: impl Fn(usize) -> LabelSet) -> f32 {
        self.log_sum(allowed) - self.log_sum(|_| LabelSet::ALL)
    }

    fn log_sum(&self, allowed: impl Fn(usize) -> LabelSet) -> f32 {
        let Some(first) = self.rows.first() else { return 0.0 };
        let first = std::array::from_fn(|label| self.start.at(label) + first.at(label));
        let mut sums: Scores = allowed(0).masked(first);
        for (at, (own, moves)) in self.rows.iter().zip(&self.moves).enumerate().skip(1) {
            sums = allowed(at).masked(add(step(sums, moves), *own));
        }
        log_sum(sums)
    }

    /// Probability of each label of each row.
    #[must_use]
    pub fn marginals(&self) -> Vec<Scores> {
        let mut forward: Vec<Scores> = Vec::with_capacity(self.rows.len());
        for (own, moves) in self.rows.iter().zip(&self.moves) {
            let before = forward.last().map_or(self.start, |before| step(*before, moves));
            forward.push(add(before, *own));
        }
        let total = forward.last().map_or(0.0, |sums| log_sum(*sums));
        let mut backward: Scores = [0.0; COUNT];
        let all = forward.iter_mut().zip(self.rows.iter().zip(&self.moves));
        for (forward, (own, moves)) in all.rev() {
            *forward = add(*forward, backward).map(|score| (score - total).exp());
            let behind = add(backward, *own);
            backward = std::array::from_fn(|from| {
                log_sum(add(moves.get(from).copied().unwrap_or_default(), behind))
            });
        }
        forward
    }
}

fn step(sums: Scores, moves: &[Scores; COUNT]) -> Scores {
    std::array::from_fn(|to| {
        let mut all = [0.0; COUNT];
        for ((all, sum), moves) in all.iter_mut().zip(sums).zip(moves) {
            *all = sum + moves.at(to);
        }
        log_sum(all)
    })
}

fn add(one: Scores, two: Scores) -> Scores {
    std::array::from_fn(|label| one.at(label) + two.at(label))
}

fn log_sum(values: Scores) -> f32 {
    let most = values.into_iter().fold(f32::MIN, f32::max);
    most + values.into_iter().map(|value| (value - most).exp()).sum::<f32>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_layout::labeller::features::Features;

    /// Feature 7 favours an ingredient; a continuation only follows an ingredient.
    fn small() -> Vec<u8> {
        let mut moves = vec![0_i16; COUNT * (1 + CONTEXTS * COUNT)];
        moves[Label::Continuation as usize] = -900;
        for context in 0..CONTEXTS {
            for from in (0..COUNT).filter(|from| *from != Label::Ingredient as usize) {
                moves[COUNT * (1 + context * COUNT + from) + Label::Continuation as usize] = -900;
            }
        }
        let mut favours = [0; COUNT];
        favours[Label::Ingredient as usize] = 50;
        let mut continues = [0; COUNT];
        continues[Label::Continuation as usize] = 40;
        Model::to_bytes(0.1, &moves, &[(7, favours), (9, continues)])
    }

    fn labelled(rows: &[&[u32]]) -> Lattice {
        let bytes = small();
        Model::from_bytes(&bytes).unwrap().lattice(&Features::of_rows(rows))
    }

    #[test]
    fn best_path_respects_transitions() {
        assert_eq!(labelled(&[&[7], &[9]]).best(), [Label::Ingredient, Label::Continuation]);
        assert_ne!(labelled(&[&[9], &[7]]).best().first(), Some(&Label::Continuation));
        assert_eq!(labelled(&[]).best(), []);
    }

    #[test]
    fn probabilities_of_all_labels_sum_to_one() {
        let lattice = labelled(&[&[7], &[9], &[]]);
        for row in 0..3 {
            let sum: f32 = lattice.marginals()[row].iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{row}: {sum}");
        }
        let is_listed = |row| if row == 0 { LabelSet::of(&[Label::Ingredient]) } else { LabelSet::ALL };
        let listed = lattice.log_probability(is_listed).exp();
        assert!((listed - lattice.marginals()[0][Label::Ingredient as usize]).abs() < 1e-3, "{listed}");
        assert!(lattice.log_probability(|_| LabelSet::ALL).abs() < 1e-3);
    }

    #[test]
    fn favoured_labels_gain_the_bonus() {
        let mut lattice = labelled(&[&[7]]);
        lattice.favour(9.0, |_| LabelSet::of(&[Label::Ingredient]).complement());
        assert_ne!(lattice.best(), [Label::Ingredient]);
    }

    #[test]
    fn truncated_or_other_weights_are_rejected() {
        let bytes = small();
        assert!(Model::from_bytes(&bytes[..bytes.len() - 1]).is_none());
        assert!(Model::from_bytes(&bytes[..HEADER]).is_none());
        assert!(Model::from_bytes(&[]).is_none());
        let mut other = bytes;
        other[3] = b'2';
        assert!(Model::from_bytes(&other).is_none());
    }
}
