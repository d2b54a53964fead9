//! Tells every open device of a member that their credits have changed.

use fn_publish_credits::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::event_failure, |event| function.handle(event)).await
}
