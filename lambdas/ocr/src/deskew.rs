//! Estimates rotation and perspective from print: text lines are horizontal, and their left ends form
//! vertical lines.
//!
//! With `u` and `w` from the image centre, the line at height `v` is `w = v + (slope + fan * v) * u`, so `v =
//! (w - slope * u) / (1 + fan * u)`: a projection. For left ends, the axes are swapped.

use crate::connected_components::Component;
use crate::projection::Projection;
use recipe::Span;

const MAX_SLOPE: f64 = 0.28;
const FEWEST_LETTERS: usize = 30;
const MAX_POINTS: usize = 4_000;

/// Projection from the image to the straight page, both relative to the image centre; `None` with few letters.
pub(crate) fn deskew(
    components: &[Component],
    letter: usize,
    width: usize,
    height: usize,
) -> Option<Projection> {
    let letters = letters_of_words(components, letter);
    if letters.len() < FEWEST_LETTERS {
        return None;
    }
    let (middle_x, middle_y) = (width as f64 / 2.0, height as f64 / 2.0);
    let step = letters.len().div_ceil(MAX_POINTS);
    let bottoms: Vec<(f64, f64)> = letters
        .iter()
        .step_by(step)
        .map(|m| {
            let x = (m.left + m.right) as f64 / 2.0 - middle_x;
            (x, m.bottom as f64 - middle_y)
        })
        .collect();
    let fine = (letter as f64 / 6.0).max(1.0);
    let reach = middle_x.max(1.0);
    let (slope, fan) = best(&bottoms, fine, reach, 0.0, MAX_SLOPE);
    let level = Projection([1.0, 0.0, 0.0, -slope, 1.0, 0.0, fan, 0.0, 1.0]);

    let starts: Vec<(f64, f64)> = starts_of_lines(&letters, letter)
        .into_iter()
        .map(|(x, y)| level.apply(x - middle_x, y - middle_y))
        .map(|(x, y)| (y, x))
        .collect();
    // With rotation but no perspective, verticals have the negated slope of the lines.
    let (lean, narrowing) = if starts.len() >= 6 {
        best(&starts, fine * 1.5, middle_y.max(1.0), -slope, 0.09)
    } else {
        (-slope, 0.0)
    };
    let upright = Projection([1.0, -lean, 0.0, 0.0, 1.0, 0.0, 0.0, narrowing, 1.0]);
    Some(level.then(&upright))
}

/// Slope and fan with the best score. `along` is the greatest distance from the centre.
fn best(points: &[(f64, f64)], fine: f64, along: f64, around: f64, most: f64) -> (f64, f64) {
    // Moves the farthest point by half of `fine`, unless clamped.
    let step = (fine / along / 2.0).clamp(0.0004, 0.01);
    let mut score = LineScore::new(points, fine);
    let coarse = (step * 4.0).max(0.004);
    let count = (most / coarse).ceil() as i32;
    let mut slope = around;
    let mut top = f64::MIN;
    for i in -count..=count {
        let candidate = around + f64::from(i) * coarse;
        // If the print is inconclusive, prefer a straight page.
        let value =
            score.of(candidate, 0.0, fine * 2.5) * (1.0 - 0.1 * f64::from(i.abs()) / f64::from(count));
        if value > top {
            (top, slope) = (value, candidate);
        }
    }
    let mut fan = 0.0;
    let fan_step = step / along;
    let mut width = fine * 2.0;
    for round in 0..4 {
        let reach = f64::from(8 >> round);
        let mut top = score.of(slope, fan, width) * 1.002;
        let (from_slope, from_fan) = (slope, fan);
        let reach_fan = reach * 6.0;
        for s in -4..=4 {
            for f in -4..=4 {
                let candidate = (
                    from_slope + f64::from(s) * step * reach / 4.0,
                    from_fan + f64::from(f) * fan_step * reach_fan / 4.0,
                );
                if (candidate.1 * along).abs() > 0.35 {
                    continue;
                }
                let value = score.of(candidate.0, candidate.1, width);
                if value > top {
                    (top, (slope, fan)) = (value, candidate);
                }
            }
        }
        width = (width * 0.8).max(fine);
    }
    (slope, fan)
}

struct LineScore<'a> {
    points: &'a [(f64, f64)],
    lowest: f64,
    highest: f64,
    counts: Vec<u32>,
}

