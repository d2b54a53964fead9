//! Proposes an edit of a recipe.

use fn_propose::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve_rest(|request| function.handle(request)).await
}
