//! Reads notes that belong to a recipe, from recipe plugins and from texts.

use crate::dom::{Dom, NodeId};
use crate::{limits, prune, text};

const CLASSES: [&str; 10] = [
    "wprm-recipe-notes",
    "tasty-recipes-notes",
    "mv-create-notes",
    "zlrecipe-notes",
    "zrdn-notes-container",
    "wpurp-recipe-notes",
    "ERSNotes",
    "cooked-recipe-notes",
    "recipe-card-notes",
    "dr-note",
];

/// The notes of a plugin card without their heading, one paragraph per line.
pub(crate) fn of_plugin(dom: &Dom) -> Option<String> {
    let element = dom.descendants(Dom::ROOT).find(|id| is_notes(dom, *id))?;
    let shown = dom.visible_text(element);
    joined(shown.lines())
}

fn is_notes(dom: &Dom, id: NodeId) -> bool {
    let classes = dom.attribute(id, "class").unwrap_or_default();
    classes.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
}

pub(crate) fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let lines = lines.map(text::line).filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.skip_while(|line| prune::is_notes_heading(line)).collect();
    let mut notes = lines.join("\n");
    text::truncate_at_character(&mut notes, limits::MAX_NOTES_BYTES);
    (!notes.is_empty()).then_some(notes)
}
