//! Distinguishes several recipes on a page from the parts of one.

use super::growth::{ancestors, is_alike, unit_of};
use super::outline::Outline;
use super::sections::Section;
use crate::cues;
use crate::dom::NodeId;
use crate::draft::Draft;

/// Maximum blocks between the name of a part and its heading of ingredients.
const MAX_BELOW_NAME: usize = 2;
const LONGEST_NAME_BYTES: usize = 80;

/// Joins the drafts of the parts of a recipe, such as "Dough" and "Sauce", each with a list and steps.
pub(super) fn with_parts_joined<'a>(
    outline: &Outline<'_>,
    found: Vec<(&'a Section, Draft)>,
) -> Vec<(&'a Section, Draft)> {
    let names = part_names(outline, &found);
    let mut joined: Vec<(&Section, Draft)> = Vec::new();
    for ((list, mut draft), name) in found.into_iter().zip(names) {
        if let Some(name) = &name {
            let lines = draft.lines.iter_mut().chain(&mut draft.steps);
            lines.filter(|line| line.group.is_none()).for_each(|line| line.group = Some(name.clone()));
        }
        match joined.last_mut() {
            Some((_, recipe)) if name.is_some() => {
                recipe.lines.append(&mut draft.lines);
                recipe.steps.append(&mut draft.steps);
            }
            _ => joined.push((list, draft)),
        }
    }
    joined
}

/// The names of the lists that are parts of a recipe. If half of the headings of one level name parts, the
/// others do, too.
fn part_names(outline: &Outline<'_>, found: &[(&Section, Draft)]) -> Vec<Option<String>> {
    if found.len() < 2 {
        return vec![None; found.len()];
    }
    let names: Vec<Option<usize>> = found.iter().map(|(list, _)| name_above(outline, list)).collect();
    let level = |name: &Option<usize>| name.map(|name| outline.heading_level(name));
    let is_part = |name: &Option<usize>| name.is_some_and(|name| cues::starts_a_group(outline.text(name)));
    let are_parts = |of: &Option<usize>| {
        let alike = names.iter().filter(|name| level(name) == level(of));
        alike.clone().filter(|name| is_part(name)).count() * 2 >= alike.count()
    };
    let lists = found.iter().map(|(list, _)| list);
    lists
        .zip(&names)
        .map(|(list, name)| match name {
            Some(block) if is_part(name) || are_parts(name) => Some(cues::tidy(outline.text(*block))),
            _ => part_in_heading(outline, list),
        })
        .collect()
}

/// Whether the lists belong to different parts of a recipe.
pub(super) fn are_different_parts(outline: &Outline<'_>, one: &Section, two: &Section) -> bool {
    let name = |list: &Section| {
        let above = name_above(outline, list).map(|name| outline.text(name).to_owned());
        above.or_else(|| part_in_heading(outline, list))
    };
    let (Some(one), Some(two)) = (name(one), name(two)) else { return false };
    one != two && [one, two].iter().any(|name| cues::starts_a_group(name))
}

/// "Ingredients for the sauce".
fn part_in_heading(outline: &Outline<'_>, list: &Section) -> Option<String> {
    let heading = cues::announced(outline.text(list.head?.block))?;
    cues::starts_a_group(heading.rest).then(|| cues::tidy(heading.rest))
}

/// The heading above the heading of a list.
fn name_above(outline: &Outline<'_>, list: &Section) -> Option<usize> {
    let head = list.head?.block;
    let is_name = |block: &usize| {
        let text = outline.text(*block);
        (outline.heading_level(*block).is_some() || outline.is_bold(*block))
            && text.len() <= LONGEST_NAME_BYTES
            && cues::announced(text).is_none()
    };
    let name = (head.saturating_sub(MAX_BELOW_NAME)..head).rev().find(is_name)?;
    match (outline.heading_level(name), outline.heading_level(head)) {
        (Some(above), Some(own)) if above >= own => None,
        _ => Some(name),
    }
}

/// A title for each list; `None` unless all have one, because they may be parts of one recipe.
pub(super) fn titles(outline: &Outline<'_>, lists: &[&Section]) -> Option<Vec<usize>> {
    if lists.len() < 2 {
        return None;
    }
    let first: Vec<usize> = lists.iter().map(|list| list.first()).collect();
    let in_elements = siblings_around(outline, &first).and_then(|elements| {
        elements.iter().zip(&first).map(|(element, list)| title_in(outline, *element, *list)).collect()
    });
    let above = || lists.iter().map(|list| name_above(outline, list)).collect::<Option<Vec<usize>>>();
    let titles: Vec<usize> = in_elements.or_else(above)?;
    let levels = titles.iter().map(|title| outline.heading_level(*title));
    let level = titles.first().and_then(|title| outline.heading_level(*title))?;
    levels.into_iter().all(|other| other == Some(level)).then_some(titles)
}

fn siblings_around(outline: &Outline<'_>, lists: &[usize]) -> Option<Vec<NodeId>> {
    let paths: Vec<Vec<NodeId>> =
        lists.iter().map(|list| ancestors(outline, outline.node(*list)).collect()).collect();
    let (first, others) = paths.split_first()?;
    let common = first.iter().find(|node| others.iter().all(|path| path.contains(node)))?;
    let elements: Vec<NodeId> =
        lists.iter().map(|list| unit_of(outline, *common, outline.node(*list))).collect::<Option<_>>()?;
    let example = *elements.first()?;
    let are_apart = elements.array_windows().all(|[one, two]| one != two && is_alike(outline, example, *two));
    are_apart.then_some(elements)
}

fn title_in(outline: &Outline<'_>, element: NodeId, list: usize) -> Option<usize> {
    let (first, _) = outline.span(element);
    let title = (first..list).find(|block| outline.heading_level(*block).is_some())?;
    let words = outline.text(title);
    let is_name =
        cues::announced(words).is_none() && !cues::starts_a_group(words) && !cues::names_a_part(words);
    is_name.then_some(title)
}
