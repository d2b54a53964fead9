#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod answers;
mod failures;
mod requests;
mod stand_in;
