//! State READING: parses an upload, with OCR for images.

use fn_read::Function;

fn main() -> runtime::MainResult {
    // Uploads are opened by this program in a sandboxed child process.
    reading::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |event| function.handle(event)).await
}
