//! Deletes a member's account and all its data.

fn main() -> functions::runtime::MainResult {
    functions::accounts::delete_account::start()
}
