//! Publishes changes of an owner's recipes.

fn main() -> functions::runtime::MainResult {
    functions::recipes::publish::start()
}
