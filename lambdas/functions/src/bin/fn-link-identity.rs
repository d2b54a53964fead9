//! Links password and Google sign-ins with the same email.

fn main() -> functions::runtime::MainResult {
    functions::accounts::link_identity::start()
}
