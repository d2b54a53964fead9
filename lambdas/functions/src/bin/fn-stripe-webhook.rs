//! Takes Stripe's events: verified on their bytes, then a look at how things stand.

use functions::payments::webhook::Function;

#[tokio::main(flavor = "current_thread")]
async fn main() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve_rest(|request| function.handle(request)).await
}
