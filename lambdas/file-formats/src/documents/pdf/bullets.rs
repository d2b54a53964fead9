//! Finds bullets that are drawn as shapes, as browsers print them.

use hayro::kurbo::Rect;
use recipe::Span;

use super::glyphs::{Letter, Letters};

/// Maximum number of letters at the height of a dot that are examined.
const MAX_LETTERS_BESIDE: usize = 5_000;
/// Side of a bullet, in font sizes of its line.
const MIN_BULLET: f64 = 0.2;
const MAX_BULLET: f64 = 1.2;
/// Maximum distance between a bullet and its line, and minimum distance of other text before it, in font sizes.
const MAX_DISTANCE: f64 = 2.5;
/// Minimum number of bullets of the same size.
const MIN_BULLETS: usize = 2;
/// Maximum difference between the sides of bullets of the same size, in points.
const SAME_SIDE: f64 = 0.3;

/// Adds a bullet for each dot at the start of a line.
pub(super) fn add(page: &mut Letters) {
    page.glyphs.sort_by(|a, b| a.base.total_cmp(&b.base));
    let mut bullets: Vec<Letter> = page.dots.iter().filter_map(|dot| bullet(*dot, &page.glyphs)).collect();
    bullets.dedup_by(|a, b| a.left == b.left && a.base == b.base);
    let side = |bullet: &Letter| bullet.right - bullet.left;
    let is_repeated = |one: &Letter| {
        bullets.iter().filter(|other| (side(one) - side(other)).abs() <= SAME_SIDE).count() >= MIN_BULLETS
    };
    let repeated: Vec<Letter> = bullets.iter().filter(|bullet| is_repeated(bullet)).cloned().collect();
    page.glyphs.extend(repeated);
}

/// The bullet that `dot` is, if a line of text begins behind it. `letters` are sorted by baseline.
fn bullet(dot: Rect, letters: &[Letter]) -> Option<Letter> {
    let (centre, side) = (dot.center().y, dot.width().max(dot.height()));
    let start = letters.partition_point(|letter| letter.base < centre);
    let beside = letters.span(start..).iter().take_while(|letter| letter.base - centre < side / MIN_BULLET);
    let beside: Vec<&Letter> = beside
        .take(MAX_LETTERS_BESIDE)
        .filter(|letter| {
            (MIN_BULLET * letter.size..=MAX_BULLET * letter.size).contains(&side)
                && letter.base - centre < 0.8 * letter.size
                && !letter.text.trim().is_empty()
        })
        .collect();
    let behind = beside.iter().filter(|letter| letter.left >= dot.x1);
    let first = behind.min_by(|a, b| a.left.total_cmp(&b.left))?;
    let reach = MAX_DISTANCE * first.size;
    let is_first = beside.iter().all(|letter| letter.left >= dot.x1 || letter.right < dot.x0 - reach);
    (first.left - dot.x1 <= reach && is_first).then(|| Letter {
        text: "•".to_owned(),
        left: dot.x0,
        right: dot.x1,
        ..(*first).clone()
    })
}
