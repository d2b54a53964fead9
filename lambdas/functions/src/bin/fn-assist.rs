//! State Assist: a language model reads a source without a recognised recipe.

use functions::imports::assist::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::state_failure, |job| function.handle(job)).await
}
