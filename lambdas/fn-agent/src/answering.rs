//! One answer over the ports that keep, read and pay for it.

use agent::{
    Budget, Clock, ConversationId, Credit, Limits, Model, Outcome, QuestionId, RunId, StoreError, Usage,
};
use app::AppError;
use app::recipe_store::RecipeStore;
use app::spending::Spending;
use aws::{AgentBudget, AgentLibrary};
use bedrock::{Meter, Metered, Price};
use conversations::{ConversationStore, PartPublisher, StoredTranscripts};

/// What an answer is made from.
pub(crate) struct Ports<'p, M, Conversations, Recipes, Money, Publisher> {
    pub(crate) model: &'p M,
    pub(crate) price: Price,
    pub(crate) conversations: &'p Conversations,
    pub(crate) recipes: &'p Recipes,
    pub(crate) spending: &'p Money,
    /// What a day may cost one person, in US cents.
    pub(crate) cents: u32,
    pub(crate) publisher: &'p Publisher,
}

/// How an answer has ended, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    pub(crate) credit: Credit,
    pub(crate) used: Metered,
}

impl<M, Conversations, Recipes, Money, Publisher> Ports<'_, M, Conversations, Recipes, Money, Publisher>
where
    M: Model,
    Conversations: ConversationStore,
    Recipes: RecipeStore,
    Money: Spending,
    Publisher: PartPublisher,
{
    /// Answers a question of a conversation, with the recipes and the money of whoever the conversation belongs to.
    ///
    /// # Errors
    /// [`AppError`] where nothing can be read or written.
    pub(crate) async fn answer(
        &self,
        id: &ConversationId,
        question: &QuestionId,
        run: &RunId,
        clock: &impl Clock,
    ) -> Result<Ended, AppError> {
        let meter = Meter::new(self.model);
        let found = self.conversations.get(id).await?;
        let Some(conversation) = found.filter(|found| !found.is_deleted) else {
            let (outcome, credit) = (Outcome::Superseded, Credit::Keep);
            return Ok(Ended { outcome, credit, used: meter.read() });
        };
        let owner = conversation.owner;
        let library = AgentLibrary::new(self.recipes, owner.clone());
        let transcripts = StoredTranscripts::new(self.conversations, self.publisher, id.clone());
        let budget =
            AgentBudget::new(self.spending, clock, owner, self.cents, |usage| self.price.micros(usage));
        let ports = agent::Ports {
            model: &meter,
            library: &library,
            transcripts: &transcripts,
            budget: &budget,
            clock,
        };
        let limits = Limits::default();
        let ended = Box::pin(agent::answer(&ports, &limits, question, run)).await;
        let used = meter.read();
        // What a call cost that was broken off nobody else books. It is lost where it cannot be booked: the answer stays.
        if used.untold != Usage::default()
            && let Err(error) = budget.charge(used.untold).await
        {
            tracing::warn!(%error, "what a model was used for could not be booked");
        }
        match ended {
            Ok(ended) => Ok(Ended { outcome: ended.outcome, credit: ended.credit, used }),
            Err(StoreError::Busy(_)) => Err(AppError::Busy),
            Err(StoreError::Broken(detail)) => Err(AppError::Internal(detail)),
        }
    }
}

#[cfg(test)]
mod tests;
