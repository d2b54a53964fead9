//! AWS adapters of the ports of `app`, `agent` and `billing`; no other crate uses `aws-sdk-*`.
//!
//! | port | adapter | service |
//! | --- | --- | --- |
//! | `RecipeStore`, `Owners` | [`DynamoRecipes`] | DynamoDB |
//! | `Credits`, `CreditReads`, `MemberPages` | [`DynamoLedger`] | DynamoDB |
//! | `Store`, `Lookups` of `billing` | [`DynamoLedger`] | DynamoDB |
//! | `Counters` | [`DynamoCounters`] | DynamoDB |
//! | `FeedbackStore` | [`DynamoFeedback`] | DynamoDB |
//! | `SharedListStore` | [`DynamoSharedLists`] | DynamoDB |
//! | `ConversationStore` of `conversations` | [`DynamoConversations`] | DynamoDB |
//! | `Conversations`, `ConversationCharges` | [`DynamoConversations`] | DynamoDB |
//! | `Spending` | [`DynamoSpending`] | DynamoDB |
//! | `GroceryLinks` | [`DynamoGroceryLinks`] | DynamoDB |
//! | `Members` | [`DynamoMembers`] | DynamoDB |
//! | `PersonalTokens` | [`DynamoPersonalTokens`] | DynamoDB |
//! | `ProgramProposals` | [`DynamoProgramProposals`] | DynamoDB |
//! | `RecipeLibrary` of `agent` | [`AgentLibrary`], over any `RecipeStore` | DynamoDB |
//! | `Accounts`, `Addresses`, `SignIns` | `CognitoAccounts`, feature `cognito` | Cognito |
//! | `Artifacts`, `MediaStore`, `UploadStore` | [`S3Artifacts`], [`S3Media`], [`S3Uploads`] | S3 |
//! | `Recogniser` of `upload_sandbox` | `Textract`, feature `textract` | Textract |
//! | `Workflows` | [`StateMachines`] | Step Functions |
//! | `ChangePublisher`, `CreditChangePublisher` | [`AppSyncPublisher`] | AppSync |
//! | `PartPublisher` of `conversations` | [`AppSyncPublisher`] | AppSync |
//! | `AgentStarter` of `conversations` | [`LambdaAgent`] | Lambda |
//! | `FileReader` | [`LambdaReader`] | Lambda |
//!
//! [`CachedSecret`] reads Secrets Manager, [`S3Site`] the site's files, [`TokenKeys`] the token keys;
//! [`stream`] parses the tables' streams.

mod appsync;
pub mod bedrock;
mod clients;
mod cognito;
mod conversations;
mod counters;
mod credits;
mod dynamo;
mod errors;
mod feedback;
mod groceries;
mod index;
mod lambda_agent;
mod lambda_reader;
mod members;
mod objects;
mod owners;
mod personal_tokens;
mod prefixes;
mod program_proposals;
mod random;
mod rows;
mod secrets;
mod shared_lists;
mod signed;
mod spending;
mod state_machines;
pub mod stream;
mod textract;
mod transaction;
mod uploads;

pub use self::conversations::DynamoConversations;
pub use appsync::AppSyncPublisher;
pub use clients::Clients;
pub use cognito::{CognitoAccounts, FoundMember, MemberDirectory};
pub use counters::DynamoCounters;
pub use credits::{Backoff, DynamoLedger};
pub use dynamo::{DynamoRecipes, jitter};
pub use feedback::DynamoFeedback;
pub use groceries::DynamoGroceryLinks;
pub use lambda_agent::LambdaAgent;
pub use lambda_reader::LambdaReader;
pub use members::DynamoMembers;
pub use objects::{S3Artifacts, S3Media, S3Site};
pub use personal_tokens::DynamoPersonalTokens;
pub use program_proposals::DynamoProgramProposals;
pub use random::{random_id, random_secret};
pub use secrets::{CachedSecret, TokenKeys};
pub use shared_lists::DynamoSharedLists;
pub use spending::DynamoSpending;
pub use state_machines::StateMachines;
pub use textract::Textract;
pub use uploads::S3Uploads;
