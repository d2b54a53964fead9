//! For tests only: app's ports in memory, and one contract suite a port that runs against these fakes and against
//! the real thing. A panic is a broken contract.

#![expect(clippy::expect_used, reason = "only tests use this crate; a panic is how it says what is broken")]

pub mod assistant;
pub mod contract;
pub mod conversations;
pub mod credits;
pub mod fakes;
pub mod faults;
pub mod feedback;
mod locks;
pub mod member_credits;
mod recipes;
pub mod recognition;
pub mod samples;
pub mod uploads;
