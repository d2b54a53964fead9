//! Reads a file or photos that a program sends.

use functions::imports::read_file::Function;

fn main() -> functions::runtime::MainResult {
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::state_failure, |sent| function.handle(sent)).await
}
