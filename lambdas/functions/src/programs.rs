//! The API for members' own programs, and the personal tokens that admit them.

mod answers;
pub mod extraction;
mod gate;
pub mod mcp;
pub mod tokens;
