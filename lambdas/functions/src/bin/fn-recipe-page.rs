//! The page at the address of a shared recipe.

use functions::recipes::page::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve_rest(|request| function.handle(request)).await
}
