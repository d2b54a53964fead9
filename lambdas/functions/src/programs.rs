//! The API for members' own programs, the personal tokens that admit them, and what they propose.

mod answers;
pub mod extraction;
mod gate;
pub mod mcp;
pub mod tokens;
