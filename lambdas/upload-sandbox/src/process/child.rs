use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use super::question::Task;
use super::{CHILD, limits, parts, question};
use crate::open;

pub(super) const PANICKED: i32 = 3;
/// Exit code: setting the limits, reading the request or writing the response failed.
const BROKEN: i32 = 4;
/// Maximum bytes of a file; uploads are limited to 20 MiB.
const MAX_INPUT_BYTES: u64 = 32 * 1024 * 1024;

/// If this process was started as a sandboxed child, runs the child's task and exits. Otherwise makes this
/// process non-dumpable, so that its children cannot read its memory, and returns. `main` must call it first,
/// while there is only one thread.
pub fn run_if_child() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(CHILD.as_ref()) {
        if limits::hide().is_err() {
            std::process::exit(BROKEN);
        }
        return;
    }
    let mut number = || arguments.next().as_ref().and_then(number);
    let (Some(memory_mib), Some(cpu_seconds)) = (number(), number()) else { std::process::exit(BROKEN) };
    if limits::set(memory_mib, cpu_seconds).is_err() {
        std::process::exit(BROKEN);
    }
    // Panic messages may contain the file's content, so they are dropped.
    std::panic::set_hook(Box::new(|_| std::process::exit(PANICKED)));
    std::process::exit(if answer().is_ok() { 0 } else { BROKEN });
}

fn number(argument: &OsString) -> Option<u64> {
    argument.to_str()?.parse().ok()
}

fn answer() -> io::Result<()> {
    let (task, file) = question::read_question(&mut io::stdin().lock(), MAX_INPUT_BYTES)?;
    let mut out = BufWriter::new(io::stdout().lock());
    match task {
        Task::Open(read_as) => {
            let mut written = Ok(());
            let opened = open::open(read_as, file, &mut |part| {
                if written.is_ok() {
                    written = parts::say(&mut out, part);
                }
            });
            written?;
            parts::end(&mut out, opened.err())?;
        }
        Task::Paint => match open::paint(&file) {
            Ok(picture) => {
                parts::say_picture(&mut out, &picture)?;
                parts::end(&mut out, None)?;
            }
            Err(code) => parts::end(&mut out, Some(code))?,
        },
        Task::Reduce => match open::reduce(&file) {
            Ok(reduced) => {
                parts::say_reduced(&mut out, reduced)?;
                parts::end(&mut out, None)?;
            }
            Err(code) => parts::end(&mut out, Some(code))?,
        },
    }
    out.flush()
}
