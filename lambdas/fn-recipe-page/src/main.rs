//! Pages of shared recipes.

use fn_recipe_page::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve_rest(|request| function.handle(request)).await
}
