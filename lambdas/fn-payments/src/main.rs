//! Payment API: packages, checkout, purchases and receipts.

use fn_payments::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve_rest(|request| function.handle(request)).await
}
