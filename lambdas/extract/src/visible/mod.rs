//! Visible-page reader: sections below headings or in named elements.

mod anchors;
mod bakers_percentages;
mod builder;
mod buttons;
mod containers;
mod elements;
mod growth;
mod guess;
mod inline_boundaries;
mod lists;
mod outline;
mod recipes;
mod resumption;
mod row;
mod rowless_tables;
mod rows;
mod sections;
mod several_recipes;
mod tabs;
mod units;

#[cfg(test)]
mod tests;

use url::Url;

use crate::cues::Topic;
use crate::dom::Dom;
use crate::draft::Draft;
use crate::microformat;
use crate::names::Role;
use lists::Lines;
use outline::Outline;
use sections::{Section, SectionSource};

pub(crate) fn read(dom: &Dom, base: &Url) -> Vec<Draft> {
    let outline = builder::outline(dom);
    let anchors = anchors::anchors(&outline);
    let mut found = sections::below_headings(&outline, &anchors);
    found.extend(sections::named(&outline, &anchors, Role::Ingredients));
    found.extend(sections::named(&outline, &anchors, Role::Steps));
    let mut parts: Vec<Part> = found.into_iter().filter_map(|section| Part::of(&outline, section)).collect();
    let has_ingredients = parts.iter().any(|part| part.lines.amounts >= 2);
    if !has_ingredients {
        let guessed = guess::sections(&outline, &anchors);
        parts.extend(guessed.into_iter().filter_map(|section| Part::of(&outline, section)));
    }
    parts.sort_by_key(|part| (part.section.first(), std::cmp::Reverse(part.section.means)));
    let mut drafts = microformats(&outline, base);
    drafts.extend(recipes::drafts(&outline, &anchors, without_overlaps(parts)));
    drafts
}

/// Reads microformats. Drops incomplete drafts, because many themes add the classes without content.
fn microformats(outline: &Outline<'_>, base: &Url) -> Vec<Draft> {
    let roots = outline.marks.iter().filter(|marked| {
        marked.mark.role == Role::Recipe
            && marked.mark.is_plugin
            && microformat::is_root(outline.dom, marked.node)
    });
    let drafts = roots.take(MAX_MICROFORMATS).enumerate();
    drafts
        .map(|(index, root)| microformat::read(outline.dom, root.node, index, base))
        .filter(Draft::is_complete)
        .collect()
}

const MAX_MICROFORMATS: usize = 20;
/// Minimum score of steps: one sentence, or a few short steps.
const MIN_STEPS_SCORE: i32 = 8;

struct Part {
    section: Section,
    lines: Lines,
}

impl Part {
    fn of(outline: &Outline<'_>, section: Section) -> Option<Self> {
        let lines = match section.topic {
            Topic::Ingredients => lists::ingredients(outline, &section),
            _ => lists::steps(outline, &section),
        };
        let least = if section.topic == Topic::Ingredients { 1 } else { MIN_STEPS_SCORE };
        (lines.score >= least).then_some(Self { section, lines })
    }

    fn rank(&self) -> (bool, i32, i32) {
        let instructions = self.lines.instructions as i32;
        let named = self.lines.lines.len() as i32 - instructions;
        let balance = if instructions > 0 { instructions * 4 - named } else { 0 };
        (self.section.means == SectionSource::Plugin, balance, self.lines.score)
    }
}

fn without_overlaps(parts: Vec<Part>) -> Vec<Part> {
    let mut kept: Vec<Part> = Vec::new();
    for part in parts {
        match kept.last_mut() {
            Some(last)
                if last.section.topic == part.section.topic && part.section.first() < last.section.end() =>
            {
                if part.rank() > last.rank() {
                    *last = part;
                }
            }
            _ => kept.push(part),
        }
    }
    kept
}
