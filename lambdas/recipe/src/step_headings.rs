//! Headings of steps, such as `For the sauce`. A heading applies to the steps up to the next heading.

use crate::{Content, StepHeading};

/// Steps with a common heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepGroup<'a> {
    /// Heading as written; `None` before the first one.
    pub heading: Option<&'a str>,
    /// Index of the first step.
    pub first: usize,
    /// Steps as written.
    pub steps: &'a [String],
}

/// All steps, split at their headings.
#[must_use]
pub fn step_groups(content: &Content) -> Vec<StepGroup<'_>> {
    let mut groups = Vec::new();
    let mut heading = None;
    let (mut first, mut rest) = (0, content.instructions.as_slice());
    for next in &content.step_headings {
        let Some((steps, below)) =
            (next.step as usize).checked_sub(first).and_then(|count| rest.split_at_checked(count))
        else {
            continue;
        };
        if !steps.is_empty() {
            groups.push(StepGroup { heading, first, steps });
        }
        heading = Some(next.text.as_str());
        (first, rest) = (next.step as usize, below);
    }
    if !rest.is_empty() {
        groups.push(StepGroup { heading, first, steps: rest });
    }
    groups
}

/// Headings where the group of the steps changes. A step without a group stays below the previous heading.
pub fn headings_of_groups<'a>(groups: impl IntoIterator<Item = Option<&'a str>>) -> Vec<StepHeading> {
    let mut headings: Vec<StepHeading> = Vec::new();
    for (step, group) in (0..).zip(groups) {
        if let Some(text) = group
            && headings.last().is_none_or(|last| last.text != text)
        {
            headings.push(StepHeading { step, text: text.to_owned() });
        }
    }
    headings
}

/// Sorts headings; drops blank ones, those without a step, and all but the last one of a step.
#[must_use]
pub fn valid_headings(mut headings: Vec<StepHeading>, steps: usize) -> Vec<StepHeading> {
    headings.retain(|heading| (heading.step as usize) < steps && !heading.text.trim().is_empty());
    headings.sort_by_key(|heading| heading.step);
    headings.reverse();
    headings.dedup_by_key(|heading| heading.step);
    headings.reverse();
    headings
}

/// Headings of the steps `before`, moved to the steps `after`. A heading stays with its step, or keeps its
/// index if `after` lacks the step.
#[must_use]
pub fn moved_headings(headings: &[StepHeading], before: &[String], after: &[String]) -> Vec<StepHeading> {
    let moved = headings.iter().map(|heading| {
        let at = heading.step as usize;
        let is_there = before.get(at).is_some_and(|step| after.get(at) == Some(step));
        let step = before.get(at).filter(|_| !is_there);
        let found = step.and_then(|step| after.iter().position(|other| other == step));
        let step = found.and_then(|found| u32::try_from(found).ok()).unwrap_or(heading.step);
        StepHeading { step, ..heading.clone() }
    });
    valid_headings(moved.collect(), after.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(step: u32, text: &str) -> StepHeading {
        StepHeading { step, text: text.to_owned() }
    }

    fn steps(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn steps_are_split_at_their_headings() {
        let content = Content {
            instructions: steps(&["Heat.", "Knead.", "Rest.", "Bake."]),
            step_headings: vec![heading(1, "Dough"), heading(3, "To finish")],
            ..Content::default()
        };
        let groups: Vec<_> = step_groups(&content)
            .into_iter()
            .map(|group| (group.heading, group.first, group.steps.len()))
            .collect();
        assert_eq!(groups, [(None, 0, 1), (Some("Dough"), 1, 2), (Some("To finish"), 3, 1)]);
        let invalid =
            Content { step_headings: vec![heading(2, "B"), heading(1, "A"), heading(9, "C")], ..content };
        let shown: usize = step_groups(&invalid).iter().map(|group| group.steps.len()).sum();
        assert_eq!(shown, 4, "no step is lost");
    }

    #[test]
    fn groups_become_headings_where_they_change() {
        let groups = [None, Some("Dough"), Some("Dough"), None, Some("Sauce"), Some("Dough")];
        assert_eq!(
            headings_of_groups(groups),
            [heading(1, "Dough"), heading(4, "Sauce"), heading(5, "Dough")]
        );
    }

    #[test]
    fn invalid_headings_are_dropped() {
        let all = vec![heading(3, "D"), heading(1, "A"), heading(1, "B"), heading(0, " \n"), heading(4, "E")];
        assert_eq!(valid_headings(all, 4), [heading(1, "B"), heading(3, "D")]);
    }

    #[test]
    fn headings_follow_their_steps() {
        let before = steps(&["Mix.", "Bake.", "Glaze."]);
        let all = [heading(0, "Cake"), heading(2, "Icing")];
        for (after, expected) in [
            (vec!["Weigh.", "Mix.", "Bake.", "Glaze."], vec![heading(1, "Cake"), heading(3, "Icing")]),
            (vec!["Mix.", "Bake.", "Glaze it."], vec![heading(0, "Cake"), heading(2, "Icing")]),
            (vec!["Mix."], vec![heading(0, "Cake")]),
            (vec![], vec![]),
        ] {
            assert_eq!(moved_headings(&all, &before, &steps(&after)), expected, "{after:?}");
        }
    }
}
