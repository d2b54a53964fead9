//! Extracts recipes for members' programs.

fn main() -> functions::runtime::MainResult {
    functions::programs::extraction::start()
}
