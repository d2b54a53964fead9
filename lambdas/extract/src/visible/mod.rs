//! Recipes as the page shows them: what stands below the words that announce it, or in elements named after it.

mod lists;
mod names;
mod outline;
mod sections;
mod shape;
mod words;

use url::Url;

use crate::dom::Dom;
use crate::draft::Draft;
use crate::extraction::{Field, Provenance};
use crate::facts::Facts;
use lists::Lines;
use names::Role;
use outline::Outline;
use sections::{Means, Section};
use words::Topic;

/// More recipes on one page are a list of recipes.
const MAX_DRAFTS: usize = 20;

/// Every recipe that the page shows, in the order of the page.
pub(crate) fn read(dom: &Dom, _base: &Url, _facts: &Facts) -> Vec<Draft> {
    let outline = Outline::of(dom);
    let anchors = sections::anchors(&outline);
    let mut found = sections::below_headings(&outline, &anchors);
    found.extend(sections::named(&outline, &anchors, Role::Ingredients));
    found.extend(sections::named(&outline, &anchors, Role::Steps));
    let mut parts: Vec<Part> = found.into_iter().filter_map(|section| Part::of(&outline, section)).collect();
    parts.sort_by_key(|part| (part.section.first(), std::cmp::Reverse(part.section.means)));
    drafts(&outline, without_overlaps(parts))
}

/// A section that holds what it announces.
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
        (lines.score > 0).then_some(Self { section, lines })
    }

    /// Plugins first, then what looks most like it.
    fn rank(&self) -> (bool, i32) {
        (self.section.means == Means::Plugin, self.lines.score)
    }
}

/// Of parts that share lines of the page, the better one.
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

/// Ingredients and the steps after them make a recipe.
fn drafts(outline: &Outline<'_>, parts: Vec<Part>) -> Vec<Draft> {
    let mut drafts: Vec<(i32, Draft)> = Vec::new();
    let mut open: Option<(i32, Draft)> = None;
    for part in parts {
        let starts_new = match (&open, part.section.topic) {
            (Some((_, draft)), Topic::Ingredients) => !draft.steps.is_empty() && !draft.lines.is_empty(),
            _ => false,
        };
        if starts_new {
            drafts.extend(open.take());
        }
        let (score, draft) = open.get_or_insert_with(|| (0, Draft::default()));
        *score += part.lines.score;
        add(outline, draft, part);
        if drafts.len() >= MAX_DRAFTS {
            break;
        }
    }
    drafts.extend(open);
    // Without the score, the longest story about ingredients would win against the recipe itself.
    let best = drafts
        .iter()
        .enumerate()
        .max_by_key(|(index, (score, draft))| (draft.is_complete(), *score, std::cmp::Reverse(*index)));
    let best = best.map(|(index, _)| index);
    drafts
        .into_iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) == best)
        .map(|(_, (_, draft))| draft)
        .filter(|draft| draft.lines.len() >= 2)
        .collect()
}

fn add(outline: &Outline<'_>, draft: &mut Draft, part: Part) {
    let field =
        if part.section.topic == Topic::Ingredients { Field::Ingredients } else { Field::Instructions };
    let list = if field == Field::Ingredients { &mut draft.lines } else { &mut draft.steps };
    let Some(first) = part.lines.lines.first() else { return };
    if list.iter().any(|line| line.text == first.text) {
        // The same list once more: for print, for small screens.
        return;
    }
    if list.is_empty() {
        let block = part.section.head.map_or(part.section.first(), |head| head.block);
        let name = outline.blocks.get(block).map_or("", |block| outline.dom.name(block.node));
        draft.provenance.push(Provenance {
            confidence: first.confidence,
            ..Provenance::of_field(field, first.reader, name.to_owned())
        });
    }
    list.extend(part.lines.lines);
}
