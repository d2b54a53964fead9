//! `extract ADDRESS|FILE…` prints recipes of pages, documents and images; `extract --lines` parses ingredient
//! lines.

mod adapted;
mod arguments;
mod format;
mod input;
mod lines;
mod manifest;
mod print;
mod source;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use arguments::{Task, USAGE};

/// Exit code: an input could not be read, or the output not written.
const INCOMPLETE: u8 = 1;
/// Exit code: invalid arguments.
const MISUSED: u8 = 2;

fn main() -> ExitCode {
    upload_sandbox::run_if_child();
    let task = match arguments::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(reason) => {
            eprintln!("extract: {reason}; see extract --help");
            return ExitCode::from(MISUSED);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match task {
        Task::Help => writeln!(out, "{USAGE}").map(|()| true),
        Task::Lines(lines) => lines::print(&lines, &mut io::stdin().lock(), &mut out),
        Task::Recipes(recipes) => print::print(&recipes, &mut out),
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
