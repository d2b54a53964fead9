//! Tells every open list of an owner that a recipe has changed.

use fn_publish::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::event_failure, |event| function.handle(event)).await
}
