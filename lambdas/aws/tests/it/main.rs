//! Adapters against the local cloud and stand-ins.

mod bedrock;
mod cognito;
mod contract;
mod textract;
