//! Resolves conversations with the recipe assistant.

use fn_conversations::{Function, failure};

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(failure, |event| function.handle(event)).await
}
