use std::time::Duration;

use crate::runtime::{answer as write, arguments as read};
use app::book::{self, DeletePorts, Deletion, UpdateRecipe};
use app::crash::{self, Crash};
use app::import::CreateRecipeInput;
use app::limits::CountedUse;
use app::listing::SortDirection;
use app::recipe_store::Order;
use app::uploads::{self, CreateUpload};
use app::view::RecipeView;
use app::{AppError, Caller, Language, analytics, claim, owner_token, publish};
use aws::{DynamoRecipes, S3Artifacts, S3Media, S3Uploads};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::recipes::graphql::{Call, Function, counting};

#[derive(Deserialize)]
struct ById {
    id: String,
}

#[derive(Deserialize)]
pub(crate) struct Retry {
    pub(crate) id: String,
    pub(crate) assistant: Option<bool>,
}

#[derive(Deserialize)]
struct ByIds {
    ids: Vec<String>,
}

#[derive(Deserialize)]
struct OfSubmission {
    submission: String,
}

#[derive(Deserialize)]
struct MaybeOfSubmission {
    submission: Option<String>,
}

#[derive(Deserialize)]
struct Blank {
    id: String,
    language: Option<Language>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Copy {
    source_id: String,
    id: String,
}

#[derive(Deserialize)]
struct WithEvent {
    event: analytics::Event,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    limit: Option<i64>,
    next_token: Option<String>,
}

#[derive(Deserialize)]
struct ByOwner {
    owner: String,
}

#[derive(Deserialize)]
struct WithInput<Input> {
    input: Input,
}

#[derive(Deserialize)]
struct WithToken {
    token: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListArguments {
    filter: Option<Value>,
    limit: Option<i64>,
    next_token: Option<String>,
    sort_direction: Option<SortDirection>,
}

/// Time of one claim or deletion call, which the client repeats.
const CALL_BUDGET: Duration = Duration::from_secs(8);

impl Function {
    pub(crate) async fn resolve(
        &self,
        parent: &str,
        field: &str,
        Call { caller, source, arguments }: Call,
    ) -> Result<Value, AppError> {
        let now = crate::runtime::now();
        let (caller, source) = (&caller, source.as_ref());
        match (parent, field) {
            ("Query", "getRecipe") => {
                let ById { id } = read(&arguments)?;
                write(&book::get(&self.recipes, caller, &id).await?)
            }
            ("Query", "listRecipes") => self.list(caller, read(&arguments)?).await,
            ("Mutation", "createRecipe") => {
                let WithInput::<CreateRecipeInput> { input } = read(&arguments)?;
                write(&RecipeView::for_owner(self.import(caller, source, input.parse()?, now).await?))
            }
            ("Mutation", "createUpload") => {
                let WithInput::<CreateUpload> { input } = read(&arguments)?;
                self.spend(CountedUse::Form, caller, source, now).await?;
                write(&uploads::create(&self.recipes, &self.uploads, caller, input, now).await?)
            }
            ("Mutation", "deleteUpload") => {
                let OfSubmission { submission } = read(&arguments)?;
                let submission = uploads::delete(&self.recipes, &self.uploads, caller, &submission).await?;
                Ok(json!({ "submission": submission }))
            }
            ("Query", "listUploads") => {
                let MaybeOfSubmission { submission } = read(&arguments)?;
                write(&uploads::list(&self.recipes, &self.uploads, caller, submission.as_deref()).await?)
            }
            ("Query", "sourcePages") => {
                let ById { id } = read(&arguments)?;
                write(&uploads::source_pages(&self.recipes, &self.uploads, caller, &id).await?)
            }
            ("Mutation", "createBlankRecipe") => {
                let Blank { id, language } = read(&arguments)?;
                self.spend(CountedUse::OwnRecipe, caller, source, now).await?;
                write(&book::create_blank(&self.recipes, caller, &id, language, now).await?)
            }
            ("Mutation", "copyRecipe") => {
                let Copy { source_id, id } = read(&arguments)?;
                let plan = book::plan_copy(&self.recipes, caller, &source_id, &id).await?;
                write(&Box::pin(self.copy(caller, source, plan, now)).await?)
            }
            ("Query", "exportRecipes") => {
                let Page { limit, next_token } = read(&arguments)?;
                let page = book::export(&self.recipes, caller, limit, next_token.as_deref()).await?;
                Ok(json!({ "items": page.recipes, "nextToken": page.next_token }))
            }
            ("Mutation", "updateRecipe") => {
                let WithInput::<UpdateRecipe> { input } = read(&arguments)?;
                write(&book::update(&self.recipes, &self.guard, caller, input, now).await?)
            }
            ("Mutation", "deleteRecipe") => {
                let ById { id } = read(&arguments)?;
                let id = book::delete(&self.ports(), caller, &id).await?;
                Ok(json!({ "id": id }))
            }
            ("Mutation", "deleteRecipes") => self.delete_many(caller, read(&arguments)?).await,
            ("Mutation", "deleteAllRecipes") => self.delete_all(caller).await,
            ("Mutation", "recordEvent") => {
                let WithEvent { event } = read(&arguments)?;
                self.record(caller, event)
            }
            ("Mutation", "reportCrash") => {
                let WithInput::<Crash> { input } = read(&arguments)?;
                counting::log_crash(crash::accept(caller, input)?);
                Ok(Value::Bool(true))
            }
            ("Mutation", "retryRecipe") => {
                let retry = read(&arguments)?;
                write(&self.retry(caller, source, retry, now).await?)
            }
            ("Mutation", "issueOwnerToken") => {
                let issued = owner_token::issue(&self.keys.for_issuing().await?, caller, source, now)?;
                Ok(json!({ "token": issued.token, "expiresAt": issued.expires_at }))
            }
            ("Mutation", "issueClaimToken") => {
                let issued = claim::issue(&self.keys.for_issuing().await?, caller, now)?;
                Ok(json!({ "token": issued.token, "expiresAt": issued.expires_at }))
            }
            ("Mutation", "claimRecipes") => {
                let WithToken { token } = read(&arguments)?;
                let ring = self.keys.for_verifying(token.as_deref().unwrap_or_default()).await?;
                let (recipes, members) = (&self.recipes, &self.members);
                let is_over = crate::runtime::after(CALL_BUDGET);
                let progress =
                    claim::claim(recipes, members, &ring, caller, token.as_deref(), now, is_over).await?;
                write(&progress)
            }
            ("Subscription", "onRecipeChange") => {
                let ByOwner { owner } = read(&arguments)?;
                publish::may_listen(caller, &owner)?;
                Ok(Value::Null)
            }
            _ => Err(AppError::Internal(format!("no resolver for {parent}.{field}"))),
        }
    }

