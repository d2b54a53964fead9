//! Deletes a member's account and all its data.

use fn_account::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
