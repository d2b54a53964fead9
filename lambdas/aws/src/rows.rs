//! Row formats of the recipe table: `R#<id>`/`R` is the recipe, `O#<owner>`/`<createdAt>#<id>` its list row.
//! Members are in `member_row`.
//!
//! Rows have their own types, so that stored rows stay readable when other types change.

mod card_row;
mod charge_row;
mod codes;
mod content;
pub(crate) mod conversation_row;
pub(crate) mod credits;
pub(crate) mod feedback_row;
pub(crate) mod keys;
mod marks_row;
mod member_row;
pub(crate) mod proposals_row;
mod read;
mod recipe_row;
mod remains;
pub(crate) mod shared_list_row;
mod source_row;
mod summary;
pub(crate) mod token_row;
mod use_row;

#[cfg(test)]
mod damaged;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod sizes;

pub(crate) use card_row::{card_item, read_cards, read_streamed};
pub(crate) use charge_row::read_charge;
pub(crate) use keys::member_pk;
pub(crate) use member_row::{keys_to_delete, member_item, member_key, read_identity};
pub(crate) use recipe_row::{read_recipe, recipe_item};
pub(crate) use remains::readable_attributes;
pub(crate) use use_row::use_item;
