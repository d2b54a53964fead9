//! Whoever read it: no recipe is longer than this.

use recipe::Content;

use crate::draft::Line;
use crate::extraction::{Diagnostic, Provenance};
use crate::text;

/// Cookbooks' longest paragraphs have some 2,000 bytes.
pub(crate) const MAX_TEXT_BYTES: usize = 5_000;
/// A list this long is no longer one recipe's.
pub(crate) const MAX_LINES: usize = 500;

/// Where something stands is told by names, and a page may give itself any.
const MAX_PLACE_BYTES: usize = 300;

/// Cuts the names of places.
pub(crate) fn keep_places(provenance: &mut [Provenance], diagnostics: &mut [Diagnostic]) {
    let told = diagnostics.iter_mut().filter_map(|diagnostic| diagnostic.path.as_mut());
    for path in provenance.iter_mut().map(|entry| &mut entry.path).chain(told) {
        text::cut(path, MAX_PLACE_BYTES);
    }
}

/// Cuts what is longer; answers whether anything was.
pub(crate) fn keep(content: &mut Content, lists: [&mut Vec<Line>; 2]) -> bool {
    let mut is_cut = false;
    for text in [&mut content.title, &mut content.description, &mut content.yields].into_iter().flatten() {
        is_cut |= text::cut(text, MAX_TEXT_BYTES);
    }
    for list in lists {
        is_cut |= list.len() > MAX_LINES;
        list.truncate(MAX_LINES);
        for line in list {
            is_cut |= text::cut(&mut line.text, MAX_TEXT_BYTES);
            for text in [&mut line.group, &mut line.instead_of].into_iter().flatten() {
                is_cut |= text::cut(text, MAX_TEXT_BYTES);
            }
        }
    }
    is_cut
}
