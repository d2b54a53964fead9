//! For tests only: the functions of the app with every port in memory and every port breakable.
//!
//! A [`scenarios::Scenario`] runs once with nothing broken, which tells the calls that its functions make; then once for each
//! call and each [`Fault`], with the state machines of `statemachines/`, what calls functions again, and the sweep doing
//! what they are there for. [`check`] says what must be true afterwards, whatever broke.

#![expect(clippy::expect_used, reason = "only tests use this crate; a panic is how it says what is broken")]

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
pub mod world;

pub use fault::{Call, Fault};
pub use ports::PORTS;
