//! The only crate that names `aws-sdk-*`: app's ports on AWS.
//!
//! | port | adapter | service |
//! | --- | --- | --- |
//! | `RecipeStore` | [`DynamoRecipes`] | DynamoDB |
//! | `Members` | [`DynamoMembers`] | DynamoDB |
//! | `Accounts`, `SignIns` | [`CognitoAccounts`] | Cognito |
//! | `Workbench`, `MediaStore`, `UploadStore` | [`S3Workbench`], [`S3Media`], [`S3Uploads`] | S3 |
//! | `Recogniser` | [`Textract`] | Textract |
//! | `Workflows` | [`StateMachines`] | Step Functions |
//! | `ChangePublisher` | [`AppSyncPublisher`] | AppSync |
//!
//! [`TokenKeys`] reads the token keys from Secrets Manager, [`stream`] reads the table's stream.

mod appsync;
mod clients;
mod cognito;
mod dynamo;
mod errors;
mod members;
mod objects;
mod rows;
mod secrets;
mod signed;
mod state_machines;
pub mod stream;
mod textract;
mod uploads;

pub use appsync::AppSyncPublisher;
pub use clients::Clients;
pub use cognito::CognitoAccounts;
pub use dynamo::DynamoRecipes;
pub use members::DynamoMembers;
pub use objects::{S3Media, S3Workbench};
pub use secrets::TokenKeys;
pub use state_machines::StateMachines;
pub use textract::Textract;
pub use uploads::S3Uploads;
