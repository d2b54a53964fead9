//! Reads uploads ([`app::reading::UploadReader`]): opens files in a process with limits ([`Opener`]), and recognises
//! pictures ([`Recogniser`]), here with tesseract.

mod open;
mod opener;
mod process;
mod reader;
mod recipes;
mod recogniser;
mod tesseract;

pub use opener::{Opened, Opener};
pub use process::{OpenLimits, ProcessOpener, run_if_child};
pub use reader::RecognisingReader;
pub use recipes::recipes;
pub use recogniser::{Recogniser, RecognitionError};
pub use tesseract::{Tesseract, TesseractLimits};
