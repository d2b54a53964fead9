//! Post-processing: adds nutrition, tags and the copied photo.

fn main() -> functions::runtime::MainResult {
    functions::enrichment::apply::start()
}
