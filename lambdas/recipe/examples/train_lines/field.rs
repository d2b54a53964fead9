//! Linear-chain conditional random field, trained online with AdaGrad.

use crate::TrainingExample;
use recipe::training::{FEATURES_PER_TOKEN, TRANSITION_CONTEXTS};

pub(crate) const COUNT: usize = recipe::model::LABELS.len();

type Row = [f32; COUNT];

pub(crate) struct ConditionalRandomField {
    pub(crate) weights: Vec<Row>,
    pub(crate) start: Row,
    /// Transition weights: first those shared by all tokens, then additional weights per joint.
    moves: Vec<[Row; COUNT]>,
    squares: Vec<Row>,
    start_squares: Row,
    move_squares: Vec<[Row; COUNT]>,
    pub(crate) alive: Vec<bool>,
    dropout: f32,
    state: u64,
}

impl ConditionalRandomField {
    pub(crate) fn new(observations: usize, dropout: f32) -> Self {
        Self {
            weights: vec![[0.0; COUNT]; observations],
            start: [0.0; COUNT],
            moves: vec![[[0.0; COUNT]; COUNT]; TRANSITION_CONTEXTS + 1],
            squares: vec![[1e-2; COUNT]; observations],
            start_squares: [1e-2; COUNT],
            move_squares: vec![[[1e-2; COUNT]; COUNT]; TRANSITION_CONTEXTS + 1],
            alive: vec![true; observations],
            dropout,
            state: 1,
        }
    }

