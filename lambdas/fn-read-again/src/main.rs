//! Reads a recipe's page again.

use fn_read_again::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
