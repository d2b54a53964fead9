//! Payment API: packages, checkout, purchases and receipts.

fn main() -> functions::runtime::MainResult {
    functions::payments::checkout_api::start()
}
