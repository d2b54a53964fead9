//! One reader's candidate recipe.

use recipe::{Content, Doubt};

use crate::dom::NodeId;
use crate::extraction::{Diagnostic, Place, Provenance, Reader};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Text without bullet or step number.
    pub(crate) text: String,
    pub(crate) group: Option<String>,
    pub(crate) reader: Reader,
    /// Path such as `ul[3]/li[2]`; empty if the list's path applies.
    pub(crate) path: String,
    /// The list element on the page, for list items.
    pub(crate) list: Option<NodeId>,
    pub(crate) instead_of: Option<String>,
    pub(crate) confidence: u8,
    pub(crate) doubt: Option<Doubt>,
    pub(crate) place: Option<Place>,
}

impl Line {
    pub(crate) fn marked(reader: Reader, text: String) -> Self {
        Self {
            text,
            group: None,
            reader,
            path: String::new(),
            list: None,
            instead_of: None,
            confidence: 100,
            doubt: None,
            place: None,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// Content without ingredients and instructions.
    pub(crate) content: Content,
    pub(crate) lines: Vec<Line>,
    pub(crate) steps: Vec<Line>,
    /// One entry per field.
    pub(crate) provenance: Vec<Provenance>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Width times height; 0 if unknown.
    pub(crate) picture_pixels: u64,
    pub(crate) addresses: Vec<String>,
    pub(crate) notes: Option<String>,
    /// Web address that an export names.
    pub(crate) source_url: Option<String>,
}

impl Draft {
    /// Whether it has ingredients or steps.
    pub(crate) fn is_usable(&self) -> bool {
        !self.lines.is_empty() || !self.steps.is_empty()
    }

    pub(crate) fn reader(&self) -> Option<Reader> {
        self.provenance.first().map(|entry| entry.reader)
    }

    pub(crate) fn is_marked(&self) -> bool {
        matches!(self.reader(), Some(Reader::JsonLd | Reader::Microdata | Reader::Rdfa))
    }

    pub(crate) fn is_complete(&self) -> bool {
        !self.lines.is_empty() && !self.steps.is_empty()
    }
}
