//! Summary of a multi-recipe upload.

use serde::{Deserialize, Serialize};

use crate::failure::ErrorCode;

/// Maximum listed problems.
pub const PROBLEMS_LIMIT: usize = 50;

const TITLE_LIMIT: usize = 60;

/// `ImportSummary` in the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSummary {
    /// Recipes in the upload, as far as known.
    pub found: u32,
    /// Recipes stored.
    pub imported: u32,
    /// Entries that could not be read.
    pub failed: u32,
    /// The first problems, at most [`PROBLEMS_LIMIT`].
    pub problems: Vec<ImportProblem>,
}

/// An entry that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportProblem {
    /// Title, if known.
    pub title: Option<String>,
    /// Reason, translated by clients.
    pub error_code: ErrorCode,
}

impl ImportSummary {
    pub(crate) fn add_problem(&mut self, title: Option<&str>, error_code: ErrorCode) {
        self.failed += 1;
        if self.problems.len() < PROBLEMS_LIMIT {
            let title = title.map(|title| title.chars().take(TITLE_LIMIT).collect());
            self.problems.push(ImportProblem { title, error_code });
        }
    }

    /// Error code shared by all problems.
    pub(crate) fn common_reason(&self) -> Option<ErrorCode> {
        let first = self.problems.first()?.error_code;
        self.problems.iter().all(|problem| problem.error_code == first).then_some(first)
    }
}
