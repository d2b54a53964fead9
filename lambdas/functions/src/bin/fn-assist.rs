//! State Assist: a language model reads a source without a recognised recipe.

fn main() -> functions::runtime::MainResult {
    functions::imports::assist::start()
}
