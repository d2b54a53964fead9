//! Answers a question with the recipe agent.

use functions::agent::answer::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::event_failure, |question| function.handle(question)).await
}
