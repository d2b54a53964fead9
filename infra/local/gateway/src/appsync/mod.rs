//! AppSync's data plane: `POST /graphql` and the WebSocket `/graphql/realtime`, with the refusals of AWS.
//!
//! From the bottom up: `modes`, `api` and `access` are what the API says; `authentication` verifies the caller (`user_pool`,
//! `authorizer`, or the cloud's own verifier of signatures); `input`, `scalar` and `selection` prepare a query, `execute`
//! and `resolve` run it, in the turns of `fair_queue`; `hub` carries the results of mutations to subscribers. `service` holds all that lives longer than a
//! request, such as what each caller has spent (`admission`); `graphql` and `realtime` are the two ways in, and `http` is how they are reached.

pub mod access;
pub mod admission;
pub mod api;
pub mod authentication;
pub mod authorizer;
pub mod caller;
pub mod error;
pub mod execute;
pub mod fair_queue;
pub mod graphql;
pub mod http;
pub mod hub;
pub mod input;
pub mod modes;
pub mod realtime;
pub mod request;
pub mod resolve;
pub mod scalar;
pub mod selection;
pub mod service;
pub mod token_bucket;
pub mod user_pool;

pub use api::Api;
pub use http::router;
pub use service::AppSync;
