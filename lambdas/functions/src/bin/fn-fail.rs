//! Marks an import as failed.

fn main() -> functions::runtime::MainResult {
    functions::imports::fail::start()
}
