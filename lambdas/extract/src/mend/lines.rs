//! Ingredient lines: which telling of the list is the better one, line by line where both have the same lines.

use std::collections::HashMap;

use recipe::Doubt;

use super::words::{Bag, Words, shared};
use super::words_of;
use crate::draft::Line;
use crate::text::letters;

/// How far apart the same line may stand in two lists.
const WINDOW: usize = 6;

/// The lines of structured data, mended from the lines that the page shows.
pub(super) fn mend(ours: Vec<Line>, theirs: &[Line]) -> Vec<Line> {
    let ours = without_headings(ours, theirs);
    let same =
        |ours: &Line, theirs: &Line| ours.text == theirs.text || letters(&ours.text) == letters(&theirs.text);
    if ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs)) {
        return grouped(ours, |at| theirs.get(at));
    }
    let lists = Lists::new(&ours, theirs);
    if lists.says_all() && lists.is_better_cut() {
        return lists.rebuilt();
    }
    let partners: Vec<Option<usize>> = (0..ours.len()).map(|at| lists.partner(at)).collect();
    let chosen: Vec<Line> = ours
        .iter()
        .zip(&partners)
        .enumerate()
        .map(|(at, (line, partner))| match partner {
            Some(partner) if lists.is_fuller(at, *partner) => replaced(&theirs[*partner], line),
            _ => line.clone(),
        })
        .collect();
    grouped(chosen, |at| theirs.get(*partners.get(at)?.as_ref()?))
}

/// What the page shows as a heading is no ingredient.
fn without_headings(ours: Vec<Line>, theirs: &[Line]) -> Vec<Line> {
    let headings: HashMap<String, &str> = theirs
        .iter()
        .filter_map(|line| line.group.as_deref())
        .map(|group| (letters(group), group))
        .filter(|(key, _)| !key.is_empty())
        .collect();
    if headings.is_empty() {
        return ours;
    }
    let shown: Vec<String> = theirs.iter().map(|line| letters(&line.text)).collect();
    let mut group = None;
    let mut out = Vec::with_capacity(ours.len());
    for mut line in ours {
        let key = letters(&line.text);
        match headings.get(&key).filter(|_| !shown.contains(&key)) {
            Some(heading) => group = Some((*heading).to_owned()),
            None => {
                line.group = line.group.or_else(|| group.clone());
                out.push(line);
            }
        }
    }
    out
}

/// Lines take their group from their partner on the page when no line has one.
fn grouped<'a>(mut ours: Vec<Line>, partner: impl Fn(usize) -> Option<&'a Line>) -> Vec<Line> {
    if ours.iter().all(|line| line.group.is_none()) {
        for (at, line) in ours.iter_mut().enumerate() {
            line.group = partner(at).and_then(|partner| partner.group.clone());
        }
    }
    ours
}

/// The page's line in the place of another.
fn replaced(theirs: &Line, ours: &Line) -> Line {
    Line {
        group: theirs.group.clone().or_else(|| ours.group.clone()),
        instead_of: Some(ours.text.clone()),
        doubt: Some(Doubt::Mended),
        ..theirs.clone()
    }
}

/// Two tellings of a list, laid side by side.
struct Lists<'a> {
    ours: &'a [Line],
    theirs: &'a [Line],
    our_words: Vec<Words>,
    their_words: Vec<Words>,
    our_bag: Bag,
    their_bag: Bag,
    shared: usize,
    /// For each of our lines the one of theirs that holds most of it.
    in_theirs: Vec<Option<usize>>,
    /// For each of their lines the one of ours that holds most of it.
    in_ours: Vec<Option<usize>>,
}

impl<'a> Lists<'a> {
    fn new(ours: &'a [Line], theirs: &'a [Line]) -> Self {
        let (our_words, their_words) = (words_of(ours), words_of(theirs));
        let (our_bag, their_bag) = (Bag::of(&our_words), Bag::of(&their_words));
        Self {
            ours,
            theirs,
            shared: our_bag.shared(&their_bag),
            in_theirs: align(&our_words, &their_words),
            in_ours: align(&their_words, &our_words),
            our_words,
            their_words,
            our_bag,
            their_bag,
        }
    }

