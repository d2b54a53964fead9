//! Resolves shared lists.

fn main() -> functions::runtime::MainResult {
    functions::shared_lists::start()
}
