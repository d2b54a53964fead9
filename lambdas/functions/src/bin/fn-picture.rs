//! Post-processing: copies a recipe's picture to our media.

use functions::enrichment::picture::Function;

fn main() -> functions::runtime::MainResult {
    // This program starts itself again, with limits, to decode a picture.
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::state_failure, |event| function.handle(event)).await
}
