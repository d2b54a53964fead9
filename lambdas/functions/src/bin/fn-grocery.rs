//! Creates links to grocery lists with a recipe's ingredients.

use functions::grocery::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve_rest(|request| function.handle(request)).await
}
