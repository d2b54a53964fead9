//! Interface for `examples/train_lines.rs`: the tokens, features and field assembly of the parser.

use std::ops::Range;

use crate::features;
use crate::line::{self, TokenizedLine};
use crate::model::{Label, Model};
use crate::{Ingredient, Language};

/// A line in the form that the model reads.
#[derive(Clone, Debug)]
pub struct FeaturizedLine {
    /// Normalized text without its bullet.
    pub text: String,
    /// Byte ranges of the tokens in `text`.
    pub spans: Vec<Range<usize>>,
    /// Features of the tokens.
    pub observations: LineFeatures,
}

pub use crate::features::{FEATURES_PER_TOKEN, LineFeatures, TRANSITION_CONTEXTS};

/// Tokenizes a line and computes its features.
#[must_use]
pub fn observe(text: &str, language: Option<Language>) -> FeaturizedLine {
    let body = TokenizedLine::of(text, language);
    let spans = body.tokens.iter().map(|token| token.start..token.end).collect();
    let observations = features::observe(&body.text, &body.tokens);
    FeaturizedLine { text: body.text.into_owned(), spans, observations }
}

/// Builds the ingredient from labels.
#[must_use]
pub fn assemble(text: &str, language: Option<Language>, labels: &[Label]) -> Ingredient {
    line::assemble(&TokenizedLine::of(text, language), labels)
}

/// Parses a line with custom weights.
#[must_use]
pub fn read_with(model: &Model<'_>, text: &str, language: Option<Language>) -> Ingredient {
    line::read_with(model, text, language)
}
