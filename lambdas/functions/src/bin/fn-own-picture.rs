//! Sets a recipe's photo.

fn main() -> functions::runtime::MainResult {
    functions::recipes::own_picture::start()
}
