use super::pieces::{Piece, Pieces};
use crate::draft::{Draft, Line};
use recipe::Span;

/// Number of letters and digits of a line that are compared.
const KEY_LENGTH: usize = 20;
const MAX_MATCHES: usize = 8;
/// Bytes before the heading that belong to the recipe.
const ABOVE_HEADING: usize = 300;
/// Bytes after the heading in which an unlabelled time counts.
const BELOW_HEADING: usize = 600;
/// Bytes before the ingredients (without a heading) and after them (without steps) that count as part of the
/// recipe.
const BELOW_INGREDIENTS: usize = 4_000;
/// Bytes after the steps that belong to the recipe.
const BELOW_STEPS: usize = 600;

#[derive(Debug)]
pub(super) struct Place {
    ingredients: Vec<usize>,
    /// Start of the first and last step, if both are found.
    steps: Option<(usize, usize)>,
    heading: Option<usize>,
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

    pub(super) fn is_at_heading(&self, at: usize) -> bool {
        let list = self.ingredients.first().copied().unwrap_or(self.end);
        self.heading.is_some_and(|heading| {
            (heading.saturating_sub(ABOVE_HEADING)..list.min(heading.saturating_add(BELOW_HEADING)))
                .contains(&at)
        })
    }

    pub(super) fn is_over(&self, at: usize) -> bool {
        at > self.over
    }

    /// Whether the offset is among or after the steps, where "Cook 5 min" is an instruction.
    pub(super) fn is_behind(&self, at: usize) -> bool {
        self.is_in_steps(at) || self.is_over(at)
    }

    pub(super) fn begins_list(&self, at: usize) -> bool {
        self.ingredients.contains(&at)
    }

    /// Distance from the ingredients; it counts double after them.
    pub(super) fn distance(&self, at: usize) -> usize {
        let to = |from: &usize| {
            if at <= *from { from.saturating_sub(at) } else { at.saturating_sub(*from).saturating_mul(2) }
        };
        self.ingredients.iter().map(to).min().unwrap_or(at)
    }
}

fn places_of(pieces: &[Piece<'_>], line: &Line) -> Vec<usize> {
    let key: Vec<char> = letters(&line.text).take(KEY_LENGTH).collect();
    // Short words occur everywhere.
    if key.len() < 4 {
        return Vec::new();
    }
    (0..pieces.len()).filter(|index| starts_with(pieces.span(*index..), &key)).take(MAX_MATCHES).collect()
}

fn starts_with(pieces: &[Piece<'_>], key: &[char]) -> bool {
    let mut chars = pieces.iter().take(KEY_LENGTH).flat_map(|piece| letters(piece.text));
    // Only the start is compared: the text after the line may differ.
    key.iter().all(|c| chars.next() == Some(*c))
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}
