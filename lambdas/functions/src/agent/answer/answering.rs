//! Answers one question using the conversation store, recipes and billing.

use crate::agent::model::PaidModel;
use agent::Metered;
use agent::{Clock, ConversationId, Credit, Limits, Model, Outcome, QuestionId, RunId};
use app::AppError;
use app::agent_library::AgentLibrary;
use app::conversations::{ConversationStore, PartPublisher, StoredTranscripts};
use app::recipe_store::RecipeStore;
use app::spending::Spending;

pub(crate) struct Ports<'p, M, Conversations, Recipes, Costs, Publisher> {
    pub(crate) model: PaidModel<'p, M, Costs>,
    pub(crate) conversations: &'p Conversations,
    pub(crate) recipes: &'p Recipes,
    pub(crate) publisher: &'p Publisher,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    pub(crate) credit: Credit,
    pub(crate) used: Metered,
}

impl<M, Conversations, Recipes, Costs, Publisher> Ports<'_, M, Conversations, Recipes, Costs, Publisher>
where
    M: Model,
    Conversations: ConversationStore,
    Recipes: RecipeStore,
    Costs: Spending,
    Publisher: PartPublisher,
{
    pub(crate) async fn answer(
        &self,
        id: &ConversationId,
        question: &QuestionId,
        run: &RunId,
        clock: &impl Clock,
    ) -> Result<Ended, AppError> {
        let found = self.conversations.get(id).await?;
        let Some(conversation) = found.filter(|found| !found.is_deleted) else {
            let (outcome, credit) = (Outcome::Superseded, Credit::Keep);
            return Ok(Ended { outcome, credit, used: Metered::default() });
        };
        let owner = conversation.owner;
        let library = AgentLibrary::new(self.recipes, owner.clone());
        let transcripts = StoredTranscripts::new(self.conversations, self.publisher, id.clone());
        let account = self.model.account(owner, clock);
        let ports = agent::Ports {
            model: account.model(),
            library: &library,
            transcripts: &transcripts,
            budget: &account,
            clock,
        };
        let limits = Limits::default();
        let ended = Box::pin(agent::answer(&ports, &limits, question, run)).await;
        let used = account.close().await;
        let ended = ended?;
        Ok(Ended { outcome: ended.outcome, credit: ended.credit, used })
    }
}

#[cfg(test)]
mod tests;
