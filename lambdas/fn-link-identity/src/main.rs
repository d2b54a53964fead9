//! Makes one account of a password and a Google sign-in with the same e-mail address.

use fn_link_identity::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
