//! Groups letters into pieces of printed lines.

use crate::connected_components::Component;
use recipe::Span;

/// Part of a printed line without a wide gap. In pixels; `right` and `bottom` are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) right: usize,
    pub(crate) bottom: usize,
    pub(crate) letters: usize,
}

impl Piece {
    fn of(component: &Component) -> Self {
        Self {
            left: component.left,
            top: component.top,
            right: component.right + 1,
            bottom: component.bottom + 1,
            letters: 1,
        }
    }

    pub(crate) fn height(&self) -> usize {
        self.bottom - self.top
    }

    pub(crate) fn middle(&self) -> usize {
        (self.top + self.bottom) / 2
    }

    pub(crate) fn join(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
        self.letters += other.letters;
    }

    pub(crate) fn is_level_with(&self, other: &Self) -> bool {
        let shared = self.bottom.min(other.bottom).saturating_sub(self.top.max(other.top));
        shared * 5 >= self.height().min(other.height()) * 2
    }
}

pub(crate) fn pieces(components: &[Component], letter: usize) -> Vec<Piece> {
    let like: Vec<&Component> = components.iter().filter(|m| is_letter(m, letter)).collect();
    let is_tall = |m: &Component| m.height() > letter * TALL;
    let letters: Vec<Piece> = like
        .iter()
        .filter(|m| !is_tall(m) || has_company(m, &like))
        .map(|component| Piece::of(component))
        .collect();
    let close = |a: &Piece, b: &Piece| {
        let (small, large) = (a.height().min(b.height()), a.height().max(b.height()));
        large <= 3 * small && gap(a, b) <= (large * 13 / 10).max(letter)
    };
    // The usual word gap: a typewriter's is as wide as a letter.
    let blank = usual_word_gap(&letters, letter);
    let joined = joined(letters, |a, b| close(a, b) || gap(a, b) * 10 <= blank * 17);
    let is_words = |p: &Piece| p.letters >= 3 || p.right - p.left >= 3 * letter;
    let (mut words, few): (Vec<Piece>, Vec<Piece>) = joined.into_iter().partition(is_words);
    let mut amounts: Vec<Piece> = Vec::new();
    for component in few {
        let nearest = words
            .iter()
            .enumerate()
            .filter(|(_, w)| {
                w.is_level_with(&component)
                    && gap(w, &component) <= 4 * letter
                    && component.height() <= 3 * w.height()
            })
            // Prefers the piece after a number.
            .min_by_key(|(_, w)| gap(w, &component) + if w.left < component.left { letter } else { 0 })
            .map(|(index, _)| index);
        if let Some(word) = nearest.and_then(|index| words.get_mut(index)) {
            word.join(&component);
        } else if is_in_column(&component, &words, letter) {
            amounts.push(component);
        }
    }
    words.extend(amounts);
    words
}

/// Whether a short piece starts a row in a column of amounts.
fn is_in_column(piece: &Piece, words: &[Piece], letter: usize) -> bool {
    let below = words.iter().filter(|word| word.left.abs_diff(piece.left) * 2 <= letter);
    below.take(MIN_AMOUNTS).count() == MIN_AMOUNTS
        && words.iter().any(|word| word.left > piece.right && word.is_level_with(piece))
}

/// Minimum number of other rows in a column of amounts.
const MIN_AMOUNTS: usize = 2;

/// Limits in letter heights. A component above `TALL` needs similar neighbours; one above `TALLEST` is not a letter.
const TALL: usize = 5;
const TALLEST: usize = 11;

fn has_company(component: &Component, letters: &[&Component]) -> bool {
    let own = Piece::of(component);
    let beside = letters.iter().filter(|other| {
        let piece = Piece::of(other);
        piece != own
            && piece.is_level_with(&own)
            && piece.height() * 2 >= own.height()
            && piece.height() <= own.height() * 2
            && gap(&piece, &own) <= own.height()
    });
    beside.take(2).count() == 2
}

