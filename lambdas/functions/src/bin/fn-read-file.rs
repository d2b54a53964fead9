//! Reads a file or photos that a program sends.

fn main() -> functions::runtime::MainResult {
    functions::imports::read_file::start()
}
