//! Post-processing: copies a recipe's picture to our media.

use fn_picture::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |event| function.handle(event)).await
}
