//! What `examples/train_lines.rs` shares with the reader: the same tokens, the same observations, the same fields.

use std::ops::Range;

use crate::features;
use crate::line::{self, Body};
use crate::model::{Label, Model};
use crate::{Ingredient, Language};

/// A line as the model sees it.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The line as the model reads it: without its bullet, and what is written oddly as most write it.
    pub text: String,
    /// Where each token stands in `text`, in bytes.
    pub spans: Vec<Range<usize>>,
    /// What there is to learn from.
    pub observations: Observations,
}

pub use crate::features::{JOINTS, Observations, PER_TOKEN};

/// Takes a line to tokens and looks at them.
#[must_use]
pub fn observe(text: &str, language: Option<Language>) -> Observed {
    let body = Body::of(text, language);
    let spans = body.tokens.iter().map(|token| token.start..token.end).collect();
    let observations = features::observe(&body.text, &body.tokens);
    Observed { text: body.text.into_owned(), spans, observations }
}

/// The ingredient that a line with these labels is.
#[must_use]
pub fn assemble(text: &str, language: Option<Language>, labels: &[Label]) -> Ingredient {
    line::assemble(&Body::of(text, language), labels)
}

/// Reads a line with other weights than those of the library.
#[must_use]
pub fn read_with(model: &Model<'_>, text: &str, language: Option<Language>) -> Ingredient {
    line::read_with(model, text, language)
}
