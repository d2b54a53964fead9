//! Manages members' programs: personal tokens and proposals.

use functions::programs::tokens::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve_rest(|request| function.handle(request)).await
}
