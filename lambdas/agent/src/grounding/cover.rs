//! Finds lines of an answer verbatim in a source.

use std::collections::HashMap;

use recipe::{Language, Unit};

use crate::grounding::tokens::{Gap, Kind, Token, tokens};

/// Line range in the source, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// First line.
    pub first: usize,
    /// Last line, inclusive.
    pub last: usize,
}

/// Kind of a text, which determines where in the source it may start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Any words within one line.
    Name,
    /// From the start of a clause; the line before may hold the amount.
    Ingredient,
    /// Whole sentences: a part may mean the opposite.
    Step,
}

const STEP_WORDS: [&str; 3] = ["step", "paso", "etape"];

/// Words of a source. Each can be used once.
pub(crate) struct Source {
    tokens: Vec<Token>,
    is_used: Vec<bool>,
    places: HashMap<Kind, Vec<usize>>,
}

impl Source {
    pub(crate) fn of(text: &str) -> Self {
        let tokens = tokens(text);
        let mut places: HashMap<Kind, Vec<usize>> = HashMap::new();
        for (at, token) in tokens.iter().enumerate() {
            places.entry(token.kind.clone()).or_default().push(at);
        }
        Self { is_used: vec![false; tokens.len()], tokens, places }
    }

    /// Finds the first unused occurrence of a line, and marks its words as used. A name may reuse words and
    /// marks none.
    pub(crate) fn take(&mut self, line: &str, role: Role) -> Option<Place> {
        let wanted = tokens(line);
        let starts = self.places.get(&wanted.first()?.kind)?;
        let start = starts.iter().copied().find(|start| self.says(&wanted, *start, role))?;
        let end = start + wanted.len();
        if role != Role::Name {
            self.is_used.get_mut(start..end)?.fill(true);
        }
        let line_of = |at: usize| self.tokens.get(at).map(|token| token.line);
        Some(Place { first: line_of(start)?, last: line_of(end.checked_sub(1)?)? })
    }

    fn says(&self, wanted: &[Token], start: usize, role: Role) -> bool {
        let Some(found) = self.tokens.get(start..start + wanted.len()) else { return false };
        let is_used = role != Role::Name
            && self.is_used.get(start..start + wanted.len()).is_none_or(|used| used.contains(&true));
        !is_used
            && found.iter().zip(wanted).all(|(found, wanted)| found.kind == wanted.kind)
            && self.is_whole(start, found)
            && match role {
                Role::Name => line_breaks(found) == 0,
                Role::Ingredient => begins_clause(found) && is_line_or_table_cells(found),
                Role::Step => self.begins_sentence(start) && self.ends_sentence(start + found.len()),
            }
    }

    /// Whether the numbers are complete: "2 cups" is not in "1-2 cups", nor "flour 200" in "flour 200 g".
    fn is_whole(&self, start: usize, found: &[Token]) -> bool {
        let before = start.checked_sub(1).and_then(|at| self.tokens.get(at));
        let behind = self.tokens.get(start + found.len());
        let is_torn_before = found.first().is_some_and(|first| {
            first.is_number()
                && first.gap < Gap::Sentence
                && before
                    .is_some_and(|before| before.is_number() || before.kind == Kind::Word("-".to_owned()))
        });
        let is_torn_behind = found.last().is_some_and(Token::is_number)
            && behind.is_some_and(|behind| {
                behind.gap == Gap::Within || (behind.is_number() && behind.gap < Gap::Sentence)
            });
        !is_torn_before && !is_torn_behind
    }

    fn begins_sentence(&self, start: usize) -> bool {
        self.tokens.get(start).is_some_and(|first| first.gap >= Gap::Sentence) || self.is_numbered(start)
    }

    fn ends_sentence(&self, end: usize) -> bool {
        self.tokens.get(end).is_none_or(|behind| behind.gap >= Gap::Sentence)
    }

    /// Whether a step number precedes: "1) Mix", "2 - Stir", "Step 3 Serve". A bare number may be an amount.
    fn is_numbered(&self, start: usize) -> bool {
        let before = |back: usize| start.checked_sub(back).and_then(|at| self.tokens.get(at));
        let is_first = |token: &Token| token.gap == Gap::Line;
        let is_step_word =
            |token: &Token| STEP_WORDS.iter().any(|word| token.kind == Kind::Word((*word).to_owned()));
        let Some(number) = before(1).filter(|before| before.is_number()) else { return false };
        let is_set_off = self.tokens.get(start).is_some_and(|first| first.gap >= Gap::Clause);
        (is_first(number) && is_set_off) || before(2).is_some_and(|word| is_first(word) && is_step_word(word))
    }
}

fn begins_clause(found: &[Token]) -> bool {
    found.first().is_some_and(|first| first.gap >= Gap::Clause)
}

fn line_breaks(found: &[Token]) -> usize {
    found.iter().skip(1).filter(|token| token.gap == Gap::Line).count()
}

fn is_line_or_table_cells(found: &[Token]) -> bool {
    let mut cells = found.chunk_by(|_, next| next.gap != Gap::Line);
    let (Some(amount), second, None) = (cells.next(), cells.next(), cells.next()) else { return false };
    let Some(name) = second else { return true };
    let units = amount.iter().skip_while(|token| token.is_number());
    let unit: Vec<&str> =
        units.map(|token| if let Kind::Word(word) = &token.kind { word } else { "" }).collect();
    let is_unit = |language| Unit::find(&unit.join(" "), Some(language)).is_some();
    amount.first().is_some_and(|first| first.gap == Gap::Line && first.is_number())
        && (unit.is_empty() || [Language::En, Language::Es, Language::Fr].into_iter().any(is_unit))
        && name.first().is_some_and(|first| !first.is_number())
}
