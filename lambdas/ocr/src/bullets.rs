//! Finds list markers, which OCR reads as letters: bullets, dashes and check boxes.

use crate::connected_components::{Component, components_below};
use crate::pieces::Piece;
use crate::plane::Plane;

/// Grey level below which a pixel of a thin line is ink; letters are darker.
const PALE_INK: u8 = 215;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Dot,
    Dash,
    Frame,
}

/// The list markers. Each needs another of the same shape above or below.
pub(crate) fn bullets(
    flat: &Plane,
    components: &[Component],
    pieces: &[Piece],
    letter: usize,
) -> Vec<Component> {
    // At the ink threshold, thin frames would break into parts.
    let frames: Vec<Component> =
        components_below(flat, PALE_INK).into_iter().filter(|m| is_frame(flat, m, letter)).collect();
    let candidates: Vec<(Component, Shape)> = components
        .iter()
        .filter(|m| !frames.iter().any(|frame| is_within(m, frame)))
        .filter_map(|m| Some((*m, shape(flat, m, letter)?)))
        .chain(frames.iter().map(|frame| (*frame, Shape::Frame)))
        .filter(|(m, shape)| starts_a_line(m, *shape, components, pieces, letter))
        .collect();
    candidates
        .iter()
        .filter(|(component, shape)| {
            candidates.iter().any(|(other, same)| {
                other != component && same == shape && other.left.abs_diff(component.left) <= letter / 3
            })
        })
        .map(|(component, _)| *component)
        .collect()
}

fn shape(flat: &Plane, component: &Component, letter: usize) -> Option<Shape> {
    let (width, height) = (component.width(), component.height());
    let share = component.ink * 100 / (width * height);
    if is_about(width, height) && height * 100 >= letter * 14 && height * 10 <= letter * 7 && share >= 62 {
        return Some(Shape::Dot);
    }
    if width * 10 >= letter * 3
        && width <= letter * 2
        && height * 10 <= letter * 4
        && width * 10 >= height * 18
    {
        return Some(Shape::Dash);
    }
    is_frame(flat, component, letter).then_some(Shape::Frame)
}

fn is_about(a: usize, b: usize) -> bool {
    a.abs_diff(b) * 4 <= a.max(b) + 4
}

fn is_frame(flat: &Plane, component: &Component, letter: usize) -> bool {
    let (width, height) = (component.width(), component.height());
    is_about(width, height)
        && height * 10 >= letter * 6
        && height * 10 <= letter * 22
        && component.ink * 100 <= width * height * 55
        && has_four_sides(flat, component)
}

fn has_four_sides(flat: &Plane, component: &Component) -> bool {
    let (width, height) = (component.width(), component.height());
    let depth = (height / 6).max(2);
    let is_ink = |x: usize, y: usize| flat.data.get(y * flat.width + x).is_some_and(|grey| *grey < PALE_INK);
    let columns = component.left..=component.right;
    let rows = component.top..=component.bottom;
    let top = columns.clone().filter(|x| (0..depth).any(|d| is_ink(*x, component.top + d))).count();
    let bottom = columns.filter(|x| (0..depth).any(|d| is_ink(*x, component.bottom - d))).count();
    let left = rows.clone().filter(|y| (0..depth).any(|d| is_ink(component.left + d, *y))).count();
    let right = rows.filter(|y| (0..depth).any(|d| is_ink(component.right - d, *y))).count();
    let middle = (component.top + height / 3..=component.bottom - height / 3)
        .all(|y| (component.left + width / 3..=component.right - width / 3).all(|x| !is_ink(x, y)));
    let is_full = |n: usize, of: usize| n * 100 >= of * 80;
    let is_straight = |n: usize, of: usize| n * 100 >= of * 92;
    middle
        && is_full(top, width)
        && is_full(bottom, width)
        && is_full(left, height)
        && is_full(right, height)
        && (is_straight(top, width) || is_straight(left, height))
}

fn is_within(part: &Component, whole: &Component) -> bool {
    part.left >= whole.left
        && part.right <= whole.right
        && part.top >= whole.top
        && part.bottom <= whole.bottom
}

/// Whether print follows on the right at the same height, and none precedes.
fn starts_a_line(
    component: &Component,
    shape: Shape,
    components: &[Component],
    pieces: &[Piece],
    letter: usize,
) -> bool {
    let middle = (component.top + component.bottom) / 2;
    let line = pieces.iter().find(|p| {
        let third = p.height() / 4;
        let is_level = middle >= p.top + third / 2 && middle + third / 2 <= p.bottom;
        is_level
            && p.right > component.right
            && p.left <= component.right + letter * 4
            && p.left + letter >= component.left
    });
    let Some(line) = line else {
        return false;
    };
    let stands_apart = |other: &Component| {
        let shares = other.top <= line.bottom && other.bottom >= line.top;
        let is_same = is_within(other, component);
        // A dot very close to a letter belongs to the letter; a dash may be closer.
        let room = if shape == Shape::Dash { letter / 8 } else { letter / 6 };
        // Page edges and rules are not print.
        let is_print = other.height() <= letter * 6;
        let before = is_print && other.right + letter * 4 >= component.left && other.left < component.left;
        let touches = other.left >= component.left && other.left < component.right + room;
        is_same || !shares || !(before || touches) || other.ink < 6
    };
    components.iter().all(stands_apart)
}
