//! Links password and Google sign-ins with the same email.

use functions::accounts::link_identity::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await;
    functions::runtime::serve(functions::runtime::graphql_failure, |event| function.handle(event)).await
}
