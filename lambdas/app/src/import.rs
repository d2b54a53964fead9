//! The way from an address or an upload to a recipe: `create` on the API's side, then one function a state of
//! recipe-processing: `fetch_page` or `read_upload`, `extract_recipe`, `assist` where that finds no recipe and the assistant was asked
//! for, `finish`, and `fail` when one of them gives up.
//!
//! Every step may run twice: what it leaves is the same, and the work of an attempt that is no longer the
//! current one changes nothing ([`AppError::Superseded`]).

pub(crate) mod address;
mod admission;
mod assist;
pub(crate) mod attempt;
pub(crate) mod create;
mod entries;
mod extract_ports;
mod extracting;
pub(crate) mod extraction;
mod finish;
pub(crate) mod page;
mod pieces;
mod siblings;
mod upload;

pub use address::URL_LIMIT;
pub use admission::{Admission, admit};
pub use assist::{AssistError, Assistant, assist};
pub use create::{Admitted, CreateRecipe, PART_LIMIT, create};
pub use entries::Slice;
pub use extract_ports::ExtractPorts;
pub use extracting::extract_recipe;
pub use extraction::load_extraction;
pub use finish::{fail, finish};
pub use page::fetch_page;
pub use upload::{ReadPorts, read_upload};
