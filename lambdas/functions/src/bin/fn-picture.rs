//! Post-processing: copies a recipe's picture to our media.

use functions::enrichment::picture::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::state_failure, |event| function.handle(event)).await
}
