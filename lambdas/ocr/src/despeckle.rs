//! Removes everything but text from a flattened page: rules, frames, photos and noise.

use crate::connected_components::{Component, INK};
use crate::pieces::Piece;
use crate::plane::Plane;
use recipe::Span;

/// Maximum distance of an amount and its item in a table, in letter heights.
const MAX_APART: usize = 16;
/// Maximum width of a label such as "Preparation time", in letter heights.
const WIDEST_NAME: usize = 14;

/// Inverts white print in dark discs and bars; returns whether it found any.
pub(crate) fn invert_dark_shapes(flat: &mut Plane, components: &[Component], letter: usize) -> bool {
    let shapes: Vec<&Component> = components.iter().filter(|m| is_dark_shape(flat, m, letter)).collect();
    let mut any = false;
    for component in &shapes {
        // Bold letters are also filled, but have similar neighbours.
        let has_company = components.iter().any(|other| {
            let gap = other.left.max(component.left).saturating_sub(other.right.min(component.right));
            other != *component
                && gap < 2 * component.height()
                && other.bottom > component.top
                && other.top < component.bottom
                && other.height() * 10 >= component.height() * 6
                && other.height() * 10 <= component.height() * 17
                && other.width() * 5 >= other.height()
                && !shapes.contains(&other)
        });
        if !has_company {
            any = true;
            for y in component.top..=component.bottom {
                invert_row(
                    flat.data
                        .get_mut_or_empty(y * flat.width..)
                        .get_mut_or_empty(component.left..=component.right),
                );
            }
        }
    }
    any
}

fn is_dark_shape(flat: &Plane, component: &Component, letter: usize) -> bool {
    let (width, height) = (component.width(), component.height());
    let is_sized = height * 10 >= letter * 14 && height <= letter * 8 && width * 10 >= height * 8;
    // A bar holds many letters. A disc or square holds one or two, and stays mostly dark.
    let least = if width > height * 3 { 45 } else { 62 };
    if !is_sized || component.ink * 100 < width * height * least {
        return false;
    }
    // Unlike words, shapes have unbroken dark edges at top and bottom.
    let edge = (height / 10).max(1);
    let rows = (component.top..component.top + edge).chain(component.bottom + 1 - edge..=component.bottom);
    let (mut dark, mut wide) = (0, 0);
    let reached: usize =
        (component.top..=component.bottom).map(|y| extent(flat, component, y).map_or(0, |e| e.len())).sum();
    for y in rows {
        if let Some(extent) = extent(flat, component, y) {
            wide += extent.len();
            let row = flat.data.span(y * flat.width..).span(component.left..=component.right);
            dark += row.span(extent).iter().filter(|v| **v < 128).count();
        }
    }
    // A disc fills over three quarters of its square; an open letter fills less.
    reached * 100 >= width * height * 73
        && dark * 100 >= wide * 95
        && (width <= height * 3 || wide * 10 >= width * edge * 2 * 7)
}

/// Range from the first to the last dark pixel of row `y`, relative to the component.
fn extent(flat: &Plane, component: &Component, y: usize) -> Option<std::ops::Range<usize>> {
    let row = flat.data.span(y * flat.width..).span(component.left..=component.right);
    let is_dark = |v: &u8| *v < 128;
    Some(row.iter().position(is_dark)?..row.iter().rposition(is_dark)? + 1)
}

fn invert_row(row: &mut [u8]) {
    let is_dark = |v: &u8| *v < 128;
    if let (Some(first), Some(last)) = (row.iter().position(is_dark), row.iter().rposition(is_dark)) {
        // Whiten the shape's blurred edge.
        for value in row.get_mut_or_empty(..first).iter_mut().rev().take(2) {
            *value = 255;
        }
        for value in row.get_mut_or_empty(last + 1..).iter_mut().take(2) {
            *value = 255;
        }
        for value in row.get_mut_or_empty(first..=last) {
            *value = 255 - *value;
        }
    }
}

fn is_within_print(component: &Component, pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| {
        piece.letters >= 3
            && piece.left <= component.left
            && piece.right > component.right
            && piece.top <= component.top
            && piece.bottom > component.bottom
    })
}

/// Whether a single digit is in a column of amounts, level with print on its right.
fn is_in_column(component: &Component, pieces: &[Piece], letter: usize) -> bool {
    let middle = (component.top + component.bottom) / 2;
    let is_level = |piece: &Piece| {
        piece.left > component.right
            && piece.left <= component.right + letter * MAX_APART
            && piece.top < middle
            && piece.bottom > middle
    };
    let is_in_line = |piece: &&Piece| piece.left.abs_diff(component.left) * 2 <= letter;
    is_figure(component, letter)
        && pieces.iter().any(is_level)
        && pieces.iter().filter(is_in_line).nth(1).is_some()
}

