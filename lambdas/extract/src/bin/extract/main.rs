//! `extract FILE…` prints what was read from each page, a JSON object a line; `extract --lines` does it for ingredient lines.

mod arguments;
mod lines;
mod pages;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use arguments::{Task, USAGE};

/// Some input could not be read; what could be was printed.
const INCOMPLETE: u8 = 1;
/// The arguments make no sense; nothing was done.
const MISUSED: u8 = 2;

fn main() -> ExitCode {
    let task = match arguments::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(reason) => {
            eprintln!("extract: {reason}; extract --help says more");
            return ExitCode::from(MISUSED);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match task {
        Task::Help => writeln!(out, "{USAGE}").map(|()| true),
        Task::Lines(lines) => lines::print(&lines, &mut io::stdin().lock(), &mut out),
        Task::Pages(pages) => pages::print(&pages, &mut out),
    };
    match done.and_then(|is_whole| out.flush().map(|()| is_whole)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(INCOMPLETE),
        Err(error) => {
            eprintln!("extract: cannot write: {error}");
            ExitCode::from(INCOMPLETE)
        }
    }
}
