//! The child's side.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use super::question::Task;
use super::{CHILD, limits, parts, question};
use crate::open;

/// How a child ends whose parser panicked.
pub(super) const PANICKED: i32 = 3;
/// How a child ends that could not begin, or whose parent went away.
const BROKEN: i32 = 4;
/// More than an upload may have (20 MiB).
const MOST_INPUT_BYTES: u64 = 32 * 1024 * 1024;

/// Where this process was started to open an upload, does that and ends the process; else returns at once. Each program
/// that opens uploads calls it first of all in `main`, while it has only one thread.
pub fn run_if_child() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(CHILD.as_ref()) {
        return;
    }
    let mut number = || arguments.next().as_ref().and_then(number);
    let (Some(memory_mib), Some(cpu_seconds)) = (number(), number()) else { std::process::exit(BROKEN) };
    if limits::set(memory_mib, cpu_seconds).is_err() {
        std::process::exit(BROKEN);
    }
    // What a panic says holds parts of the file; nobody is told.
    std::panic::set_hook(Box::new(|_| std::process::exit(PANICKED)));
    std::process::exit(if answer().is_ok() { 0 } else { BROKEN });
}

fn number(argument: &OsString) -> Option<u64> {
    argument.to_str()?.parse().ok()
}

fn answer() -> io::Result<()> {
    let (task, file) = question::read_question(&mut io::stdin().lock(), MOST_INPUT_BYTES)?;
    let mut out = BufWriter::new(io::stdout().lock());
    match task {
        Task::Open(read_as) => {
            let mut said = Ok(());
            let opened = open::open(read_as, file, &mut |part| {
                if said.is_ok() {
                    said = parts::say(&mut out, part);
                }
            });
            said?;
            parts::end(&mut out, opened.err())?;
        }
        Task::Paint => match open::paint(&file) {
            Ok(picture) => {
                parts::say_picture(&mut out, &picture)?;
                parts::end(&mut out, None)?;
            }
            Err(code) => parts::end(&mut out, Some(code))?,
        },
    }
    out.flush()
}
