use recipe::Content;

use crate::draft::Line;
use crate::extraction::{Diagnostic, Provenance};
use crate::text;

/// Maximum bytes of a text; paragraphs of cookbooks have up to 2,000.
pub(crate) const MAX_TEXT_BYTES: usize = 5_000;
pub(crate) const MAX_LINES: usize = 500;

pub(crate) const MAX_NOTES_BYTES: usize = 40_000;

/// Maximum bytes of a path, which may contain names from the page.
const MAX_PLACE_BYTES: usize = 300;

pub(crate) fn truncate_paths(provenance: &mut [Provenance], diagnostics: &mut [Diagnostic]) {
    let diagnostic_paths = diagnostics.iter_mut().filter_map(|diagnostic| diagnostic.path.as_mut());
    for path in provenance.iter_mut().map(|entry| &mut entry.path).chain(diagnostic_paths) {
        text::truncate_at_character(path, MAX_PLACE_BYTES);
    }
}

/// Truncates texts and lists; returns whether it did.
pub(crate) fn truncate_content(content: &mut Content, lists: [&mut Vec<Line>; 2]) -> bool {
    let mut is_cut = false;
    for text in [&mut content.title, &mut content.description, &mut content.yields].into_iter().flatten() {
        is_cut |= text::truncate_at_character(text, MAX_TEXT_BYTES);
    }
    for list in lists {
        is_cut |= list.len() > MAX_LINES;
        list.truncate(MAX_LINES);
        for line in list {
            is_cut |= text::truncate_at_character(&mut line.text, MAX_TEXT_BYTES);
            for text in [&mut line.group, &mut line.instead_of].into_iter().flatten() {
                is_cut |= text::truncate_at_character(text, MAX_TEXT_BYTES);
            }
        }
    }
    is_cut
}
