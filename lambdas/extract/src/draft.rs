//! A draft: one reader's candidate recipe, before reconciliation and ingredient parsing.

use recipe::{Content, Doubt};

use crate::extraction::{Diagnostic, Place, Provenance, Reader};

/// One ingredient line or step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// One line of plain text without bullet or step number.
    pub(crate) text: String,
    /// Heading of its ingredient group or step section.
    pub(crate) group: Option<String>,
    pub(crate) reader: Reader,
    /// Position in the source, for instance `ul[3]/li[2]`; empty if it is that of the whole list.
    pub(crate) path: String,
    /// Original text, if reconciliation replaced the line.
    pub(crate) instead_of: Option<String>,
    /// Confidence in percent.
    pub(crate) confidence: u8,
    /// Reason to ask the user to check the line.
    pub(crate) doubt: Option<Doubt>,
    /// Bounding box on the pages of an upload.
    pub(crate) place: Option<Place>,
}

impl Line {
    /// A line that its source marks explicitly, with full confidence.
    pub(crate) fn marked(reader: Reader, text: String) -> Self {
        Self {
            text,
            group: None,
            reader,
            path: String::new(),
            instead_of: None,
            confidence: 100,
            doubt: None,
            place: None,
        }
    }
}

/// One reader's candidate recipe.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// Ingredients and instructions are empty here; see `lines` and `steps`.
    pub(crate) content: Content,
    pub(crate) lines: Vec<Line>,
    pub(crate) steps: Vec<Line>,
    /// One entry for each field found.
    pub(crate) provenance: Vec<Provenance>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Width times height of the picture; 0 if unknown.
    pub(crate) picture_pixels: u64,
    /// URLs that identify the recipe.
    pub(crate) addresses: Vec<String>,
}

impl Draft {
    /// Has ingredients or steps.
    pub(crate) fn is_usable(&self) -> bool {
        !self.lines.is_empty() || !self.steps.is_empty()
    }

    /// Reader of the first field; `None` for an empty draft.
    pub(crate) fn reader(&self) -> Option<Reader> {
        self.provenance.first().map(|entry| entry.reader)
    }

    /// Comes from JSON-LD, microdata or RDFa.
    pub(crate) fn is_marked(&self) -> bool {
        matches!(self.reader(), Some(Reader::JsonLd | Reader::Microdata | Reader::Rdfa))
    }

    /// Has ingredients and steps.
    pub(crate) fn is_complete(&self) -> bool {
        !self.lines.is_empty() && !self.steps.is_empty()
    }
}
