//! The state READING: opens an upload and recognises its pictures.

use fn_read::Function;

fn main() -> runtime::MainResult {
    // An upload is opened by this very program, started once more with limits.
    reading::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::state_failure, |event| function.handle(event)).await
}
