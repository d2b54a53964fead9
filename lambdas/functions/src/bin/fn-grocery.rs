//! Creates links to grocery lists with a recipe's ingredients.

fn main() -> functions::runtime::MainResult {
    functions::grocery::start()
}
