//! Reads a recipe's page again.

fn main() -> functions::runtime::MainResult {
    functions::recipes::read_again::start()
}
