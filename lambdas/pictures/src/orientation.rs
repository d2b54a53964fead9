//! Which way up a page is, told from its letters: they stand closer beside each other than below each other, and more of
//! them reach up above their neighbours than down below the line they stand on.

use crate::connected_components::Component;

/// Fewer letters with a neighbour say nothing.
const FEWEST_LETTERS: usize = 60;
/// Of letters beside each other, in percent of their height: edges so close are level.
const LEVEL: usize = 12;
/// A page is only turned where so many times more letters say so than say that it is right.
const SURELY: usize = 2;

/// How many quarter turns clockwise make the page upright. `letter` is how high most letters are, `height` how high the
/// picture is, in pixels.
pub(crate) fn quarter_turns(components: &[Component], letter: usize, height: usize) -> u8 {
    let letters: Vec<Component> = components.iter().filter(|c| is_letter(c, letter)).copied().collect();
    let sideways: Vec<Component> = letters.iter().map(|c| turned_clockwise(c, height)).collect();
    let (mut across, mut along) = (0usize, 0usize);
    for (beside, below) in next_beside(&letters, letter).iter().zip(next_beside(&sideways, letter)) {
        match (beside, below) {
            (Some((_, one)), Some((_, two))) if one < &two => across += 1,
            (Some((_, one)), Some((_, two))) if one > &two => along += 1,
            (Some(_), None) => across += 1,
            (None, Some(_)) => along += 1,
            _ => {}
        }
    }
    if along >= FEWEST_LETTERS && along > across * SURELY {
        let (up, down) = reaching(&sideways, letter);
        return if down > up { 3 } else { 1 };
    }
    let (up, down) = reaching(&letters, letter);
    if across > along * SURELY && up + down >= FEWEST_LETTERS && down > up * SURELY { 2 } else { 0 }
}

fn is_letter(component: &Component, letter: usize) -> bool {
    let (least, most) =
        (component.width().min(component.height()), component.width().max(component.height()));
    most * 5 >= letter * 3 && most <= letter * 3 && least * 8 >= letter
}

/// Where a component lies once the picture, `height` pixels high, is turned by a quarter clockwise.
fn turned_clockwise(component: &Component, height: usize) -> Component {
    let last = height.saturating_sub(1);
    Component {
        left: last.saturating_sub(component.bottom),
        right: last.saturating_sub(component.top),
        top: component.left,
        bottom: component.right,
        ..*component
    }
}

/// Of each component the nearest that stands level with it at its right, and how many pixels away, if within two letters.
fn next_beside(components: &[Component], letter: usize) -> Vec<Option<(usize, usize)>> {
    let mut order: Vec<(usize, &Component)> = components.iter().enumerate().collect();
    order.sort_unstable_by_key(|(_, c)| c.left);
    let mut found = vec![None; components.len()];
    for (place, (index, component)) in order.iter().enumerate() {
        let nearest = order
            .iter()
            .skip(place + 1)
            .take_while(|(_, other)| other.left <= component.right + letter * 2)
            .filter(|(_, other)| {
                let shared =
                    (component.bottom.min(other.bottom) + 1).saturating_sub(component.top.max(other.top));
                other.left > component.left.midpoint(component.right)
                    && shared * 5 >= component.height().min(other.height()) * 2
            })
            .map(|(other, found)| (*other, found.left.saturating_sub(component.right)))
            .min_by_key(|(_, gap)| *gap);
        if let Some(slot) = found.get_mut(*index) {
            *slot = nearest;
        }
    }
    found
}

/// How many pairs of neighbours stand on one line and differ in height above it, and how many the other way round.
fn reaching(components: &[Component], letter: usize) -> (usize, usize) {
    let (mut up, mut down) = (0, 0);
    for (component, next) in components.iter().zip(next_beside(components, letter)) {
        let Some(next) = next.and_then(|(index, _)| components.get(index)) else { continue };
        let within = component.height().max(next.height()) * LEVEL / 100 + 1;
        let is_level = |one: usize, two: usize| one.abs_diff(two) <= within;
        match (is_level(component.top, next.top), is_level(component.bottom, next.bottom)) {
            (false, true) => up += 1,
            (true, false) => down += 1,
            _ => {}
        }
    }
    (up, down)
}
