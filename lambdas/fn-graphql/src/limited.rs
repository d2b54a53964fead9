//! The fields of which so many may be used in an hour.

use app::import::{self, Admission, CreateRecipe};
use app::limits::{self, SourceAddress, Use};
use app::{AppError, Caller, Recipe, Timestamp};
use aws::DynamoLedger;

use crate::Function;

impl Function {
    /// Counts one use; refuses it where there is no more to be had.
    pub(crate) async fn spend(
        &self,
        using: Use,
        caller: &Caller,
        source: Option<&SourceAddress>,
        now: Timestamp,
    ) -> Result<(), AppError> {
        let Some(hourly) = self.limits else { return Ok(()) };
        let ring = self.keys.for_issuing().await?;
        limits::spend(hourly, &self.counters, &ring, using, caller, source, now).await
    }

    /// Begins an import, if it is admitted.
    pub(crate) async fn import(
        &self,
        caller: &Caller,
        source: Option<&SourceAddress>,
        input: CreateRecipe,
        now: Timestamp,
    ) -> Result<Recipe, AppError> {
        let ring = self.keys.for_issuing().await?;
        let admission = Admission {
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            credits: self.credits(),
            uploads: &self.uploads,
            under_way: self.imports_under_way,
            source,
        };
        let admitted = import::admit(&self.recipes, &admission, caller, &input, now).await?;
        import::create(&self.recipes, &self.machines, &self.guard, caller, input, admitted, now).await
    }

    /// What members pay with, where anything costs something.
    pub(crate) fn credits(&self) -> Option<&DynamoLedger> {
        self.limits.map(|_| &self.ledger)
    }
}
