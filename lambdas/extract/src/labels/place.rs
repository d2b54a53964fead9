//! Where on the page the recipe stands.

use super::pieces::{Piece, Pieces};
use crate::draft::{Draft, Line};
use recipe::Span;

/// How much of a line is compared, in letters and digits.
const KEY_LENGTH: usize = 20;
/// A page tells its list once or twice.
const MOST_MATCHES: usize = 8;
/// What belongs to the recipe stands at most so many bytes of text above its heading,
const ABOVE_HEADING: usize = 300;
/// values without labels so many below it,
const BELOW_HEADING: usize = 600;
/// the others so many below its ingredients where its steps are not found,
const BELOW_INGREDIENTS: usize = 4_000;
/// and below its steps.
const BELOW_STEPS: usize = 600;

/// Where the recipe's parts stand, in bytes of text from the start of the page.
#[derive(Debug)]
pub(super) struct Place {
    /// Each telling of the ingredients.
    ingredients: Vec<usize>,
    /// From the first to the last step, if both are found.
    steps: Option<(usize, usize)>,
    /// The page's heading, if it stands above the recipe.
    heading: Option<usize>,
    /// Where the last of its lines and steps begins.
    over: usize,
    first: usize,
    end: usize,
}

impl Place {
    pub(super) fn of(pieces: &Pieces<'_>, draft: &Draft) -> Option<Self> {
        let all = &pieces.pieces;
        let at = |index: usize| all.get(index).map(|piece| piece.at);
        let heading = pieces.heading.and_then(at);
        let ingredients =
            draft.lines.iter().take(3).map(|line| places_of(all, line)).find(|places| !places.is_empty());
        let ingredients: Vec<usize> = ingredients.unwrap_or_default().into_iter().filter_map(at).collect();
        let ends = |line: Option<&Line>| line.map_or_else(Vec::new, |line| places_of(all, line));
        let first_step = ends(draft.steps.first()).last().copied().and_then(at);
        let last_step = ends(draft.steps.last()).last().copied().and_then(at);
        let steps = first_step.zip(last_step).filter(|(first, last)| first <= last);
        let top = ingredients.first().or(first_step.as_ref()).or(heading.as_ref()).copied()?;
        let bottom = ingredients.last().copied().unwrap_or(top);
        let first =
            heading.filter(|heading| *heading <= top).unwrap_or(top.saturating_sub(BELOW_INGREDIENTS));
        let last_line = ends(draft.lines.last()).last().copied().and_then(at);
        let over = [last_step, last_line, Some(bottom)].into_iter().flatten().max().unwrap_or(bottom);
        let end = last_step.map_or(bottom.saturating_add(BELOW_INGREDIENTS), |last| {
            last.max(bottom).saturating_add(BELOW_STEPS)
        });
        Some(Self { ingredients, steps, heading, over, first: first.saturating_sub(ABOVE_HEADING), end })
    }

    /// A text that is all about the recipe and holds none of its lists.
    pub(super) fn anywhere() -> Self {
        Self {
            ingredients: Vec::new(),
            steps: None,
            heading: None,
            over: usize::MAX,
            first: 0,
            end: usize::MAX,
        }
    }

    pub(super) fn holds(&self, at: usize) -> bool {
        (self.first..=self.end).contains(&at)
    }

    fn is_in_steps(&self, at: usize) -> bool {
        self.steps.is_some_and(|(first, last)| (first..=last).contains(&at))
    }

    /// Whether it stands close to the page's heading and above the recipe's list.
    pub(super) fn is_at_heading(&self, at: usize) -> bool {
        let list = self.ingredients.first().copied().unwrap_or(self.end);
        self.heading.is_some_and(|heading| {
            (heading.saturating_sub(ABOVE_HEADING)..list.min(heading.saturating_add(BELOW_HEADING)))
                .contains(&at)
        })
    }

    /// Whether the recipe's own text has ended before it.
    pub(super) fn is_over(&self, at: usize) -> bool {
        at > self.over
    }

    /// Whether it stands among the steps, where "Cook 5 min" says what to do, or behind them.
    pub(super) fn is_behind(&self, at: usize) -> bool {
        self.is_in_steps(at) || self.is_over(at)
    }

    /// Whether the list of ingredients begins there, which is no label's value.
    pub(super) fn begins_list(&self, at: usize) -> bool {
        self.ingredients.contains(&at)
    }

    /// How far from the ingredients. What stands above them is nearer than what stands below, as on most pages.
    pub(super) fn distance(&self, at: usize) -> usize {
        let to = |from: &usize| {
            if at <= *from { from.saturating_sub(at) } else { at.saturating_sub(*from).saturating_mul(2) }
        };
        self.ingredients.iter().map(to).min().unwrap_or(at)
    }
}

/// The pieces where a line's text begins.
fn places_of(pieces: &[Piece<'_>], line: &Line) -> Vec<usize> {
    let key: Vec<char> = letters(&line.text).take(KEY_LENGTH).collect();
    // A short word stands everywhere.
    if key.len() < 4 {
        return Vec::new();
    }
    (0..pieces.len()).filter(|index| starts_with(pieces.span(*index..), &key)).take(MOST_MATCHES).collect()
}

fn starts_with(pieces: &[Piece<'_>], key: &[char]) -> bool {
    let mut told = pieces.iter().take(KEY_LENGTH).flat_map(|piece| letters(piece.text));
    // A line may be shorter than what stands behind it, so only its own letters are compared.
    key.iter().all(|c| told.next() == Some(*c))
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}
