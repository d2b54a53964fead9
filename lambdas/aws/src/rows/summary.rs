use app::ErrorCode;
use app::model::{ImportProblem, ImportSummary};
use serde::{Deserialize, Serialize};

use crate::rows::codes::Coded;

#[derive(Serialize, Deserialize)]
pub(super) struct SummaryRow {
    found: u32,
    imported: u32,
    failed: u32,
    problems: Vec<ProblemRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProblemRow {
    title: Option<String>,
    /// An unknown code is read as [`ErrorCode::Internal`].
    error_code: Coded<ErrorCode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl From<&ImportSummary> for SummaryRow {
    fn from(summary: &ImportSummary) -> Self {
        let problem = |problem: &ImportProblem| ProblemRow {
            title: problem.title.clone(),
            error_code: problem.error_code.into(),
            text: problem.text.clone(),
        };
        Self {
            found: summary.found,
            imported: summary.imported,
            failed: summary.failed,
            problems: summary.problems.iter().map(problem).collect(),
        }
    }
}

impl From<SummaryRow> for ImportSummary {
    fn from(row: SummaryRow) -> Self {
        let problem = |row: ProblemRow| ImportProblem {
            title: row.title,
            error_code: row.error_code.known().unwrap_or(ErrorCode::Internal),
            text: row.text,
        };
        Self {
            found: row.found,
            imported: row.imported,
            failed: row.failed,
            problems: row.problems.into_iter().map(problem).collect(),
        }
    }
}
