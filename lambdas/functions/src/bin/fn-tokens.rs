//! Manages members' programs: personal tokens and proposals.

fn main() -> functions::runtime::MainResult {
    functions::programs::tokens::start()
}
