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

/// Appends notes, one paragraph per line, unless they are already present.
pub(crate) fn add(notes: &mut Option<String>, more: &str) {
    let lines: Vec<String> = more.lines().map(text::line).collect();
    let more = lines.join("\n");
    let more = more.trim();
    if more.is_empty() || notes.as_ref().is_some_and(|known| known.contains(more)) {
        return;
    }
    match notes {
        Some(known) => {
            known.push_str("\n\n");
            known.push_str(more);
        }
        None => *notes = Some(more.to_owned()),
    }
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
