//! Resolves conversations with the recipe assistant.

fn main() -> functions::runtime::MainResult {
    functions::agent::conversations::start()
}
