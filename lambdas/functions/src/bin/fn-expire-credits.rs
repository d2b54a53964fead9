//! Expires credits.

fn main() -> functions::runtime::MainResult {
    functions::credits::expire::start()
}
