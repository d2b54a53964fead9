//! Combines sections into recipes.
//!
//! Many pages have a recipe both in the text and in a card. Takes the list of the highest rank and the
//! nearest steps.

use std::collections::HashSet;

use super::Part;
use super::anchors::HeadingBlock;
use super::outline::Outline;
use super::sections::{self, Section, SectionSource};
use super::several_recipes;
use crate::cues::Topic;
use crate::draft::Draft;
use crate::extraction::{Field, Provenance, Reader};
use crate::names::Role;
use recipe::{Places, Span};

const MAX_DRAFTS: usize = 20;
const MAX_GAP: usize = 12;

pub(super) fn drafts(outline: &Outline<'_>, anchors: &[HeadingBlock], parts: Vec<Part>) -> Vec<Draft> {
    let mut taken = vec![false; parts.len()];
    let mut known: Vec<(HashSet<&str>, &Section)> = Vec::new();
    let mut found: Vec<(usize, Draft)> = Vec::new();
    let lists = parts.iter().enumerate().filter(|(_, part)| part.section.topic == Topic::Ingredients);
    let mut by_rank: Vec<(usize, &Part)> = lists.collect();
    by_rank.sort_by_key(|(_, part)| std::cmp::Reverse(part.rank()));
    for (at, part) in by_rank {
        if taken.at(at) || found.len() >= MAX_DRAFTS {
            continue;
        }
        let ingredients = neighbours(&parts, &mut taken, at);
        let words = words(&parts, &ingredients);
        let list = &part.section;
        let is_other_part = |other: &Section| several_recipes::are_different_parts(outline, list, other);
        if known.iter().any(|(known, other)| is_duplicate(known, &words) && !is_other_part(other)) {
            continue;
        }
        known.push((words, list));
        let steps = steps_for(outline, &parts, &mut taken, &ingredients);
        let mut draft = Draft::default();
        for part in ingredients.iter().chain(&steps).filter_map(|index| parts.get(*index)) {
            add(outline, &mut draft, part);
        }
        if draft.steps.is_empty() {
            add_steps_without_heading(outline, anchors, &mut draft, &parts, &ingredients);
        }
        if is_credible(&draft, ingredients.iter().filter_map(|index| parts.get(*index))) {
            if let Some((reader, title)) = title(outline, part) {
                name(&mut draft, reader, title);
            }
            found.push((at, draft));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let found: Vec<(&Section, Draft)> =
        found.into_iter().filter_map(|(at, draft)| Some((&parts.get(at)?.section, draft))).collect();
    let mut found = several_recipes::with_parts_joined(outline, found);
    let lists: Vec<&Section> = found.iter().map(|(list, _)| *list).collect();
    let titles = several_recipes::titles(outline, &lists).unwrap_or_default();
    for ((_, draft), title) in found.iter_mut().zip(titles) {
        name(draft, Reader::Visible, outline.text(title).to_owned());
    }
    found.into_iter().map(|(_, draft)| draft).collect()
}

fn name(draft: &mut Draft, reader: Reader, title: String) {
    draft.content.title = Some(title);
    draft.provenance.retain(|entry| entry.field != Field::Title);
    draft.provenance.push(Provenance::of_field(Field::Title, reader, String::from("heading")));
}

fn is_credible<'a>(draft: &Draft, parts: impl Iterator<Item = &'a Part> + Clone) -> bool {
    let amounts: usize = parts.clone().map(|part| part.lines.amounts).sum();
    let (lines, steps) = (draft.lines.len(), draft.steps.len());
    let is_of_one = lines == 1 && amounts == 1 && steps >= 2;
    is_of_one || lines >= 2 && (amounts >= 2 || amounts == 1 && steps > 0 || lines >= 3 && steps >= 2)
}

fn neighbours(parts: &[Part], taken: &mut [bool], at: usize) -> Vec<usize> {
    let Some(own) = parts.get(at) else { return Vec::new() };
    let mut group = vec![at];
    taken.put(at, true);
    // A list without amounts may contain tools.
    let has_amounts = own.lines.amounts > 0;
    let goes_with = |one: &Part, two: &Part| {
        let (before, after) = if one.section.first() < two.section.first() { (one, two) } else { (two, one) };
        one.section.topic == two.section.topic
            && one.section.means == two.section.means
            && (two.section.topic == Topic::Steps || two.lines.amounts > 0 || !has_amounts)
            && after.section.first() <= before.section.end() + MAX_GAP
    };
    for (next, [one, two]) in (at + 1..).zip(parts.span(at..).array_windows()) {
        if taken.at(next) || !goes_with(one, two) {
            break;
        }
        taken.put(next, true);
        group.push(next);
    }
    for (previous, [one, two]) in (0..at).zip(parts.array_windows()).rev() {
        if taken.at(previous) || !goes_with(two, one) {
            break;
        }
        taken.put(previous, true);
        group.insert(0, previous);
    }
    group
}

/// The steps after the ingredients, else those before. Prefers instructions, then sections with a heading.
fn steps_for(outline: &Outline<'_>, parts: &[Part], taken: &mut [bool], ingredients: &[usize]) -> Vec<usize> {
    let (Some(first), Some(last)) = (ingredients.first(), ingredients.last()) else { return Vec::new() };
    let Some(list) = parts.get(*first) else { return Vec::new() };
    let is = |at: &usize, holds: &dyn Fn(&Part) -> bool| parts.get(*at).is_some_and(holds);
    let is_steps = |at: &usize| is(at, &|part| part.section.topic == Topic::Steps);
    let is_free = |at: &usize| is_steps(at) && !taken.at(*at);
    let card = card(outline, list);
    let is_plugin = list.section.means == SectionSource::Plugin;
    let in_card = |at: &usize| {
        is(at, &|part| card.is_some_and(|(from, to)| (from..to).contains(&part.section.first())))
    };
    let is_own = |at: &usize| !is_plugin || is(at, &|part| part.section.means == SectionSource::Plugin);
    let after = last + 1..parts.len();
    let before = (0..*first).rev();
    let next = || after.clone().take_while(is_steps);
    let has_instructions = |at: &usize| is_free(at) && is(at, &|part| part.lines.instructions > 0);
    let is_announced = |at: &usize| has_instructions(at) && is(at, &|part| part.section.head.is_some());
    let chosen = after
        .clone()
        .find(|at| has_instructions(at) && is_own(at) && in_card(at))
        .or_else(|| next().find(|at| is_announced(at) && is_own(at)))
        .or_else(|| next().find(|at| has_instructions(at) && is_own(at)))
        .or_else(|| after.clone().find(has_instructions))
        .or_else(|| before.clone().find(has_instructions))
        .or_else(|| after.clone().find(|at| is_free(at) && is_own(at) && in_card(at)))
        .or_else(|| next().find(|at| is_free(at) && is_own(at)))
        .or_else(|| after.clone().find(is_free))
        .or_else(|| before.clone().find(is_free));
    chosen.map_or_else(Vec::new, |at| neighbours(parts, taken, at))
}

fn add_steps_without_heading(
    outline: &Outline<'_>,
    anchors: &[HeadingBlock],
    draft: &mut Draft,
    parts: &[Part],
    ingredients: &[usize],
) {
    let lists: Vec<&Section> =
        ingredients.iter().filter_map(|at| parts.get(*at)).map(|part| &part.section).collect();
    let next = lists.iter().skip(1).map(|list| list.first()).chain([usize::MAX]);
    for (list, next) in lists.iter().zip(next) {
        let found = sections::steps_after(outline, anchors, list.first()..list.end(), next);
        if let Some(part) = found.and_then(|section| Part::of(outline, section)) {
            add(outline, draft, &part);
        }
    }
}

fn card(outline: &Outline<'_>, part: &Part) -> Option<(usize, usize)> {
    let first = part.section.first();
    let around = outline.marks.iter().rev().find(|marked| {
        marked.mark.role == Role::Recipe && (marked.first as usize..marked.end as usize).contains(&first)
    })?;
    Some((around.first as usize, around.end as usize))
}

fn title(outline: &Outline<'_>, part: &Part) -> Option<(Reader, String)> {
    let is_named = |first: usize, end: usize| {
        outline.marks.iter().find(|marked| {
            let at = marked.first as usize;
            marked.mark.role == Role::Title && (first..end).contains(&at) && marked.first < marked.end
        })
    };
    if let Some(named) = card(outline, part).and_then(|(first, end)| is_named(first, end)) {
        return Some((Reader::Plugin, outline.text(named.first as usize).to_owned()));
    }
    let mut main = (0..outline.blocks.len()).filter(|block| outline.heading_level(*block) == Some(1));
    let (first, second) = (main.next()?, main.next()?);
    let nearest =
        [first, second].into_iter().chain(main).take_while(|block| *block < part.section.first()).last()?;
    Some((Reader::Visible, outline.text(nearest).to_owned()))
}

fn words<'a>(parts: &'a [Part], group: &[usize]) -> HashSet<&'a str> {
    let lines = group.iter().filter_map(|at| parts.get(*at)).flat_map(|part| &part.lines.lines);
    lines.flat_map(|line| line.text.split_whitespace()).filter(|word| word.len() > 3).collect()
}

fn is_duplicate(known: &HashSet<&str>, words: &HashSet<&str>) -> bool {
    let shared = words.iter().filter(|word| known.contains(*word)).count();
    shared * 2 >= words.len()
}

fn add(outline: &Outline<'_>, draft: &mut Draft, part: &Part) {
    let field =
        if part.section.topic == Topic::Ingredients { Field::Ingredients } else { Field::Instructions };
    let list = if field == Field::Ingredients { &mut draft.lines } else { &mut draft.steps };
    let Some(first) = part.lines.lines.first() else { return };
    let known: HashSet<&str> = list.iter().map(|line| line.text.as_str()).collect();
    let again = part.lines.lines.iter().filter(|line| known.contains(line.text.as_str())).count();
    if again * 2 > part.lines.lines.len() {
        // A duplicate for print or small screens.
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
    list.extend(part.lines.lines.iter().cloned());
}
