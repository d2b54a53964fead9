//! Sets a recipe's own picture.

use functions::recipes::own_picture::Function;

fn main() -> functions::runtime::MainResult {
    // A picture is decoded by this very program, started once more with limits.
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::graphql_failure, |event| function.handle(event)).await
}
