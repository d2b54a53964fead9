//! State CHECKING: completes the import and starts post-processing.

use fn_finish::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |event| function.handle(event)).await
}
