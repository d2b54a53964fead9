//! What every function shares: logs, configuration, and how an [`app::AppError`] is told to each kind of caller.

mod appsync;
mod border;
mod clock;
mod failure;
mod serve;
mod setting;
mod usage;

pub use appsync::{FieldInfo, ResolverEvent};
pub use clock::{after, now};
pub use failure::{event_failure, graphql_failure, state_failure};
pub use serve::{Subject, serve};
pub use setting::{optional, required};

/// What a function's `main` answers.
pub type MainResult = Result<(), lambda_runtime::Error>;