impl<'a> LineScore<'a> {
    fn new(points: &'a [(f64, f64)], fine: f64) -> Self {
        let reach = points.iter().map(|p| p.1.abs() + p.0.abs() * 0.5).fold(1.0, f64::max) * 1.6;
        let bins = (2.0 * reach / fine.max(0.25)) as usize + 3;
        Self { points, lowest: -reach, highest: reach, counts: vec![0; bins.min(400_000)] }
    }

    /// Sum of squared point counts per strip of `thickness`, over two grids shifted by half a strip.
    fn of(&mut self, slope: f64, fan: f64, thickness: f64) -> f64 {
        let mut sum = 0.0;
        for offset in [0.0, 0.5] {
            self.counts.fill(0);
            for (u, w) in self.points {
                let depth = (1.0 + fan * u).max(0.2);
                let at = ((w - slope * u) / depth).clamp(self.lowest, self.highest) - self.lowest;
                let bin = (at / thickness + offset) as usize;
                if let Some(count) = self.counts.get_mut(bin) {
                    *count += 1;
                }
            }
            sum += self.counts.iter().map(|n| f64::from(*n) * f64::from(*n)).sum::<f64>();
        }
        sum
    }
}

/// Components that have a similar neighbour.
fn letters_of_words(components: &[Component], letter: usize) -> Vec<Component> {
    let like: Vec<Component> = components
        .iter()
        .filter(|m| {
            let height = m.height();
            height * 2 >= letter && height <= letter * 3 && m.width() <= letter * 4
        })
        .copied()
        .collect();
    let neighbours = Neighbours::new(&like, letter);
    like.iter()
        .filter(|m| neighbours.beside(m, 2 * letter, true) || neighbours.beside(m, 2 * letter, false))
        .copied()
        .collect()
}

/// Letters with a letter on the right and space on the left.
fn starts_of_lines(letters: &[Component], letter: usize) -> Vec<(f64, f64)> {
    let neighbours = Neighbours::new(letters, letter);
    letters
        .iter()
        .filter(|m| !neighbours.beside(m, 3 * letter, false) && neighbours.beside(m, 2 * letter, true))
        .map(|m| (m.left as f64, (m.top + m.bottom) as f64 / 2.0))
        .collect()
}

struct Neighbours<'a> {
    components: &'a [Component],
    strips: Vec<Vec<usize>>,
    strip: usize,
}

impl<'a> Neighbours<'a> {
    fn new(components: &'a [Component], letter: usize) -> Self {
        let strip = (letter * 2).max(8);
        let rows = components.iter().map(|m| m.bottom / strip + 1).max().unwrap_or(0);
        let mut strips = vec![Vec::new(); rows];
        for (index, component) in components.iter().enumerate() {
            if let Some(strip) = strips.get_mut((component.top + component.bottom) / 2 / strip) {
                strip.push(index);
            }
        }
        for indices in &mut strips {
            indices.sort_unstable_by_key(|i| components.get(*i).map(|component| component.left));
        }
        Self { components, strips, strip }
    }

    /// Whether a component of similar height is within `reach` pixels on one side.
    fn beside(&self, component: &Component, reach: usize, right: bool) -> bool {
        let middle = (component.top + component.bottom) / 2;
        let strip = middle / self.strip;
        let last = (strip + 1).min(self.strips.len().saturating_sub(1));
        (strip.saturating_sub(1)..=last).any(|s| {
            let indices = self.strips.get(s).map_or(&[][..], Vec::as_slice);
            let component_at = |i: &usize| self.components.get(*i);
            // The list is sorted by left edge. The search starts early enough for the widest component.
            let from = indices.partition_point(|i| {
                component_at(i).is_some_and(|o| o.left + reach + 4 * self.strip < component.left)
            });
            indices
                .span(from..)
                .iter()
                .filter_map(component_at)
                .take_while(|o| o.left <= component.right + reach)
                .any(|other| {
                    let is_there = if right {
                        other.left > component.left
                            && other.right > component.right
                            && other.left <= component.right + reach
                    } else {
                        other.right < component.right
                            && other.left < component.left
                            && other.right + reach >= component.left
                    };
                    let level = (other.top + other.bottom) / 2;
                    is_there
                        && level.abs_diff(middle) <= component.height().max(other.height()) * 2 / 3
                        && other.height() * 5 >= component.height() * 2
                        && other.height() * 2 <= component.height() * 5
                })
        })
    }
}
