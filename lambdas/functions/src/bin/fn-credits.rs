//! Resolves a member's credit lists.

fn main() -> functions::runtime::MainResult {
    functions::credits::lists::start()
}
