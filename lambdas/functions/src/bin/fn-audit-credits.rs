//! Nightly audit of all credit rows.

fn main() -> functions::runtime::MainResult {
    functions::credits::audit::start()
}
