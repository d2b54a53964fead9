//! One try of an import, and its name: what travels between the states of the state machines.

use serde::{Deserialize, Serialize};

use crate::ids::RecipeId;

/// Which try of an import this is, from 1. Work of an earlier try never overwrites that of a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attempt(pub u32);

impl Attempt {
    /// The try with which every import begins: 1.
    pub const FIRST: Self = Self(1);

    /// The try after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// One try of one recipe's import: what travels between the states of the state machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Id of the recipe that is imported.
    pub id: RecipeId,
    /// Which try of the import the work belongs to: another than the recipe's own is no longer wanted.
    pub attempt: Attempt,
}

impl Job {
    /// The execution's name, `<id>-<attempt>`: the same job never runs twice at once.
    #[must_use]
    pub fn execution_name(&self) -> String {
        format!("{}-{}", self.id, self.attempt.0)
    }

    /// Reads [`Self::execution_name`] back; `None` for a name that we did not give.
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
    fn a_job_is_read_back_from_its_execution_name() {
        let job = Job { id: RecipeId::parse(&"a".repeat(32)).unwrap(), attempt: Attempt(3) };
        assert_eq!(Job::from_execution_name(&job.execution_name()), Some(job));
        assert_eq!(Job::from_execution_name("nightly-1"), None);
    }
}
