//! State Extract: extracts recipes.

fn main() -> functions::runtime::MainResult {
    functions::imports::extract::start()
}
