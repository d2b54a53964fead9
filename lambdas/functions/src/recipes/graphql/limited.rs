use app::book::{self, CopyPlan, RetryBy};
use app::import::{self, Admission, CreateRecipe};
use app::limits::{self, CountedUse};
use app::refusal::Refusal;
use app::source_address::SourceAddress;
use app::view::RecipeView;
use app::{AppError, Caller, Recipe};
use aws::DynamoLedger;
use zest_core::Timestamp;

use crate::recipes::graphql::Function;
use crate::recipes::graphql::fields::Retry;

impl Function {
    pub(crate) async fn spend(
        &self,
        using: CountedUse,
        caller: &Caller,
        source: Option<&SourceAddress>,
        now: Timestamp,
    ) -> Result<(), AppError> {
        let Some(hourly) = self.limits else { return Ok(()) };
        let ring = self.counting.for_issuing().await?;
        limits::spend(hourly, &self.counters, &ring, using, caller, source, now).await
    }

    pub(crate) async fn import(
        &self,
        caller: &Caller,
        source: Option<&SourceAddress>,
        input: CreateRecipe,
        now: Timestamp,
    ) -> Result<Recipe, AppError> {
        let ring = self.counting.for_issuing().await?;
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

    pub(crate) async fn copy(
        &self,
        caller: &Caller,
        source: Option<&SourceAddress>,
        plan: CopyPlan,
        now: Timestamp,
    ) -> Result<RecipeView, AppError> {
        match plan {
            CopyPlan::Import(input) => {
                let imported = self.import(caller, source, input, now).await?;
                Ok(RecipeView::for_owner(imported))
            }
            CopyPlan::Copy(original, id) => {
                self.spend(CountedUse::OwnRecipe, caller, source, now).await?;
                Box::pin(book::copy(&self.recipes, &self.media, caller, *original, id, now)).await
            }
        }
    }

    /// Retries a failed import. A retry by the assistant counts as one upload, after authorization.
    pub(crate) async fn retry(
        &self,
        caller: &Caller,
        source: Option<&SourceAddress>,
        Retry { id, assistant }: Retry,
        now: Timestamp,
    ) -> Result<RecipeView, AppError> {
        let by = if assistant == Some(true) { RetryBy::Assistant } else { RetryBy::Readers };
        if by == RetryBy::Readers {
            self.spend(CountedUse::FreeImport, caller, source, now).await?;
        } else if !self.has_assistant {
            return Err(AppError::InvalidInput(Refusal::NoAssistant));
        } else if book::is_for_assistant(&self.recipes, caller, &id).await? {
            self.spend(CountedUse::UploadImport, caller, source, now).await?;
        }
        book::retry(&self.recipes, &self.machines, self.credits(), caller, &id, by, now).await
    }

    pub(crate) fn credits(&self) -> Option<&DynamoLedger> {
        self.limits.map(|_| &self.ledger)
    }
}
