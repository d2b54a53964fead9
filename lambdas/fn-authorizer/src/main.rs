//! Verifies tokens of the Lambda authorization mode.

use fn_authorizer::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
