//! Adapters against the local cloud and stand-ins.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod bedrock;
mod cognito;
mod contract;
mod textract;
