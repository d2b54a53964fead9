//! The state FETCHING: brings the submitted page to the artifacts.

use fn_fetch::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |event| function.handle(event)).await
}