    pub(crate) fn mean(runs: &[Self]) -> Self {
        let mut mean = Self::new(runs[0].weights.len(), 0.0);
        mean.alive.clone_from(&runs[0].alive);
        let share = 1.0 / runs.len() as f32;
        let add = |sums: &mut Row, weights: &Row| {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * share;
            }
        };
        for run in runs {
            add(&mut mean.start, &run.start);
            for (sums, weights) in mean.weights.iter_mut().zip(&run.weights) {
                add(sums, weights);
            }
            for (sums, weights) in mean.moves.iter_mut().flatten().zip(run.moves.iter().flatten()) {
                add(sums, weights);
            }
        }
        mean
    }

    pub(crate) fn keep_those_of(&mut self, other: &Self) {
        self.alive.clone_from(&other.alive);
        for (row, alive) in self.weights.iter_mut().zip(&self.alive) {
            if !alive {
                *row = [0.0; COUNT];
            }
        }
    }

    pub(crate) fn drop_rare_features(&mut self, lessons: &[TrainingExample], least: u32) {
        let mut counts = vec![0_u32; self.weights.len()];
        for lesson in lessons {
            for number in &lesson.observations {
                counts[*number as usize] += 1;
            }
        }
        for (alive, count) in self.alive.iter_mut().zip(counts) {
            *alive = count >= least;
        }
    }

    pub(crate) fn keep_top_features(&mut self, most: usize) -> usize {
        let weight = |row: &Row| row.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let mut order: Vec<usize> = (0..self.weights.len()).filter(|number| self.alive[*number]).collect();
        order.sort_by(|a, b| weight(&self.weights[*b]).total_cmp(&weight(&self.weights[*a])).then(a.cmp(b)));
        for number in order.iter().skip(most) {
            self.alive[*number] = false;
            self.weights[*number] = [0.0; COUNT];
        }
        order.len().min(most)
    }

    /// Trains several rounds without dropout, and averages the weights of all rounds.
    pub(crate) fn settle(
        &mut self,
        lessons: &[TrainingExample],
        rate: f32,
        decay: f32,
        rounds: u64,
        run: u64,
    ) {
        let mut sums = vec![[0.0_f32; COUNT]; self.weights.len()];
        self.dropout = 0.0;
        for round in 0..rounds {
            self.learn(lessons, rate, decay, 1000 * (run + 1) + round);
            for (sum, weights) in sums.iter_mut().zip(&self.weights) {
                for (sum, weight) in sum.iter_mut().zip(weights) {
                    *sum += weight / rounds as f32;
                }
            }
        }
        self.weights = sums;
    }

    pub(crate) fn learn(&mut self, lessons: &[TrainingExample], rate: f32, decay: f32, round: u64) -> f64 {
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        shuffle(&mut order, round);
        let mut loss = 0.0;
        for index in order {
            loss += self.step(&lessons[index], rate, decay);
        }
        loss / lessons.len().max(1) as f64
    }

    fn step(&mut self, lesson: &TrainingExample, rate: f32, decay: f32) -> f64 {
        let n = lesson.labels.len();
        if n == 0 {
            return 0.0;
        }
        let mut kept: Vec<bool> = Vec::with_capacity(lesson.observations.len());
        for number in &lesson.observations {
            self.state =
                self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chance = (self.state >> 40) as f32 / (1_u64 << 24) as f32;
            kept.push(self.alive[*number as usize] && chance >= self.dropout);
        }
        let boost = 1.0 / (1.0 - self.dropout);
        let scores: Vec<Row> = lesson
            .observations
            .chunks_exact(FEATURES_PER_TOKEN)
            .zip(kept.chunks_exact(FEATURES_PER_TOKEN))
            .map(|(token, kept)| self.score(token, kept, boost))
            .collect();
        let moves: Vec<[Row; COUNT]> = lesson.joints.iter().map(|joint| self.moves_at(*joint)).collect();
        let mut forward: Vec<Row> = Vec::with_capacity(n);
        let mut backward: Vec<Row> = vec![[0.0; COUNT]; n];
        for (at, own) in scores.iter().enumerate() {
            let row = std::array::from_fn(|label| {
                own[label]
                    + match forward.last() {
                        None => self.start[label],
                        Some(before) => {
                            log_sum(std::array::from_fn(|from| before[from] + moves[at][from][label]))
                        }
                    }
            });
            forward.push(row);
        }
        for at in (0..n - 1).rev() {
            backward[at] = std::array::from_fn(|from| {
                log_sum(std::array::from_fn(|to| {
                    moves[at + 1][from][to] + scores[at + 1][to] + backward[at + 1][to]
                }))
            });
        }
        let total = log_sum(forward[n - 1]);
        let mut gold = 0.0;
        for (at, &label) in lesson.labels.iter().enumerate() {
            let mut gradient: Row =
                std::array::from_fn(|label| (forward[at][label] + backward[at][label] - total).exp());
            gradient[label] -= 1.0;
            gold += scores[at][label];
            if at == 0 {
                gold += self.start[label];
                update(&mut self.start, &mut self.start_squares, &gradient, rate, decay);
            } else {
                let before = lesson.labels[at - 1];
                gold += moves[at][before][label];
                for from in 0..COUNT {
                    let mut slopes: Row = std::array::from_fn(|to| {
                        (forward[at - 1][from] + moves[at][from][to] + scores[at][to] + backward[at][to]
                            - total)
                            .exp()
                    });
                    if from == before {
                        slopes[label] -= 1.0;
                    }
                    for table in [0, usize::from(lesson.joints[at]) + 1] {
                        let (row, squares) =
                            (&mut self.moves[table][from], &mut self.move_squares[table][from]);
                        update(row, squares, &slopes, rate, decay);
                    }
                }
            }
            for slope in &mut gradient {
                *slope *= boost;
            }
            let own = at * FEATURES_PER_TOKEN..(at + 1) * FEATURES_PER_TOKEN;
            for (number, kept) in lesson.observations[own.clone()].iter().zip(&kept[own]) {
                let number = *number as usize;
                if *kept {
                    update(&mut self.weights[number], &mut self.squares[number], &gradient, rate, decay);
                }
            }
        }
        f64::from(total - gold)
    }

    fn moves_at(&self, joint: u8) -> [Row; COUNT] {
        let (all, own) = (&self.moves[0], &self.moves[usize::from(joint) + 1]);
        std::array::from_fn(|from| std::array::from_fn(|to| all[from][to] + own[from][to]))
    }

    pub(crate) fn joined_moves(&self) -> impl Iterator<Item = Row> + '_ {
        (0..TRANSITION_CONTEXTS).flat_map(|joint| self.moves_at(joint as u8))
    }

    fn score(&self, token: &[u32], kept: &[bool], boost: f32) -> Row {
        let mut sums = [0.0; COUNT];
        for (number, kept) in token.iter().zip(kept) {
            if *kept {
                for (sum, weight) in sums.iter_mut().zip(self.weights[*number as usize]) {
                    *sum += weight * boost;
                }
            }
        }
        sums
    }
}

fn update(weights: &mut Row, squares: &mut Row, gradient: &Row, rate: f32, decay: f32) {
    for label in 0..COUNT {
        let slope = gradient[label] + decay * weights[label];
        squares[label] += slope * slope;
        weights[label] -= rate * slope / squares[label].sqrt();
    }
}

fn log_sum(values: Row) -> f32 {
    let most = values.iter().fold(f32::NEG_INFINITY, |most, value| most.max(*value));
    most + values.iter().map(|value| (value - most).exp()).sum::<f32>().ln()
}

fn shuffle(order: &mut [usize], round: u64) {
    let mut state = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d;
    for at in (1..order.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, (state >> 33) as usize % (at + 1));
    }
}
