//! Resolver of `Mutation.deleteAccount`. No other function may delete users.

use std::time::Duration;

use crate::runtime::ResolverEvent;
use app::AppError;
use app::account::{self, MemberPorts};
use app::book::{DeletePorts, Progress};
use aws::{
    Clients, CognitoAccounts, DynamoConversations, DynamoFeedback, DynamoMembers, DynamoRecipes,
    DynamoSharedLists, DynamoSpending, S3Artifacts, S3Media, S3Uploads,
};

/// Time of one call; the client calls until everything is deleted.
const DELETION_BUDGET: Duration = Duration::from_secs(8);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    members: DynamoMembers,
    media: S3Media,
    artifacts: S3Artifacts,
    uploads: S3Uploads,
    accounts: CognitoAccounts,
    feedback: DynamoFeedback,
    conversations: DynamoConversations,
    spending: DynamoSpending,
    lists: DynamoSharedLists,
}

impl Function {
    /// Reads `TABLE_NAME`, `USER_POOL`, `UPLOADS_BUCKET`, `CONVERSATIONS_TABLE`, `MEDIA_BUCKET`,
    /// `WORK_BUCKET`, `FEEDBACK_TABLE` and `SHARED_LISTS_TABLE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("TABLE_NAME")?;
        let accounts = CognitoAccounts::new(&clients, crate::runtime::required("USER_POOL")?);
        let uploads = S3Uploads::new(&clients, crate::runtime::required("UPLOADS_BUCKET")?, None);
        let conversations = crate::runtime::required("CONVERSATIONS_TABLE")?;
        let bare = || AppError::Internal("no credentials or region".to_owned());
        Ok(Self {
            uploads: uploads.ok_or_else(bare)?,
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            members: DynamoMembers::new(clients.dynamodb(), table),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            accounts: accounts.ok_or_else(bare)?,
            feedback: DynamoFeedback::new(clients.dynamodb(), crate::runtime::required("FEEDBACK_TABLE")?),
            conversations: DynamoConversations::new(clients.dynamodb(), conversations.clone()),
            spending: DynamoSpending::new(clients.dynamodb(), conversations),
            lists: DynamoSharedLists::new(
                clients.dynamodb(),
                crate::runtime::required("SHARED_LISTS_TABLE")?,
            ),
        })
    }

    /// Deletes the caller's account; reports the progress.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Progress, AppError> {
        if event.info.field_name != "deleteAccount" {
            return Err(AppError::Internal(format!("no resolver for {}", event.info.field_name)));
        }
        let Self {
            recipes,
            members,
            media,
            artifacts,
            uploads,
            accounts,
            feedback,
            conversations,
            spending,
            lists,
            ..
        } = self;
        let ports = DeletePorts { recipes, media, artifacts, uploads };
        let is_over = crate::runtime::after(DELETION_BUDGET);
        let (caller, now) = (event.caller(), crate::runtime::now());
        let others = MemberPorts { feedback, conversations, spending, lists };
        account::delete(&ports, members, accounts, &others, &caller, now, is_over).await
    }
}
