//! Settles pending purchases after lost events.

use functions::payments::sweep::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::event_failure, |trigger| function.handle(trigger)).await
}
