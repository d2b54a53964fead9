//! Shopping lists shared by link. Everyone who knows the id can read and change a list; only its owner can
//! end it.
//!
//! Every change refers to single items, so concurrent or late changes of different items never conflict.

mod change;
mod input;
mod model;
mod read;
mod store;

pub use change::{Ports, change, create, end};
pub use input::{ChangeSharedList, CreateSharedList, ItemChange};
pub use model::{Aisle, Item, ItemId, SharedList};
pub use read::{SharedListChange, SharedListView, get, list, may_listen};
pub use store::{Edit, SharedListStore};

use std::collections::BTreeSet;
use std::time::Duration;

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::owners::Owners;

/// Maximum items of a list.
pub const ITEMS_LIMIT: usize = 200;
/// Maximum items changed by one call.
pub const CHANGES_LIMIT: usize = 50;
/// Maximum characters of an item.
pub const TEXT_LIMIT: usize = 200;
/// Maximum lists of an owner.
pub const LISTS_LIMIT: usize = 10;
/// Retention period after the last change.
pub const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Names of the caller, including linked guest identities of a member.
async fn names(owners: &impl Owners, caller: &Caller) -> Result<BTreeSet<OwnerId>, AppError> {
    let mut names = BTreeSet::from([caller.may_keep_recipes()?]);
    if let Some(user) = caller.member() {
        names.extend(owners.identities_of(user).await?);
    }
    Ok(names)
}
