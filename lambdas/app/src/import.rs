//! Imports. `create` stores the recipe. Then the workflow recipe-processing calls one function per state:
//! `fetch_page` or `read_upload`, `extract_recipe`, `assist` if requested, and `finish` or `fail`.
//!
//! Steps are idempotent. Steps of an earlier attempt change nothing (`AppError::Superseded`).

pub(crate) mod address;
pub(crate) mod admission;
mod assist;
pub(crate) mod attempt;
pub(crate) mod create;
mod entries;
mod extract_ports;
mod extracting;
pub(crate) mod extraction;
mod finish;
mod links;
pub(crate) mod page;
mod pieces;
mod siblings;
mod upload;

pub use address::URL_LIMIT;
pub use admission::{Admission, admit};
pub use assist::{AssistError, Assistant, assist};
pub use create::{Admitted, CreateRecipe, CreateRecipeInput, NewSource, PART_LIMIT, create};
pub use entries::Slice;
pub use extract_ports::ExtractPorts;
pub use extracting::extract_recipe;
pub use extraction::load_extraction;
pub use finish::{fail, finish};
pub use page::fetch_page;
pub use upload::{ReadPorts, read_upload};
