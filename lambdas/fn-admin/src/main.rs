//! Admin API: find members, read, grant and withdraw credits, refund purchases.

use fn_admin::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve_rest(|request| function.handle(request)).await
}
