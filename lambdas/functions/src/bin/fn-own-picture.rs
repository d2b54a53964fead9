//! Sets a recipe's photo.

use functions::recipes::own_picture::Function;

fn main() -> functions::runtime::MainResult {
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> functions::runtime::MainResult {
    let function = Function::from_env().await?;
    functions::runtime::serve(functions::runtime::graphql_failure, |event| function.handle(event)).await
}
