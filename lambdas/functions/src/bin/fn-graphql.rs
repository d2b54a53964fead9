//! Resolves the GraphQL fields without a separate function.

use functions::recipes::graphql::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::graphql_failure, |event| function.handle(event)).await
}
