//! Linear-chain conditional random field, trained online with AdaGrad in double precision.

use extract::labeller::{CONTEXTS, LABELS, LabelSet, Model};

const COUNT: usize = LABELS.len();

type Row = [f64; COUNT];

pub(crate) struct TrainingExample {
    pub(crate) rows: Vec<Vec<u32>>,
    pub(crate) contexts: Vec<usize>,
    pub(crate) labels: Vec<LabelSet>,
    pub(crate) weight: f64,
}

pub(crate) struct ConditionalRandomField {
    weights: Vec<Row>,
    squares: Vec<Row>,
    start: Row,
    start_squares: Row,
    /// Shared transition scores, then additional ones per context.
    moves: Vec<[Row; COUNT]>,
    move_squares: Vec<[Row; COUNT]>,
    alive: Vec<bool>,
    pub(crate) dropout: f64,
    state: u64,
}

/// Initial sums of squared gradients.
const SQUARES: f64 = 1e-2;

impl ConditionalRandomField {
    pub(crate) fn new(features: usize, dropout: f64) -> Self {
        Self {
            weights: vec![[0.0; COUNT]; features],
            squares: vec![[SQUARES; COUNT]; features],
            start: [0.0; COUNT],
            start_squares: [SQUARES; COUNT],
            moves: vec![[[0.0; COUNT]; COUNT]; CONTEXTS + 1],
            move_squares: vec![[[SQUARES; COUNT]; COUNT]; CONTEXTS + 1],
            alive: vec![true; features],
            dropout,
            state: 1,
        }
    }

    /// One round over all examples; returns the mean loss.
    pub(crate) fn learn(&mut self, examples: &[TrainingExample], rate: f64, decay: f64, round: u64) -> f64 {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        shuffle(&mut order, round);
        let loss: f64 = order.into_iter().map(|index| self.step(&examples[index], rate, decay)).sum();
        loss / examples.len().max(1) as f64
    }

    fn step(&mut self, example: &TrainingExample, rate: f64, decay: f64) -> f64 {
        if example.labels.is_empty() {
            return 0.0;
        }
        let kept: Vec<Vec<u32>> = example.rows.iter().map(|row| self.without_dropped(row)).collect();
        let boost = 1.0 / (1.0 - self.dropout);
        let scores: Vec<Row> = kept.iter().map(|row| self.score(row).map(|score| score * boost)).collect();
        let moves: Vec<[Row; COUNT]> =
            example.contexts.iter().map(|context| self.moves_at(*context)).collect();
        let all = Chain::of(&self.start, &scores, &moves, None);
        let gold = Chain::of(&self.start, &scores, &moves, Some(&example.labels));
        let weight = example.weight;
        for (at, kept) in kept.iter().enumerate() {
            let (one, two) = (all.chances(at), gold.chances(at));
            let gradient: Row = std::array::from_fn(|label| weight * (one[label] - two[label]));
            if gradient.iter().all(|slope| slope.abs() < 1e-4) {
                continue;
            }
            if at == 0 {
                update(&mut self.start, &mut self.start_squares, &gradient, rate, decay);
            } else {
                for from in 0..COUNT {
                    let slopes: Row = std::array::from_fn(|to| {
                        let chance = |chain: &Chain| chain.chance_of_move(&scores, &moves, at, from, to);
                        weight * (chance(&all) - chance(&gold))
                    });
                    for table in [0, example.contexts[at] + 1] {
                        let (row, squares) =
                            (&mut self.moves[table][from], &mut self.move_squares[table][from]);
                        update(row, squares, &slopes, rate, decay);
                    }
                }
            }
            let gradient = gradient.map(|slope| slope * boost);
            for number in kept.iter().map(|number| *number as usize) {
                update(&mut self.weights[number], &mut self.squares[number], &gradient, rate, decay);
            }
        }
        all.total - gold.total
    }

    fn without_dropped(&mut self, row: &[u32]) -> Vec<u32> {
        let mut kept = Vec::with_capacity(row.len());
        for number in row {
            self.state =
                self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chance = (self.state >> 40) as f64 / (1_u64 << 24) as f64;
            if self.alive[*number as usize] && chance >= self.dropout {
                kept.push(*number);
            }
        }
        kept
    }

    fn score(&self, row: &[u32]) -> Row {
        let mut sums = [0.0; COUNT];
        for number in row {
            for (sum, weight) in sums.iter_mut().zip(self.weights[*number as usize]) {
                *sum += weight;
            }
        }
        sums
    }

