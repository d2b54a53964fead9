//! Sets a recipe's own picture.

use fn_own_picture::Function;

fn main() -> runtime::MainResult {
    // Images are decoded by this program in a sandboxed child process.
    reading::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
