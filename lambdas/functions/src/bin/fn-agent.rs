//! Answers a question with the recipe agent.

fn main() -> functions::runtime::MainResult {
    functions::agent::answer::start()
}
