//! Settles pending purchases after lost events.

fn main() -> functions::runtime::MainResult {
    functions::payments::sweep::start()
}
