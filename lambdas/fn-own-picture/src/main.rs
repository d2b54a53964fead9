//! Resolves a recipe's own picture.

use fn_own_picture::Function;

fn main() -> runtime::MainResult {
    // A picture is decoded by this very program, started once more with limits.
    reading::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> runtime::MainResult {
    let function = Function::from_env().await?;
    runtime::serve(runtime::graphql_failure, |event| function.handle(event)).await
}
