//! AppSync's data plane: `POST /graphql` and the WebSocket `/graphql/realtime`.
//!
//! Bottom up: `modes`, `api` and `access` define the API; `authentication` verifies callers; `input`,
//! `scalar` and `selection` prepare a query; `execute` and `resolve` run it, scheduled by `fair_queue`; `hub`
//! delivers subscriptions; `service` holds shared state; `graphql` and `realtime` are the protocols, `http`
//! the transport.

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
pub mod returned_argument;
pub mod scalar;
pub mod selection;
pub mod service;
pub mod token_bucket;
pub mod user_pool;

pub use api::Api;
pub use http::router;
pub use service::AppSync;
