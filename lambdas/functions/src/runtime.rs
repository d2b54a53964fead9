//! Shared runtime of all functions: logging, configuration, and error mapping for AppSync, REST, state
//! machines and events.

mod appsync;
mod border;
mod clock;
mod failure;
mod lines;
mod rest;
mod serve;
mod setting;
mod site;
mod subject;
mod usage;

pub use appsync::{FieldInfo, ResolverEvent, answer, arguments};
pub use clock::{after, now};
pub use failure::{Fault, event_failure, graphql_failure, state_failure};
pub use lambda_runtime::Diagnostic;
pub use rest::{Bearer, RestAnswer, RestError, RestRequest};
pub use serve::{serve, serve_rest};
pub use setting::{optional, required};
pub use site::site_origin;
pub use subject::{StreamBatch, Subject};

/// Result of a function's `main`.
pub type MainResult = Result<(), lambda_runtime::Error>;