    /// Whether the page's list says what ours says.
    fn says_all(&self) -> bool {
        self.shared * 10 >= self.our_bag.total() * 9
    }

    /// Whether it says no more than that.
    fn says_no_more(&self) -> bool {
        self.shared * 10 >= self.their_bag.total() * 9
    }

    /// The line of theirs that is the same line as ours at `at`, and no part of it.
    fn partner(&self, at: usize) -> Option<usize> {
        let partner = self.in_theirs[at]?;
        let is_mutual = self.in_ours[partner] == Some(at);
        let others = self.in_theirs.iter().filter(|other| **other == Some(partner)).count();
        (is_mutual && others == 1).then_some(partner)
    }

    /// Whether the page's list has the better lines where both do not have the same ones.
    fn is_better_cut(&self) -> bool {
        let counted = |lines: &[Line]| lines.iter().filter(|line| starts_with_amount(&line.text)).count();
        if self.theirs.len() > self.ours.len() {
            if self.says_no_more() {
                // Ours were joined.
                return counted(self.theirs) > counted(self.ours);
            }
            let missing: Vec<&Line> = self
                .theirs
                .iter()
                .zip(&self.in_ours)
                .filter(|(_, ours)| ours.is_none())
                .map(|(line, _)| line)
                .collect();
            let counted = missing.iter().filter(|line| starts_with_amount(&line.text)).count();
            return !missing.is_empty() && counted * 2 >= missing.len();
        }
        if self.theirs.len() < self.ours.len() {
            return self.says_no_more() && self.joins_well();
        }
        false
    }

    /// Whether the lines of theirs that hold several of ours hold one amount each: "1", "5 cups flour", "sifted".
    fn joins_well(&self) -> bool {
        let mut amounts = vec![0_u32; self.theirs.len()];
        for (line, partner) in self.ours.iter().zip(&self.in_theirs) {
            let Some(partner) = *partner else { continue };
            let is_line = starts_with_amount(&line.text) && line.text.contains(char::is_alphabetic);
            amounts[partner] += u32::from(is_line);
        }
        amounts.iter().all(|count| *count <= 1)
    }

    /// Whether their line says all that ours says, and the amount that ours lacks.
    fn is_fuller(&self, at: usize, partner: usize) -> bool {
        let (ours, theirs) = (&self.our_words[at], &self.their_words[partner]);
        let says_all = shared(ours, theirs) == ours.len() && theirs.len() > ours.len();
        let has_number = |line: &Line| line.text.contains(char::is_numeric);
        says_all && !has_number(&self.ours[at]) && has_number(&self.theirs[partner])
    }

    /// Their list, with our own lines where both are the same.
    fn rebuilt(&self) -> Vec<Line> {
        let lines = self.theirs.iter().zip(&self.in_ours).map(|(line, partner)| {
            let Some(ours) = partner.map(|at| &self.ours[at]) else {
                return Line { doubt: Some(Doubt::Mended), ..line.clone() };
            };
            if letters(&ours.text) == letters(&line.text) {
                let group = line.group.clone().or_else(|| ours.group.clone());
                return Line { group, ..ours.clone() };
            }
            replaced(line, ours)
        });
        lines.collect()
    }
}

fn starts_with_amount(line: &str) -> bool {
    line.starts_with(char::is_numeric)
}

/// For each of `lines` the one of `others` that holds most of its words, if that is more than half of them.
///
/// Both lists run in the same order, so only a few lines around the last match are looked at.
fn align(lines: &[Words], others: &[Words]) -> Vec<Option<usize>> {
    let mut cursor = 0_usize;
    lines
        .iter()
        .map(|line| {
            let from = cursor.saturating_sub(WINDOW);
            let to = others.len().min(cursor + WINDOW + 1);
            // Among equals the nearest one ahead.
            let best = (from..to)
                .map(|at| (shared(line, &others[at]), at))
                .max_by_key(|(count, at)| (*count, *at >= cursor, std::cmp::Reverse(at.abs_diff(cursor))))?;
            let (count, at) = best;
            (count * 2 > line.len()).then(|| {
                cursor = at;
                at
            })
        })
        .collect()
}
