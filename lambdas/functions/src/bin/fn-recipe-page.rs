//! Pages of shared recipes.

fn main() -> functions::runtime::MainResult {
    functions::recipes::page::start()
}
