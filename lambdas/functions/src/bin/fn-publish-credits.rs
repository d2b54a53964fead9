//! Tells every open device of a member that their credits have changed.

use functions::credits::publish::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::event_failure, |event| function.handle(event)).await
}