/// Whether a single digit is above or below its label, as in "4" and "Serves".
fn is_below_name(component: &Component, pieces: &[Piece], letter: usize) -> bool {
    let middle = (component.left + component.right) / 2;
    let is_name = |piece: &&Piece| {
        let gap = piece.top.max(component.top).saturating_sub(piece.bottom.min(component.bottom));
        let is_narrow = piece.right - piece.left <= letter * WIDEST_NAME;
        piece.letters >= 3 && is_narrow && piece.left <= middle && piece.right > middle && gap <= letter * 2
    };
    let has_others = |name: &&Piece| {
        pieces.iter().any(|other| {
            other != *name
                && other.is_level_with(name)
                && other.right - other.left <= letter * WIDEST_NAME
                && other.height() * 2 <= name.height() * 3
                && name.height() * 2 <= other.height() * 3
        })
    };
    is_figure(component, letter) && pieces.iter().filter(is_name).any(|name| has_others(&name))
}

fn is_figure(component: &Component, letter: usize) -> bool {
    let (width, height) = (component.width(), component.height());
    height * 10 >= letter * 7 && height * 10 <= letter * 17 && width * 2 <= letter * 3
}

pub(crate) fn despeckle(
    flat: &mut Plane,
    components: &[Component],
    bullets: &[Component],
    pieces: &[Piece],
    letter: usize,
) {
    for bullet in bullets {
        blank(flat, bullet);
    }
    let near = PrintMap::new(flat, pieces, letter);
    for component in components {
        let (width, height) = (component.width(), component.height());
        let is_rule = width > letter * 8 && height * 10 < letter * 6;
        let is_large = (height > letter * 6 || width > letter * 60) && !is_within_print(component, pieces);
        if is_rule && height * 3 < letter {
            // Not by flood fill, because a rule may touch letters.
            blank(flat, component);
        } else if is_large || is_rule {
            flood(flat, component);
        } else if !near.holds(component)
            && !is_in_column(component, pieces, letter)
            && !is_below_name(component, pieces, letter)
        {
            blank(flat, component);
        }
    }
}

fn blank(flat: &mut Plane, component: &Component) {
    let right = (component.right + 2).min(flat.width);
    for y in component.top.saturating_sub(1)..(component.bottom + 2).min(flat.height) {
        flat.data
            .get_mut_or_empty(y * flat.width..)
            .get_mut_or_empty(component.left.saturating_sub(1)..right)
            .fill(255);
    }
}

fn flood(flat: &mut Plane, component: &Component) {
    let mut open = vec![(component.seed, component.top)];
    while let Some((x, y)) = open.pop() {
        let row = flat.data.get_mut_or_empty(y * flat.width..(y + 1) * flat.width);
        if row.get(x).is_none_or(|v| *v >= INK) {
            continue;
        }
        let start = row.span(..x).iter().rposition(|v| *v >= INK).map_or(0, |at| at + 1);
        let end = row.span(x..).iter().position(|v| *v >= INK).map_or(flat.width, |n| x + n);
        row.get_mut_or_empty(start..end).fill(255);
        for next in [y.checked_sub(1), Some(y + 1)].into_iter().flatten().filter(|n| *n < flat.height) {
            let other = flat.data.span(next * flat.width..(next + 1) * flat.width);
            let mut at = start;
            while at < end {
                if other.get(at).is_some_and(|v| *v < INK) {
                    open.push((at, next));
                    at += other.span(at..end).iter().position(|v| *v >= INK).unwrap_or(end - at);
                }
                at += 1;
            }
        }
    }
}

struct PrintMap {
    side: usize,
    columns: usize,
    is_near: Vec<bool>,
}

impl PrintMap {
    fn new(flat: &Plane, pieces: &[Piece], letter: usize) -> Self {
        let side = (letter / 4).max(1);
        let (columns, rows) = (flat.width.div_ceil(side), flat.height.div_ceil(side));
        let mut is_near = vec![false; columns * rows];
        for piece in pieces {
            let (across, up) = (letter * 5 / 2, letter / 2);
            let left = piece.left.saturating_sub(across) / side;
            let right = ((piece.right + across) / side).min(columns - 1);
            let bottom = ((piece.bottom + up) / side).min(rows - 1);
            for row in piece.top.saturating_sub(up) / side..=bottom {
                is_near.get_mut_or_empty(row * columns..).get_mut_or_empty(left..=right).fill(true);
            }
        }
        Self { side, columns, is_near }
    }

    fn holds(&self, component: &Component) -> bool {
        let column = (component.left + component.right) / 2 / self.side;
        let row = (component.top + component.bottom) / 2 / self.side;
        self.is_near.get(row * self.columns + column) == Some(&true)
    }
}
