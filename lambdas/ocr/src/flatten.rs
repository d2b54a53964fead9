//! Flattens shadows and coloured panels: dark letters on white.
//!
//! The paper is the median grey of a neighbourhood; letters are on the side with more contrast.

use crate::plane::Plane;
use recipe::{Places, Span};

const BINS: usize = 64;
/// Radius of a neighbourhood in squares.
const REACH: usize = 2;
/// Contrast of the paper's grain, as a share of its brightness.
const GRAIN: f32 = 0.09;
/// Minimum brightness of paper in calculations of contrast.
const DARK_PAPER: f32 = 100.0;
/// Relative change of brightness between squares above which paper is uneven.
const UNEVEN: f32 = 0.07;
/// Minimum contrast of letters, which limits the amplification of faint print.
const MIN_LETTER_CONTRAST: f32 = 0.24;

#[derive(Clone, Copy, Default)]
struct Square {
    paper: f32,
    /// Contrast of the darkest letters, as a share of the possible contrast.
    depth: f32,
    is_inverted: bool,
}

/// Squares of photos and edges.
#[derive(Debug, Default)]
pub(crate) struct UnevenPaper {
    side: usize,
    columns: usize,
    is_uneven: Vec<bool>,
}

impl UnevenPaper {
    fn of(squares: &[Square], side: usize, columns: usize) -> Self {
        let is_uneven = squares
            .chunks(columns)
            .flat_map(|row| {
                row.iter().enumerate().map(|(at, square)| {
                    let here = square.paper;
                    [at.checked_sub(1), Some(at + 1)]
                        .into_iter()
                        .flatten()
                        .filter_map(|other| row.get(other))
                        .any(|other| (other.paper - here).abs() > UNEVEN * here.max(DARK_PAPER))
                })
            })
            .collect();
        Self { side, columns, is_uneven }
    }

    /// Whether most of a rectangle is uneven. `right` and `bottom` are exclusive.
    pub(crate) fn fills(&self, left: usize, top: usize, right: usize, bottom: usize) -> bool {
        // `side` is 0 for an empty image.
        let side = self.side.max(1);
        let rows = top / side..bottom.div_ceil(side);
        let columns = left / side..right.div_ceil(side).min(self.columns);
        let all = rows.len() * columns.len();
        let uneven: usize = rows
            .filter_map(|row| self.is_uneven.get(row * self.columns..(row + 1) * self.columns))
            .map(|row| row.span(columns.clone()).iter().filter(|u| **u).count())
            .sum();
        uneven * 2 > all
    }
}

/// Dark letters on white. `letter` is the approximate letter height in pixels.
pub(crate) fn flattened(grey: &Plane, letter: usize) -> (Plane, UnevenPaper) {
    let side = letter.max(6);
    let (columns, rows) = (grey.width.div_ceil(side), grey.height.div_ceil(side));
    if columns == 0 || rows == 0 {
        return (grey.clone(), UnevenPaper::default());
    }
    let squares = vote_inversion(&measured(grey, side, columns, rows), columns, rows);
    let unrest = UnevenPaper::of(&squares, side, columns);
    let mut out = Plane::filled(grey.width, grey.height, 255);
    // Interpolates between the centres of four squares; all rows share the column weights.
    let across: Vec<(usize, usize, f32)> = (0..grey.width).map(|x| between(x, side, columns)).collect();
    let mut line = vec![Square::default(); columns];
    for y in 0..grey.height {
        let (above, below, part) = between(y, side, rows);
        for (column, mixed) in line.iter_mut().enumerate() {
            let (a, b) = (squares.at(above * columns + column), squares.at(below * columns + column));
            *mixed = mix(a, b, part);
        }
        let start = y * grey.width;
        let to = out.data.get_mut_or_empty(start..start + grey.width);
        for ((value, new), &(left, right, share)) in grey.row(y).iter().zip(to).zip(&across) {
            let square = mix(line.at(left), line.at(right), share);
            *new = levelled(f32::from(*value), square);
        }
    }
    (out, unrest)
}

fn levelled(value: f32, square: Square) -> u8 {
    let (paper, value) =
        if square.is_inverted { (255.0 - square.paper, 255.0 - value) } else { (square.paper, value) };
    let away = (paper - value) / paper.max(DARK_PAPER) - GRAIN;
    let ink = away / (square.depth - GRAIN).max(0.05);
    (255.0 * (1.0 - ink.clamp(0.0, 1.0))) as u8
}

