//! Adapts recipes: servings, diets, units, substitutes.
//!
//! The recipe is not changed. The result is a [`Proposal`] with a decision and a reason for each line.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod diets;
mod lacking;
mod proposal;
mod servings;
mod substitutes;
mod units;

pub use diets::for_diet;
pub use lacking::{Choice, choices, instead_of};
pub use proposal::{LineProposal, Proposal, Reason, ReasonCode, Remark, StepProposal, Verdict};
pub use servings::for_servings;
pub use units::{System, in_units};
