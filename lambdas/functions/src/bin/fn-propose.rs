//! Proposes an edit of a recipe.

fn main() -> functions::runtime::MainResult {
    functions::agent::propose::start()
}
