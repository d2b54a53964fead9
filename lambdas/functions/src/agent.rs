//! The assistant: answers in conversations, proposals, and the model.

pub mod answer;
pub mod conversations;
pub mod model;
pub mod propose;
