//! Verifies tokens of the Lambda authorization mode.

fn main() -> functions::runtime::MainResult {
    functions::accounts::authorizer::start()
}
