//! Reads uploads: opens files in a process with limits ([`app::reading::Opener`]), and recognises pictures with tesseract
//! ([`app::reading::Recogniser`]).

mod open;
mod process;
mod tesseract;

pub use process::{OpenLimits, ProcessOpener, run_if_child};
pub use tesseract::{Tesseract, TesseractLimits};
