//! Use cases of the recipe book: read, list, edit, copy, export, delete and retry.

mod blank;
mod change;
mod copy;
pub(crate) mod delete;
mod edit;
mod export;
mod field_change;
mod filter;
mod input;
mod marking;
mod page_size;
mod picture;
mod read;
mod read_again;
mod retry;
mod shared;

pub use blank::create_blank;
pub use copy::{CopyPlan, copy, plan_copy};
pub use delete::{
    DELETIONS_LIMIT, DeletePorts, Deletion, Progress, delete, delete_all, delete_all_own, delete_many,
};
pub use edit::update;
pub use export::{EXPORT_LIMIT, Export, export};
pub use field_change::Change;
pub use input::{
    AUTHOR_LIMIT, IngredientEdit, LINE_LIMIT, NutritionEdit, TEXT_LIMIT, TITLE_LIMIT, UpdateRecipe,
};
pub use marking::MarksEdit;
pub use picture::{PhotoConverter, PicturePorts, SetPicture, set_picture};
pub use read::{Listing, PAGE_LIMIT, get, list};
pub use read_again::{PageReading, ReadAgain, ReadAgainPorts, read_again};
pub use retry::{RetryBy, is_for_assistant, retry};
pub use shared::{Shared, shared};