fn mix(a: Square, b: Square, part: f32) -> Square {
    if a.is_inverted != b.is_inverted {
        return if part < 0.5 { a } else { b };
    }
    Square {
        paper: a.paper + (b.paper - a.paper) * part,
        depth: a.depth + (b.depth - a.depth) * part,
        is_inverted: a.is_inverted,
    }
}

/// The two nearest squares and the weight of the second.
fn between(at: usize, side: usize, count: usize) -> (usize, usize, f32) {
    let place = ((at as f32 + 0.5) / side as f32 - 0.5).max(0.0);
    let first = (place as usize).min(count - 1);
    let second = (first + 1).min(count - 1);
    (first, second, (place - first as f32).clamp(0.0, 1.0))
}

fn measured(grey: &Plane, side: usize, columns: usize, rows: usize) -> Vec<Square> {
    let greys = counted(grey, side, columns, rows);
    let mut squares = vec![Square::default(); columns * rows];
    for row in 0..rows {
        let (top, bottom) = (row.saturating_sub(REACH), (row + REACH).min(rows - 1));
        for column in 0..columns {
            let (left, right) = (column.saturating_sub(REACH), (column + REACH).min(columns - 1));
            let mut counts = [0u32; BINS];
            for r in top..=bottom {
                for c in left..=right {
                    let from = (r * columns + c) * BINS;
                    for (sum, n) in counts.iter_mut().zip(greys.span(from..from + BINS)) {
                        *sum += u32::from(*n);
                    }
                }
            }
            squares.put(row * columns + column, square_statistics(&counts));
        }
    }
    squares
}

fn counted(grey: &Plane, side: usize, columns: usize, rows: usize) -> Vec<u16> {
    let mut greys = vec![0u16; columns * rows * BINS];
    // Every second pixel is enough.
    let step = if side >= 12 { 2 } else { 1 };
    for y in (0..grey.height).step_by(step) {
        let row = grey.row(y);
        for (column, square) in row.chunks(side).enumerate() {
            let from = (y / side * columns + column) * BINS;
            let counts = greys.get_mut_or_empty(from..from + BINS);
            for value in square.iter().step_by(step) {
                if let Some(bin) = counts.get_mut(usize::from(*value) * BINS / 256) {
                    *bin = bin.saturating_add(1);
                }
            }
        }
    }
    greys
}

fn square_statistics(counts: &[u32; BINS]) -> Square {
    let total: u32 = counts.iter().sum();
    let width = 256.0 / BINS as f32;
    let grey_of = |bin: f32| (bin + 0.5) * width;
    let at = |part: f32| -> f32 {
        let wanted = part * total as f32;
        let mut below = 0.0;
        for (bin, n) in counts.iter().enumerate() {
            let n = *n as f32;
            if below + n >= wanted && n > 0.0 {
                return (bin as f32 + (wanted - below) / n) * width;
            }
            below += n;
        }
        255.0
    };
    let paper = at(0.5).clamp(1.0, 255.0);
    // Weights of pixels that clearly differ from the paper.
    let (mut darker, mut brighter) = (0.0f32, 0.0f32);
    for (bin, n) in counts.iter().enumerate() {
        let away = grey_of(bin as f32) - paper;
        if away < -0.15 * paper {
            darker += -away * *n as f32;
        } else if away > 0.15 * (255.0 - paper).max(80.0) {
            brighter += away * *n as f32;
        }
    }
    let is_inverted = paper < 190.0 && brighter > 1.6 * darker;
    let depth = if is_inverted {
        (at(0.985) - paper) / (255.0 - paper).max(DARK_PAPER)
    } else {
        (paper - at(0.015)) / paper.max(DARK_PAPER)
    };
    Square { paper, depth: depth.clamp(MIN_LETTER_CONTRAST, 0.95), is_inverted }
}

/// Makes a square inverted exactly if most similar squares around it are, because panels are larger than
/// letters.
fn vote_inversion(squares: &[Square], columns: usize, rows: usize) -> Vec<Square> {
    let mut out = squares.to_vec();
    for row in 0..rows {
        for column in 0..columns {
            let mut inverted = 0i32;
            let here = squares.at(row * columns + column).paper;
            for r in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
                for c in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                    let other = squares.at(r * columns + c);
                    if (other.paper - here).abs() < 40.0 {
                        inverted += if other.is_inverted { 1 } else { -1 };
                    }
                }
            }
            if let Some(square) = out.get_mut(row * columns + column) {
                square.is_inverted = inverted > 0;
            }
        }
    }
    out
}
