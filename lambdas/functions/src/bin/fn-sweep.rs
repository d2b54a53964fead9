//! Restarts or fails imports whose execution ended early.

use functions::imports::sweep::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::event_failure, |event| function.handle(event)).await
}
