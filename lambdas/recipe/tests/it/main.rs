//! Ingredient lines and adaptation.

mod adaptation;
mod kitchen;
mod lines;
mod manners;
