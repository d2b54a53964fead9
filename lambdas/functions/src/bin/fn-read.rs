//! State Read: parses an upload, with OCR for images.

use functions::imports::read::Function;

fn main() -> functions::runtime::MainResult {
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::state_failure, |event| function.handle(event)).await
}
