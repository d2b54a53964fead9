//! A recipe as somebody else would cook it: for more people, for another diet, or in other units.
//!
//! Nothing here changes a recipe. What comes out is a [`Proposal`]: for each line what is proposed and why, to be accepted or
//! refused line by line. All amounts are worked out here and come from the recipe's own; nothing claims that a dish is free of anything.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod diets;
mod lacking;
mod proposal;
mod servings;
mod substitutes;
mod units;

pub use diets::for_diet;
pub use lacking::{Choice, choices, instead_of};
pub use proposal::{LineProposal, Proposal, Reason, Remark, StepProposal, Verdict};
pub use servings::for_servings;
pub use units::{System, in_units};
