//! The child process and tesseract.

mod process;
mod tesseract;
