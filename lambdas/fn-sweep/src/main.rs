//! Restarts or fails imports that no Catch handles.

use fn_sweep::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::event_failure, |event| function.handle(event)).await
}
