//! State FETCHING: fetches the submitted page.

use fn_fetch::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |event| function.handle(event)).await
}