    fn moves_at(&self, context: usize) -> [Row; COUNT] {
        let (all, own) = (&self.moves[0], &self.moves[context + 1]);
        std::array::from_fn(|from| std::array::from_fn(|to| all[from][to] + own[from][to]))
    }

    pub(crate) fn keep_top_features(&mut self, most: usize) {
        let weight = |row: &Row| row.iter().fold(0.0_f64, |most, weight| most.max(weight.abs()));
        let mut order: Vec<usize> = (0..self.weights.len()).collect();
        order.sort_by(|a, b| weight(&self.weights[*b]).total_cmp(&weight(&self.weights[*a])).then(a.cmp(b)));
        for number in order.into_iter().skip(most) {
            self.alive[number] = false;
            self.weights[number] = [0.0; COUNT];
        }
    }

    pub(crate) fn pack(&self, hashes: &[u32]) -> Vec<u8> {
        let unit =
            self.weights.iter().flatten().fold(1e-6_f64, |most, weight| most.max(weight.abs())) / 127.0;
        let moves: Vec<i16> = std::iter::once(self.start)
            .chain((0..CONTEXTS).flat_map(|context| self.moves_at(context)))
            .flatten()
            .map(|score| (score / unit).round() as i16)
            .collect();
        let features: Vec<(u32, [i8; COUNT])> = hashes
            .iter()
            .zip(&self.weights)
            .map(|(hash, weights)| (*hash, weights.map(|weight| (weight / unit).round() as i8)))
            .filter(|(_, weights)| *weights != [0; COUNT])
            .collect();
        Model::to_bytes(unit as f32, &moves, &features)
    }
}

struct Chain {
    forward: Vec<Row>,
    backward: Vec<Row>,
    total: f64,
}

impl Chain {
    fn of(start: &Row, scores: &[Row], moves: &[[Row; COUNT]], allowed: Option<&[LabelSet]>) -> Self {
        let n = scores.len();
        let mask =
            |at: usize, row: Row| match allowed {
                Some(allowed) => std::array::from_fn(|label| {
                    if allowed[at].contains(LABELS[label]) { row[label] } else { IMPOSSIBLE }
                }),
                None => row,
            };
        let mut forward: Vec<Row> = Vec::with_capacity(n);
        for (at, own) in scores.iter().enumerate() {
            let row = std::array::from_fn(|label| {
                own[label]
                    + match forward.last() {
                        None => start[label],
                        Some(before) => {
                            log_sum(std::array::from_fn(|from| before[from] + moves[at][from][label]))
                        }
                    }
            });
            forward.push(mask(at, row));
        }
        let mut backward: Vec<Row> = vec![[0.0; COUNT]; n];
        backward[n - 1] = mask(n - 1, [0.0; COUNT]);
        for at in (0..n - 1).rev() {
            let behind: Row = std::array::from_fn(|to| scores[at + 1][to] + backward[at + 1][to]);
            let row = std::array::from_fn(|from| {
                log_sum(std::array::from_fn(|to| moves[at + 1][from][to] + behind[to]))
            });
            backward[at] = mask(at, row);
        }
        let total = log_sum(forward[n - 1]);
        Self { forward, backward, total }
    }

    fn chances(&self, at: usize) -> Row {
        std::array::from_fn(|label| (self.forward[at][label] + self.backward[at][label] - self.total).exp())
    }

    fn chance_of_move(
        &self,
        scores: &[Row],
        moves: &[[Row; COUNT]],
        at: usize,
        from: usize,
        to: usize,
    ) -> f64 {
        let before = self.forward[at - 1][from] + moves[at][from][to];
        (before + scores[at][to] + self.backward[at][to] - self.total).exp()
    }
}

const IMPOSSIBLE: f64 = -1e9;

fn update(weights: &mut Row, squares: &mut Row, gradient: &Row, rate: f64, decay: f64) {
    for label in 0..COUNT {
        let slope = gradient[label] + decay * weights[label];
        squares[label] += slope * slope;
        weights[label] -= rate * slope / squares[label].sqrt();
    }
}

fn log_sum(values: Row) -> f64 {
    let most = values.iter().fold(f64::NEG_INFINITY, |most, value| most.max(*value));
    most + values.iter().map(|value| (value - most).exp()).sum::<f64>().ln()
}

fn shuffle(order: &mut [usize], round: u64) {
    let mut state = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d;
    for at in (1..order.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, (state >> 33) as usize % (at + 1));
    }
}
