//! Finds the titles of several recipes in similar sibling elements.

use super::growth::{ancestors, is_alike, unit_of};
use super::outline::Outline;
use crate::cues;
use crate::dom::NodeId;

/// A title for each list; `None` unless all have one, because they may be parts of one recipe.
pub(super) fn titles(outline: &Outline<'_>, lists: &[usize]) -> Option<Vec<usize>> {
    if lists.len() < 2 {
        return None;
    }
    let elements = siblings_around(outline, lists)?;
    let titles: Option<Vec<usize>> =
        elements.iter().zip(lists).map(|(element, list)| title_in(outline, *element, *list)).collect();
    let titles = titles?;
    let levels = titles.iter().map(|title| outline.heading_level(*title));
    let first = titles.first().and_then(|title| outline.heading_level(*title));
    levels.into_iter().all(|level| level == first).then_some(titles)
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
