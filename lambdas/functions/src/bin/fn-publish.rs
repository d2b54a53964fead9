//! Publishes changes of an owner's recipes.

use functions::recipes::publish::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::event_failure, |event| function.handle(event)).await
}
