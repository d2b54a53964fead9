//! Grants a new member promotional credits, once.

fn main() -> functions::runtime::MainResult {
    functions::credits::open::start()
}