    async fn delete_many(&self, caller: &Caller, ByIds { ids }: ByIds) -> Result<Value, AppError> {
        let deletions = book::delete_many(&self.ports(), caller, ids).await?;
        let results = deletions.into_iter().map(|Deletion { id, outcome }| {
            // The call itself succeeds, so the failure is logged here.
            let error = outcome.err().inspect(|error| tracing::warn!(%error, "not deleted"));
            let error = error.map(|error| crate::runtime::graphql_failure(&error).error_message);
            json!({ "id": id, "deleted": error.is_none(), "error": error })
        });
        Ok(results.collect())
    }

    async fn delete_all(&self, caller: &Caller) -> Result<Value, AppError> {
        write(&book::delete_all_own(&self.ports(), caller, crate::runtime::after(CALL_BUDGET)).await?)
    }

    fn ports(&self) -> DeletePorts<'_, DynamoRecipes, S3Media, S3Artifacts, S3Uploads> {
        let Self { recipes, media, artifacts, uploads, .. } = self;
        DeletePorts { recipes, media, artifacts, uploads }
    }

    fn record(&self, caller: &Caller, event: analytics::Event) -> Result<Value, AppError> {
        let entry = analytics::record(caller, event)?;
        if self.is_production {
            counting::log(entry);
        }
        Ok(Value::Bool(true))
    }

    async fn list(&self, caller: &Caller, arguments: ListArguments) -> Result<Value, AppError> {
        let order = match arguments.sort_direction {
            Some(SortDirection::Asc) => Order::OldestFirst,
            Some(SortDirection::Desc) | None => Order::NewestFirst,
        };
        let listing = book::list(
            &self.recipes,
            caller,
            arguments.filter.as_ref(),
            order,
            arguments.limit,
            arguments.next_token.as_deref(),
        )
        .await?;
        Ok(json!({ "items": listing.cards, "nextToken": listing.next_token }))
    }
}
