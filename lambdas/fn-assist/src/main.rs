//! The state Assist: a language model reads what the readers found no recipe in.

use fn_assist::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |job| function.handle(job)).await
}
