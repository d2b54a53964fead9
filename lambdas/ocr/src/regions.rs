//! Finds columns and boxes by recursive cuts along gutters between print.

use crate::pieces::Piece;
use recipe::Span;

const MAX_DEPTH: usize = 10;
/// Maximum pieces; a page with more is one region.
const MAX_PIECES: usize = 3_000;

pub(crate) fn regions(pieces: Vec<Piece>, letter: usize) -> Vec<Vec<Piece>> {
    let mut out = Vec::new();
    if pieces.len() > MAX_PIECES {
        out.push(pieces);
        return out;
    }
    cut(pieces, letter, 0, &mut out);
    out
}

fn cut(pieces: Vec<Piece>, letter: usize, depth: usize, out: &mut Vec<Vec<Piece>>) {
    if pieces.is_empty() {
        return;
    }
    let gutter = if depth < MAX_DEPTH { gutter(&pieces, letter) } else { None };
    let Some(gutter) = gutter.map(|gutter| gutter.above_next_heading(&pieces)) else {
        out.push(pieces);
        return;
    };
    let [mut above, mut left, mut right, mut below] = [const { Vec::new() }; 4];
    for piece in pieces {
        let middle = piece.middle();
        if middle < gutter.top {
            above.push(piece);
        } else if middle >= gutter.bottom {
            below.push(piece);
        } else if piece.right <= gutter.left {
            left.push(piece);
        } else {
            right.push(piece);
        }
    }
    for part in [above, left, right, below] {
        cut(part, letter, depth + 1, out);
    }
}

#[derive(Clone, Copy)]
struct Gutter {
    left: usize,
    top: usize,
    bottom: usize,
    /// Score: height that both columns share, times width of the strip.
    worth: usize,
}

fn gutter(pieces: &[Piece], letter: usize) -> Option<Gutter> {
    let mut edges: Vec<usize> = pieces.iter().map(|p| p.right).collect();
    // Of similar edges, keeps the rightmost, because longer lines cross the others.
    edges.sort_unstable_by(|a, b| b.cmp(a));
    edges.dedup_by(|next, kept| *next + letter / 6 >= *kept);
    let mut by_top: Vec<&Piece> = pieces.iter().collect();
    by_top.sort_unstable_by_key(|p| p.top);
    let best = edges.into_iter().flat_map(|edge| strips(&by_top, edge, letter)).max_by_key(|g| g.worth)?;
    Some(best.extended_gutter(&by_top, letter))
}

impl Gutter {
    /// Extends the gutter past longer lines of the left column that end before the right one.
    fn extended_gutter(self, by_top: &[&Piece], letter: usize) -> Self {
        let is_beside =
            |p: &&&Piece| p.left >= self.left && p.middle() >= self.top && p.middle() < self.bottom;
        let Some(right) = by_top.iter().filter(is_beside).map(|p| p.left).min() else { return self };
        let reach = right.saturating_sub(letter * 2);
        let longer = by_top
            .iter()
            .filter(|p| p.left < self.left && p.right > self.left && p.right <= reach && p.top >= self.top)
            .map(|p| p.right)
            .max();
        longer
            .into_iter()
            .flat_map(|edge| strips(by_top, edge, letter))
            .find(|wider| wider.top <= self.top && wider.bottom > self.bottom)
            .map_or(self, |wider| Self { top: self.top, ..wider })
    }

