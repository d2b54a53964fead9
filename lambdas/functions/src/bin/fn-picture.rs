//! Post-processing: copies a recipe's photo to the media bucket.

fn main() -> functions::runtime::MainResult {
    functions::enrichment::picture::start()
}
