use serde::{Deserialize, Serialize};

use crate::failure::ErrorCode;

/// Maximum listed problems.
pub const PROBLEMS_LIMIT: usize = 50;

const TITLE_LIMIT: usize = 60;
const TEXT_LIMIT: usize = 2_000;
/// Maximum bytes of all texts, because the summary is part of the recipe's row.
const TEXTS_LIMIT_BYTES: usize = 20_000;

/// `ImportSummary` in the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSummary {
    /// Number of recipes in the upload, as far as known.
    pub found: u32,
    /// Number of stored recipes.
    pub imported: u32,
    /// Number of entries that could not be imported.
    pub failed: u32,
    /// The first problems, at most [`PROBLEMS_LIMIT`].
    pub problems: Vec<ImportProblem>,
}

/// An entry that could not be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportProblem {
    /// Title, if known.
    pub title: Option<String>,
    /// Reason, translated by clients.
    pub error_code: ErrorCode,
    /// The entry's text for the user to copy; `None` if there is none, or if it does not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl ImportSummary {
    pub(crate) fn add_problem(&mut self, title: Option<&str>, error_code: ErrorCode, text: Option<&str>) {
        self.failed += 1;
        if self.problems.len() < PROBLEMS_LIMIT {
            let title = title.map(|title| title.chars().take(TITLE_LIMIT).collect());
            let kept: usize =
                self.problems.iter().filter_map(|problem| problem.text.as_ref()).map(String::len).sum();
            let text = text.map(|text| text.chars().take(TEXT_LIMIT).collect::<String>());
            let text = text.filter(|text| kept + text.len() <= TEXTS_LIMIT_BYTES);
            self.problems.push(ImportProblem { title, error_code, text });
        }
    }

    pub(crate) fn common_reason(&self) -> Option<ErrorCode> {
        let first = self.problems.first()?.error_code;
        self.problems.iter().all(|problem| problem.error_code == first).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_problems_are_limited_together() {
        let mut summary = ImportSummary::default();
        for _ in 0..60 {
            summary.add_problem(Some("Soup"), ErrorCode::NoRecipeInFile, Some(&"a".repeat(3_000)));
        }
        let texts: Vec<usize> =
            summary.problems.iter().filter_map(|problem| problem.text.as_ref()).map(String::len).collect();
        assert_eq!((summary.failed, summary.problems.len()), (60, 50));
        assert_eq!(texts, [2_000; 10]);
    }
}
