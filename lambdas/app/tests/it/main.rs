//! Tests of the use cases with fakes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod account;
mod agent_budget;
mod agent_library;
mod analytics;
mod assist;
mod audit_credits;
mod book;
mod claim;
mod conversations;
mod copy;
mod crash;
mod create;
mod credits;
mod delete;
mod edit;
mod export;
mod feedback;
mod groceries;
mod holds;
mod import;
mod limits;
mod linking;
mod marks;
mod nutrition;
mod own_picture;
mod personal_tokens;
mod program_files;
mod program_proposals;
mod publish;
mod read_again;
mod sent_pages;
mod shared_lists;
mod sweep;
mod uploads;
