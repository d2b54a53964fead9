//! The import of a recipe: the states of recipe-processing, its sweep, and the settlement of its credit.

pub mod assist;
pub mod extract;
pub mod fail;
pub mod fetch;
pub mod finish;
pub mod read;
pub mod settle;
pub mod sweep;
