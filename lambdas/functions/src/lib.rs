//! The Lambda functions. Each binary of `src/bin` calls `start` of one module.
//!
//! A function reads its settings in `from_env`, decodes its event, calls a use case of `app` and encodes the
//! result. [`runtime`] has their shared code: the event loop, settings, logs and error mapping.

pub mod accounts;
pub mod admin;
pub mod agent;
pub mod credits;
pub mod enrichment;
pub mod feedback;
pub mod grocery;
pub mod imports;
pub mod payments;
pub mod programs;
pub mod recipes;
pub mod runtime;
pub mod shared_lists;