    /// Shortens the gutter above a heading that belongs to the content below.
    fn above_next_heading(self, pieces: &[Piece]) -> Self {
        if !pieces.iter().any(|p| p.middle() >= self.bottom) {
            return self;
        }
        let is_beside = |p: &&Piece| p.middle() >= self.top && p.middle() < self.bottom;
        let (left, right): (Vec<&Piece>, Vec<&Piece>) =
            pieces.iter().filter(is_beside).partition(|p| p.right <= self.left);
        let end = |side: &[&Piece]| side.iter().map(|p| p.bottom).max().unwrap_or(0);
        let shorter = end(&left).min(end(&right));
        let mut longer = if end(&left) > shorter { left } else { right };
        longer.sort_unstable_by_key(|p| p.top);
        let blank = |upper: &Piece, lower: &Piece| lower.top.saturating_sub(upper.bottom);
        let mut blanks: Vec<usize> =
            longer.array_windows().map(|[upper, lower]| blank(upper, lower)).filter(|b| *b > 0).collect();
        blanks.sort_unstable();
        let Some(usual) = blanks.get(blanks.len() / 2).copied() else { return self };
        let below = longer.iter().filter(|p| p.top >= shorter).count();
        if below == 0 || below > MAX_HEADING_LINES {
            return self;
        }
        longer
            .array_windows()
            .find(|[upper, lower]| lower.top >= shorter && blank(upper, lower) * 10 > usual * 18)
            .map_or(self, |[_, heading]| Self { bottom: heading.top, ..self })
    }
}

const MAX_HEADING_LINES: usize = 3;

fn strips(by_top: &[&Piece], edge: usize, letter: usize) -> Vec<Gutter> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut top = 0;
    let crossing = by_top
        .iter()
        .enumerate()
        .filter(|(_, p)| p.left < edge + narrowest(letter) && p.right > edge)
        .map(|(index, p)| (index, p.top, p.bottom));
    for (end, bottom, next) in crossing.chain([(by_top.len(), usize::MAX, 0)]) {
        if let Some(worth) = worth(by_top.span(start..end), edge, letter) {
            found.push(Gutter { left: edge, top, bottom, worth });
        }
        (start, top) = (end + 1, next);
    }
    found
}

fn narrowest(letter: usize) -> usize {
    letter * 14 / 10
}

/// Score of a gutter; `None` if the sides are not two columns.
fn worth(pieces: &[&Piece], edge: usize, letter: usize) -> Option<usize> {
    let (left, right): (Vec<&Piece>, Vec<&Piece>) = pieces.iter().partition(|p| p.right <= edge);
    let (left, right) = (Side::of(&left)?, Side::of(&right)?);
    let beside = left.bottom.min(right.bottom).saturating_sub(left.top.max(right.top));
    let width = right.left.saturating_sub(left.right);
    // Columns have at least three lines; if they have few, the gap must be wide.
    let fewest = left.lines.min(right.lines);
    if beside < letter * 11 / 2 || fewest < 3 || (fewest < 10 && width < letter * 2) {
        return None;
    }
    // Few lines without alignment are a row of facts, or coincidence.
    if fewest < 6 && (left.most_aligned(letter) < 3 || right.most_aligned(letter) < 3) {
        return None;
    }
    let is_table = |narrow: &Side, wide: &Side| {
        narrow.right - narrow.left <= letter * 8 && narrow.paired_with(wide) * 10 >= narrow.pieces.len() * 8
    };
    if is_table(&left, &right) || is_table(&right, &left) {
        return None;
    }
    Some(beside * width.min(letter * 4))
}

struct Side<'a> {
    pieces: &'a [&'a Piece],
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    lines: usize,
}

impl<'a> Side<'a> {
    /// `pieces` must be sorted by top.
    fn of(pieces: &'a [&'a Piece]) -> Option<Self> {
        let mut lines = 0;
        let mut line_ends = 0;
        for piece in pieces {
            if piece.middle() >= line_ends {
                lines += 1;
                line_ends = piece.bottom;
            }
        }
        Some(Self {
            pieces,
            left: pieces.iter().map(|p| p.left).min()?,
            right: pieces.iter().map(|p| p.right).max()?,
            top: pieces.iter().map(|p| p.top).min()?,
            bottom: pieces.iter().map(|p| p.bottom).max()?,
            lines,
        })
    }

    fn most_aligned(&self, letter: usize) -> usize {
        let near = |a: &Piece, b: &Piece| a.left.abs_diff(b.left) * 10 <= letter * 7;
        self.pieces.iter().map(|p| self.pieces.iter().filter(|o| near(o, p)).count()).max().unwrap_or(0)
    }

    fn paired_with(&self, other: &Self) -> usize {
        self.pieces.iter().filter(|p| other.pieces.iter().any(|o| o.is_level_with(p))).count()
    }
}
