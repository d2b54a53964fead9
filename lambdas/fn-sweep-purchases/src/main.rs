//! Settles pending purchases whose events were lost.

use fn_sweep_purchases::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::event_failure, |trigger| function.handle(trigger)).await
}
