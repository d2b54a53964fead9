//! Settles or gives back the credits of imports and conversations that have ended.

use fn_settle::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::event_failure, |event| function.handle(event)).await
}
