//! Answers a question with the recipe agent.

use fn_agent::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::event_failure, |question| function.handle(question)).await
}
