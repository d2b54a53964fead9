//! Stripe webhook.

fn main() -> functions::runtime::MainResult {
    functions::payments::webhook::start()
}
