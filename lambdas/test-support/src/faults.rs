//! Fault tests of functions, with in-memory ports that can fail.
//!
//! Each [`scenarios::Scenario`] runs once to record its calls, then once per call and [`Fault`], with the
//! state machines of `statemachines/`, retries and the sweep. [`check`] verifies the invariants.

#![expect(clippy::expect_used, reason = "only tests use this crate")]

pub mod asl;
mod broken;
pub mod check;
mod clients;
mod clock;
mod conversation_states;
mod conversations;
mod executions;
pub mod fault;
mod feedback;
mod functions;
mod halves;
mod machines;
mod ports;
mod samples;
pub mod scenarios;
mod shared_lists;
pub mod world;

pub use fault::{Call, Fault};
pub use ports::PORTS;
