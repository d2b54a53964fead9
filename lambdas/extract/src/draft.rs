//! A recipe as one reader tells it, before the readers are compared and its ingredient lines are read.

use recipe::{Content, Doubt};

use crate::extraction::{Diagnostic, Place, Provenance, Reader};

/// One ingredient line or one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// One line of plain text, without a bullet or a number that counts it.
    pub(crate) text: String,
    /// The heading above it, if it stands below one.
    pub(crate) group: Option<String>,
    /// The reader that found the line, for its provenance.
    pub(crate) reader: Reader,
    /// Where in the source, for instance `ul[3]/li[2]`; empty when it stands where its whole list stands.
    pub(crate) path: String,
    /// What the other side said, when this line was mended: the words that were replaced.
    pub(crate) instead_of: Option<String>,
    /// How sure the reader is that the line is what it is taken for, in percent.
    pub(crate) confidence: u8,
    /// Why a cook should look at it again.
    pub(crate) doubt: Option<Doubt>,
    /// Where on the pages of an upload it stands.
    pub(crate) place: Option<Place>,
}

impl Line {
    /// A line that its source marks as what it is.
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

/// A recipe as one reader tells it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// Without ingredients and instructions; these are in `lines` and `steps`.
    pub(crate) content: Content,
    pub(crate) lines: Vec<Line>,
    pub(crate) steps: Vec<Line>,
    /// One entry for each field that was found.
    pub(crate) provenance: Vec<Provenance>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Width times height of the picture, if its source states them, else 0.
    pub(crate) picture_pixels: u64,
    /// Addresses by which the recipe calls itself.
    pub(crate) addresses: Vec<String>,
}

impl Draft {
    /// Whether there is something to cook from.
    pub(crate) fn is_usable(&self) -> bool {
        !self.lines.is_empty() || !self.steps.is_empty()
    }

    /// The reader of the draft's first field; `None` for a draft in which nothing was found.
    pub(crate) fn reader(&self) -> Option<Reader> {
        self.provenance.first().map(|entry| entry.reader)
    }

    /// Whether its source marks it as a recipe with a vocabulary that machines read.
    pub(crate) fn is_marked(&self) -> bool {
        matches!(self.reader(), Some(Reader::JsonLd | Reader::Microdata | Reader::Rdfa))
    }

    /// Whether there is all that it takes to cook.
    pub(crate) fn is_complete(&self) -> bool {
        !self.lines.is_empty() && !self.steps.is_empty()
    }
}
