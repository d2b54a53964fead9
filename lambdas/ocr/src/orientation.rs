//! Detects page orientation. On an upright page letters are closer to horizontal neighbours, ascenders
//! outnumber descenders, and full stops are at the foot of letters.

use crate::connected_components::Component;

const FEWEST_LETTERS: usize = 60;
/// Tolerance of level edges, in percent of the letter height.
const LEVEL: usize = 12;
/// Minimum ratio of letters for and against turning the page.
const MIN_VOTE_RATIO: usize = 2;
const FEWEST_STOPS: usize = 4;

/// Clockwise quarter turns to upright. `letter` and `height` (of the image) are in pixels.
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
    if along >= FEWEST_LETTERS && along > across * MIN_VOTE_RATIO {
        let (up, down) = ascender_descender_counts(&sideways, letter);
        return if down > up { 3 } else { 1 };
    }
    let (up, down) = ascender_descender_counts(&letters, letter);
    let seems_turned =
        across > along * MIN_VOTE_RATIO && up + down >= FEWEST_LETTERS && down > up * MIN_VOTE_RATIO;
    if seems_turned && !has_stops_at_feet(components, &letters, letter) { 2 } else { 0 }
}

/// Whether full stops follow letters at their foot (upright) rather than precede them at their top (upside
/// down). Decides for pages with many descenders.
fn has_stops_at_feet(components: &[Component], letters: &[Component], letter: usize) -> bool {
    let mut letters = letters.to_vec();
    letters.sort_unstable_by_key(|c| c.left);
    let (mut at_feet, mut at_heads) = (0, 0);
    for stop in components.iter().filter(|c| is_stop(c, letter)) {
        // Letters are at most three heights wide.
        let first = letters.partition_point(|c| c.left + letter * 4 < stop.left);
        let near = || letters.iter().skip(first).take_while(|c| c.left <= stop.right + letter);
        let middle = stop.top.midpoint(stop.bottom);
        let is_close = |one: usize, two: usize| one.abs_diff(two) * 4 <= letter;
        let is_level = |c: &Component| middle + letter / 4 >= c.top && middle <= c.bottom + letter / 4;
        let is_before = |c: &&Component| c.right < stop.left && stop.left - c.right <= letter / 2;
        let is_behind = |c: &&Component| c.left > stop.right && c.left - stop.right <= letter / 2;
        let before = near().filter(is_before).find(|c| is_level(c));
        let behind = near().filter(is_behind).find(|c| is_level(c));
        // Skips hyphens and the dot of an "i".
        let is_over = |c: &Component| {
            let apart = c.top.max(stop.top).saturating_sub(c.bottom.min(stop.bottom));
            c.left <= stop.right && c.right >= stop.left && apart <= letter / 2
        };
        if near().any(is_over) {
            continue;
        }
        match (before, behind) {
            (Some(before), None) if is_close(middle, before.bottom) => at_feet += 1,
            (None, Some(behind)) if is_close(middle, behind.top) => at_heads += 1,
            _ => {}
        }
    }
    at_feet >= FEWEST_STOPS && at_feet > at_heads
}

fn is_stop(component: &Component, letter: usize) -> bool {
    let side = component.width().max(component.height());
    side * 5 <= letter * 2 && side * 12 >= letter
}

fn is_letter(component: &Component, letter: usize) -> bool {
    let (least, most) =
        (component.width().min(component.height()), component.width().max(component.height()));
    most * 5 >= letter * 3 && most <= letter * 3 && least * 8 >= letter
}

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

/// Numbers of pairs of neighbours with equal bottoms but different tops, and vice versa.
fn ascender_descender_counts(components: &[Component], letter: usize) -> (usize, usize) {
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

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: usize = 20;
    const PITCH: usize = 60;

    fn component(left: usize, top: usize, width: usize, height: usize) -> Component {
        Component {
            left,
            top,
            right: left + width - 1,
            bottom: top + height - 1,
            ink: width * height,
            seed: left,
        }
    }

    /// Lines where every second letter has a descender, optionally with a mark at this height.
    fn page(mark: Option<usize>, is_before: bool) -> Vec<Component> {
        let mut page = Vec::new();
        for top in (0..10).map(|line| line * PITCH) {
            page.extend(
                (0..12).map(|at| component(40 + at * 14, top, 10, if at % 2 == 0 { 14 } else { LETTER })),
            );
            let left = if is_before { 34 } else { 40 + 12 * 14 };
            page.extend(mark.map(|below| component(left, top + below, 3, 3)));
        }
        page
    }

    #[test]
    fn page_with_descenders_is_upright_only_with_stops_at_letter_feet() {
        for (mark, is_before, expected) in [
            (None, false, 2),
            // Before the letters, at their top: upside down.
            (Some(0), true, 2),
            (Some(LETTER - 3), false, 0),
        ] {
            assert_eq!(quarter_turns(&page(mark, is_before), LETTER, 10 * PITCH), expected, "{mark:?}");
        }
    }
}
