//! Import attempts, as workflow states pass them.

use serde::{Deserialize, Serialize};

use zest_core::RecipeId;

/// Number of an import attempt, from 1. An earlier attempt never overwrites a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attempt(pub u32);

impl Attempt {
    /// Number of the first attempt: 1.
    pub const FIRST: Self = Self(1);

    /// The next attempt.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// One attempt of a recipe's import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Recipe that is imported.
    pub id: RecipeId,
    /// Attempt. The job is outdated if the recipe has another current attempt.
    pub attempt: Attempt,
}

impl Job {
    /// Execution name `<id>-<attempt>`. It is unique, so a job never runs twice.
    #[must_use]
    pub fn execution_name(&self) -> String {
        format!("{}-{}", self.id, self.attempt.0)
    }

    /// Parses [`Self::execution_name`]; `None` for other names.
    #[must_use]
    pub fn from_execution_name(name: &str) -> Option<Self> {
        let (id, attempt) = name.split_once('-')?;
        Some(Self { id: RecipeId::parse(id).ok()?, attempt: Attempt(attempt.parse().ok()?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_parses_back_from_its_execution_name() {
        let job = Job { id: RecipeId::parse(&"a".repeat(32)).unwrap(), attempt: Attempt(3) };
        assert_eq!(Job::from_execution_name(&job.execution_name()), Some(job));
        assert_eq!(Job::from_execution_name("nightly-1"), None);
    }
}