fn is_letter(component: &Component, letter: usize) -> bool {
    let (width, height) = (component.width(), component.height());
    let share = component.ink * 100 / (width * height);
    // Touching letters form one component.
    let is_sized = height * 20 >= letter * 9
        && height <= letter * TALLEST
        && width <= height * 12
        && height <= width * 16;
    is_sized && share >= 10 && (share <= 85 || width * 2 <= height * 3)
}

fn gap(a: &Piece, b: &Piece) -> usize {
    a.left.max(b.left).saturating_sub(a.right.min(b.right))
}

/// Usual gap between words, at most three letter heights.
fn usual_word_gap(letters: &[Piece], letter: usize) -> usize {
    let mut row: Vec<&Piece> = letters.iter().collect();
    let strip = letter * 3 / 2;
    row.sort_unstable_by_key(|p| (p.bottom / strip.max(1), p.left));
    let mut blanks: Vec<usize> = row
        .array_windows()
        .filter(|[piece, next]| piece.is_level_with(next))
        .map(|[piece, next]| gap(piece, next))
        .filter(|blank| *blank * 10 >= letter * 4 && *blank <= letter * 3)
        .collect();
    blanks.sort_unstable();
    blanks.get(blanks.len() / 2).copied().unwrap_or(0)
}

fn joined(pieces: Vec<Piece>, belong: impl Fn(&Piece, &Piece) -> bool) -> Vec<Piece> {
    let mut pieces = pieces;
    pieces.sort_unstable_by_key(|p| p.left);
    // Candidates by strip of rows. A piece joins the candidate that ends nearest before it.
    let strip = pieces.iter().map(Piece::height).max().unwrap_or(1).max(1);
    let rows = pieces.iter().map(|p| p.bottom / strip + 1).max().unwrap_or(0);
    let mut lines: Vec<Piece> = Vec::new();
    let mut last: Vec<Piece> = Vec::new();
    let mut open: Vec<Vec<usize>> = vec![Vec::new(); rows + 1];
    for piece in pieces {
        let row = piece.middle() / strip;
        let near = row.saturating_sub(1)..=(row + 1).min(rows);
        let found = near
            .filter_map(|r| open.get(r))
            .flatten()
            .filter_map(|i| Some((*i, last.get(*i)?)))
            .filter(|(_, end)| end.is_level_with(&piece) && belong(end, &piece))
            .min_by_key(|(_, end)| (gap(end, &piece), end.middle().abs_diff(piece.middle())))
            .map(|(index, _)| index);
        let index = if let Some(index) = found
            && let (Some(line), Some(end)) = (lines.get_mut(index), last.get_mut(index))
        {
            line.join(&piece);
            *end = piece;
            index
        } else {
            lines.push(piece);
            last.push(piece);
            lines.len() - 1
        };
        for near in open.get_mut_or_empty(row.saturating_sub(1)..=(row + 1).min(rows)) {
            near.retain(|i| {
                *i != index && last.get(*i).is_some_and(|end| end.right + 8 * strip >= piece.left)
            });
        }
        if let Some(here) = open.get_mut(row) {
            here.push(index);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digit_in_a_column_of_amounts_is_a_piece() {
        let letter = |left: usize, row: usize| Component {
            left,
            top: 100 + 50 * row,
            right: left + 14,
            bottom: 121 + 50 * row,
            ink: 150,
            seed: left,
        };
        let word = |left: usize, row: usize| (0..4).map(move |at| letter(left + 18 * at, row));
        let mut components: Vec<Component> =
            (0..3).flat_map(|row| word(20, row).chain(word(400, row))).chain(word(400, 3)).collect();
        let rows = pieces(&components, 22).len();
        components.push(letter(20, 3));
        assert_eq!(pieces(&components, 22).len(), rows + 1);
        components.push(letter(200, 2));
        assert_eq!(pieces(&components, 22).len(), rows + 1);
    }
}
