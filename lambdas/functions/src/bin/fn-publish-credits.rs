//! Publishes changes of a member's credits.

fn main() -> functions::runtime::MainResult {
    functions::credits::publish::start()
}
