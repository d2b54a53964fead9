//! State Assist: a language model reads a source without a recognised recipe.

use fn_assist::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |job| function.handle(job)).await
}
