//! Page images and recognised lines.

mod drawing;
mod lines;
mod pictures;
mod sheets;
