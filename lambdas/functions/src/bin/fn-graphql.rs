//! Resolves the GraphQL fields without a separate function.

fn main() -> functions::runtime::MainResult {
    functions::recipes::graphql::start()
}
