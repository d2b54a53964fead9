//! Reads uploads: opens files in a process with limits ([`app::reading::Opener`]), and recognises pictures with tesseract
//! ([`app::reading::Recogniser`]).

mod tesseract;

pub use tesseract::{Tesseract, TesseractLimits};
