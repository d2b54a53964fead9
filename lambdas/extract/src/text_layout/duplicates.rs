//! Drops duplicate recipes: many pages have a recipe both in the article and in a card.

use std::collections::HashSet;

use super::parts::{Parts, Section};
use super::print::MeasuredText;
use crate::cues::{self, Topic};

/// Minimum characters of a name; shorter words are mostly units.
const MIN_NAME_CHARS: usize = 4;

#[derive(Debug, Default)]
struct Version {
    sections: Vec<usize>,
    names: HashSet<String>,
    amounts: usize,
    has_steps: bool,
    is_part: bool,
    /// The line above its heading if that names a part: "Sauce".
    name: Option<String>,
}

/// Drops versions with at least half of their words in the best one, which has steps and the most amounts.
pub(super) fn drop_duplicates(print: &MeasuredText<'_>, parts: &mut Parts) {
    parts.sections.sort_by_key(|section| section.rows.first().copied());
    let versions = versions(print, &parts.sections);
    // Of equal versions, the later one is the card.
    let best = versions.iter().filter(|version| version.has_steps).max_by_key(|version| version.amounts);
    let Some(best) = best.filter(|best| best.amounts > 0) else { return };
    let is_duplicate = |version: &&Version| {
        let shared = version.names.intersection(&best.names).count();
        // A part, such as a sauce, may share ingredients with the dish.
        let is_part = version.is_part && version.amounts * 2 < best.amounts;
        version.sections != best.sections
            && !is_part
            && version.name == best.name
            && !version.names.is_empty()
            && shared * 2 >= version.names.len()
    };
    let dropped: HashSet<usize> =
        versions.iter().filter(is_duplicate).flat_map(|version| version.sections.iter().copied()).collect();
    let mut index = 0;
    parts.sections.retain(|_| {
        index += 1;
        !dropped.contains(&(index - 1))
    });
}

/// The versions of the recipe; each begins with a list after steps.
fn versions(print: &MeasuredText<'_>, sections: &[Section]) -> Vec<Version> {
    let mut versions: Vec<Version> = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        let is_list = section.topic == Topic::Ingredients;
        if versions.last().is_none_or(|last| is_list && last.has_steps) {
            versions.push(Version { name: name_above(print, section), ..Version::default() });
        }
        let Some(version) = versions.last_mut() else { continue };
        version.sections.push(index);
        version.has_steps |= !is_list;
        version.is_part |= is_list && section.part.is_some();
        for row in section.rows.iter().filter(|_| is_list).filter_map(|row| print.rows.get(*row)) {
            version.amounts += usize::from(row.has_amount());
            let words = row.text.split(|c: char| !c.is_alphabetic());
            version
                .names
                .extend(words.filter(|word| word.chars().count() >= MIN_NAME_CHARS).map(str::to_lowercase));
        }
    }
    versions
}

fn name_above(print: &MeasuredText<'_>, section: &Section) -> Option<String> {
    let above = print.rows.get(section.heading?.checked_sub(1)?)?;
    let name = cues::tidy(above.words());
    cues::starts_a_group(&name).then_some(name)
}
