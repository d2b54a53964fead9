//! A text may tell its recipe twice: at length in a story, and once more in a card. One of them is the recipe.

use std::collections::HashSet;

use super::parts::{Parts, Section};
use super::print::Print;
use crate::cues::Topic;

/// Shorter words are units and the like.
const LEAST_NAME_CHARS: usize = 4;

/// Lists and the steps that follow them.
#[derive(Debug, Default)]
struct Telling {
    sections: Vec<usize>,
    names: HashSet<String>,
    amounts: usize,
    has_steps: bool,
}

/// Drops the sections of a telling whose ingredients another one names as well, and with more amounts.
pub(super) fn keep_one(print: &Print<'_>, parts: &mut Parts) {
    parts.sections.sort_by_key(|section| section.rows.first().copied());
    let tellings = tellings(print, &parts.sections);
    // Of two alike the card is the later one.
    let best = tellings.iter().filter(|telling| telling.has_steps).max_by_key(|telling| telling.amounts);
    let Some(best) = best.filter(|best| best.amounts > 0) else { return };
    let is_retold = |telling: &&Telling| {
        let shared = telling.names.intersection(&best.names).count();
        telling.sections != best.sections && !telling.names.is_empty() && shared * 2 >= telling.names.len()
    };
    let dropped: HashSet<usize> =
        tellings.iter().filter(is_retold).flat_map(|telling| telling.sections.iter().copied()).collect();
    let mut index = 0;
    parts.sections.retain(|_| {
        index += 1;
        !dropped.contains(&(index - 1))
    });
}

/// The tellings of a text, in order: each begins with a list behind steps.
fn tellings(print: &Print<'_>, sections: &[Section]) -> Vec<Telling> {
    let mut tellings: Vec<Telling> = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        let is_list = section.topic == Topic::Ingredients;
        if tellings.last().is_none_or(|last| is_list && last.has_steps) {
            tellings.push(Telling::default());
        }
        let Some(telling) = tellings.last_mut() else { continue };
        telling.sections.push(index);
        telling.has_steps |= !is_list;
        for row in section.rows.iter().filter(|_| is_list).filter_map(|row| print.rows.get(*row)) {
            telling.amounts += usize::from(row.has_amount());
            let words = row.text.split(|c: char| !c.is_alphabetic());
            telling
                .names
                .extend(words.filter(|word| word.chars().count() >= LEAST_NAME_CHARS).map(str::to_lowercase));
        }
    }
    tellings
}
