//! Restarts or fails imports whose execution ended early.

fn main() -> functions::runtime::MainResult {
    functions::imports::sweep::start()
}
