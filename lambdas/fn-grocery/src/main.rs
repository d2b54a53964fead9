//! A link at which a recipe's ingredients can be bought.

use fn_grocery::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve_rest(|request| function.handle(request)).await
}
