//! Resolves conversations with the recipe assistant.

use functions::agent::conversations::{Function, failure};

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(failure, |event| function.handle(event)).await
}
