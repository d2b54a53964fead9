//! Post-processing of a recipe: nutrition, tags and photo, and the write of the results.

pub mod apply;
pub mod picture;
