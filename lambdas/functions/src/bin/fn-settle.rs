//! Settles or releases the credits of finished imports and conversations.

fn main() -> functions::runtime::MainResult {
    functions::imports::settle::start()
}
