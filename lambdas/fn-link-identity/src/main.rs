//! Links password and Google sign-ins with the same email.

use fn_link_identity::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
