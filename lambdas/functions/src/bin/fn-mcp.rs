//! Serves members' recipes over the Model Context Protocol.

fn main() -> functions::runtime::MainResult {
    functions::programs::mcp::start()
}
