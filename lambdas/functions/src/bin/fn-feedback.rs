//! Resolves feedback.

fn main() -> functions::runtime::MainResult {
    functions::feedback::start()
}
