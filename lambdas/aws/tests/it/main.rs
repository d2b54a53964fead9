//! Adapters against the local cloud and stand-ins.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod bedrock;
mod cognito;
mod contract;
mod textract;
