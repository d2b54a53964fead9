//! State Fetch: fetches the submitted page.

fn main() -> functions::runtime::MainResult {
    functions::imports::fetch::start()
}
