//! Identities: the authorizer, linked identities, deleted accounts.

pub mod authorizer;
pub mod delete_account;
pub mod link_identity;
