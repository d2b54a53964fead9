use std::future::Future;
use std::time::Duration;

use crate::agent::model::PaidModel;
use crate::runtime::{RestAnswer, RestError, RestRequest};
use agent::{Clock, Failure, Limits, Model, Proposed, RunId, Wish, propose, propose_without_model};
use app::agent_library::AgentLibrary;
use app::limits::{self, CountedUse, Counters, UseLimits};
use app::owner_token::{self, Verified};
use app::owners::{self, Purpose};
use app::recipe_store::RecipeStore;
use app::signed_token::KeyRing;
use app::spending::Spending;
use app::{AppError, Caller, Language, OwnerId};
use serde::Deserialize;
use zest_core::{RecipeId, Timestamp};

use crate::agent::propose::answers;

/// Maximum bytes of a request: 20,000 bytes of text; JSON may escape each to six bytes.
const MAX_BYTES: usize = 128 << 10;
/// Time for the model; it leaves time to book an interrupted call within API Gateway's 29 seconds.
const MODEL_TIMEOUT: Duration = Duration::from_secs(24);

/// Key rings from Secrets Manager, read when needed.
pub(crate) trait Keys: Send + Sync {
    fn ring(&self, token: &str) -> impl Future<Output = Result<KeyRing, AppError>> + Send;

    fn of_counters(&self) -> impl Future<Output = Result<KeyRing, AppError>> + Send;
}

pub(crate) struct Ports<'a, Recipes, Count, Ring, M, Costs> {
    pub(crate) recipes: &'a Recipes,
    pub(crate) counters: &'a Count,
    pub(crate) limits: Option<UseLimits>,
    pub(crate) keys: &'a Ring,
    pub(crate) model: Option<PaidModel<'a, M, Costs>>,
    pub(crate) edge_proof: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    recipe_id: String,
    wish: String,
    language: Language,
}

impl<Recipes, Count, Ring, M, Costs> Ports<'_, Recipes, Count, Ring, M, Costs>
where
    Recipes: RecipeStore,
    Count: Counters,
    Ring: Keys,
    M: Model,
    Costs: Spending,
{
    pub(crate) async fn propose(
        &self,
        request: &RestRequest,
        run: &RunId,
        clock: &impl Clock,
    ) -> Result<RestAnswer, RestError> {
        let begun = clock.now();
        let now = Timestamp::from_millis(begun.millis());
        let token = request.token().ok_or_else(answers::no_token)?;
        let ring = self.keys.ring(token).await?;
        let caller = match owner_token::verify(&ring, token, now) {
            Ok(Verified::Owner { identity, user, .. }) => Caller::Bearer { identity, user },
            Ok(Verified::Anonymous) | Err(_) => return Err(answers::no_token()),
        };
        let Body { recipe_id, wish, language } = request.json(MAX_BYTES)?;
        let recipe_id = RecipeId::parse(&recipe_id)
            .map_err(|error| RestError::invalid(format!("recipeId is malformed: {error}.")))?;
        let caller = owners::admit(self.recipes, caller, Purpose::Other).await?;
        let owner = caller.canonical().map_err(|_| answers::no_token())?;
        let library = AgentLibrary::new(self.recipes, owner.clone());
        let wish = Wish { recipe_id, wish, language };
        if let Some(proposed) = propose_without_model(&library, &wish).await {
            return answers::answer_of(proposed, language);
        }
        let model = self.model.ok_or_else(answers::off)?;
        if let Some(limits) = self.limits {
            let (ring, source) = (self.keys.of_counters().await?, request.source(self.edge_proof));
            limits::spend(limits, self.counters, &ring, CountedUse::Wish, &caller, source.as_ref(), now)
                .await?;
        }
        let until = begun.plus(MODEL_TIMEOUT);
        let proposed = propose_with_model(&model, &library, owner, &wish, run, clock, until).await?;
        answers::answer_of(proposed, language)
    }
}

async fn propose_with_model<Recipes: RecipeStore, M: Model, Costs: Spending>(
    model: &PaidModel<'_, M, Costs>,
    library: &AgentLibrary<'_, Recipes>,
    owner: OwnerId,
    wish: &Wish,
    run: &RunId,
    clock: &impl Clock,
    until: Timestamp,
) -> Result<Proposed, AppError> {
    let left = until.millis().saturating_sub(clock.now().millis());
    let limits = Limits { time: Duration::from_millis(left.try_into().unwrap_or(0)), ..Limits::default() };
    let account = model.account(owner, clock);
    let ports = agent::Ports { model: account.model(), library, transcripts: &(), budget: &account, clock };
    let proposed = Box::pin(propose(&ports, &limits, wish, run)).await;
    let used = account.close().await;
    let proposed = proposed?;
    tracing::info!(
        outcome = name(&proposed),
        rounds = used.rounds,
        input_tokens = used.usage.input_tokens,
        output_tokens = used.usage.output_tokens,
        micro_dollars = model.price.micros(used.usage),
        "proposed"
    );
    Ok(proposed)
}

fn name(proposed: &Proposed) -> &'static str {
    match proposed {
        Proposed::Failed(failure) => Failure::code(*failure),
        Proposed::Answered { patch: Some(_), .. } => "PROPOSED",
        _ => "NOTHING_PROPOSED",
    }
}

#[cfg(test)]
mod tests;
