//! In-memory ports, and contract suites for them and the real adapters.

#![expect(clippy::expect_used, reason = "only tests use this crate")]

pub mod assistant;
pub mod contract;
pub mod conversations;
pub mod credits;
pub mod fakes;
pub mod faults;
pub mod feedback;
mod locks;
pub mod member_credits;
pub mod personal_tokens;
pub mod program_proposals;
mod recipes;
pub mod recognition;
pub mod samples;
pub mod shared_lists;
mod unsettled;
pub mod uploads;
