//! Admin API: find members, read, grant and withdraw credits, refund purchases.

fn main() -> functions::runtime::MainResult {
    functions::admin::start()
}
