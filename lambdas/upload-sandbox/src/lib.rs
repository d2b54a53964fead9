//! Upload reader ([`app::reading::UploadReader`]): opens files in a sandboxed child process ([`Opener`]), and
//! recognises text in photos ([`Recogniser`]) with tesseract.

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
