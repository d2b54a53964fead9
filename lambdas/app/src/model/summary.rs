//! What has become of the recipes of one upload, for the card of the one that was created with it.

use serde::{Deserialize, Serialize};

use crate::failure::ErrorCode;

/// How many problems are told.
pub const PROBLEMS_LIMIT: usize = 50;

/// Characters of a title that are told.
const TITLE_LIMIT: usize = 60;

/// The `ImportSummary` of the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSummary {
    /// How many recipes the upload holds, as far as is known.
    pub found: u32,
    /// How many are in the book.
    pub imported: u32,
    /// How many could not be read.
    pub failed: u32,
    /// The first of these, at most [`PROBLEMS_LIMIT`].
    pub problems: Vec<ImportProblem>,
}

/// A recipe that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportProblem {
    /// What it is called, as far as that can be told.
    pub title: Option<String>,
    /// Why it is not in the book, as a code that clients translate.
    pub error_code: ErrorCode,
}

impl ImportSummary {
    /// Counts one that could not be read.
    pub(crate) fn add_problem(&mut self, title: Option<&str>, error_code: ErrorCode) {
        self.failed += 1;
        if self.problems.len() < PROBLEMS_LIMIT {
            let title = title.map(|title| title.chars().take(TITLE_LIMIT).collect());
            self.problems.push(ImportProblem { title, error_code });
        }
    }

    /// The reason that all problems have in common.
    pub(crate) fn common_reason(&self) -> Option<ErrorCode> {
        let first = self.problems.first()?.error_code;
        self.problems.iter().all(|problem| problem.error_code == first).then_some(first)
    }
}
