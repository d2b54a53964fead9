//! State Read: parses an upload, with OCR for images.

fn main() -> functions::runtime::MainResult {
    functions::imports::read::start()
}
