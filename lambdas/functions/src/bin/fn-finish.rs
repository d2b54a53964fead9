//! State Finish: completes the import and starts post-processing.

fn main() -> functions::runtime::MainResult {
    functions::imports::finish::start()
}
