//! Post-processing of a recipe: nutrition, tags, picture, and the write of what they found.

pub mod apply;
pub mod picture;
