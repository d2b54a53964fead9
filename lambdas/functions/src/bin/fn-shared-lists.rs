//! Resolves shared lists.

use functions::shared_lists::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::graphql_failure, |event| function.handle(event)).await
}
