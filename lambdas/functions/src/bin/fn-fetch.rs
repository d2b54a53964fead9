//! State Fetch: fetches the submitted page.

use functions::imports::fetch::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::state_failure, |event| function.handle(event)).await
}
