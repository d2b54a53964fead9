//! Reads mutated pages and lines, and measures how time grows with size: `soak [COUNT] [FOLDER]`. `soak
//! --show NUMBER [FOLDER]` prints a mutated page.
//!
//! The default folder is `tests/pages`. The exit code is 1 after a fault.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a soak test needs its pages")]

#[path = "../tests/it/common"]
mod common {
    pub(crate) mod cpu;
    pub(crate) mod curves;
    pub(crate) mod files;
    pub(crate) mod must_hold;
    pub(crate) mod mutate;
    pub(crate) mod random;
    pub(crate) mod sentences;
    pub(crate) mod trial;
}

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use common::{curves, files, mutate, sentences, trial};

const COUNT: u64 = 100_000;
const LONGEST_PAGE: usize = 2_000_000;
const SLOWEST_PAGE: Duration = Duration::from_secs(1);
const HANGS_AFTER: Duration = Duration::from_secs(120);
const PAGES_BETWEEN_REPORTS: u64 = 10_000;
const SMALLEST_CURVE: usize = 1 << 17;
const SIZES: [usize; 4] = [1, 2, 4, 8];
/// Minimum divisor of the growth ratio; shorter times are noise.
const LEAST: Duration = Duration::from_millis(1);

/// Current page or line, for reports of panics and hangs.
static NUMBER: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_show = arguments.next_if(|argument| argument == "--show").is_some();
    let count = arguments.next().map_or(COUNT, |number| number.parse().unwrap());
    let folder = arguments.next();
    let pages = match &folder {
        Some(folder) => files::of_folder(folder.as_ref()).unwrap(),
        None => files::own().unwrap(),
    };
    let pages: Vec<Vec<u8>> = pages.into_iter().map(|page| page.bytes).collect();
    assert!(!pages.is_empty(), "there are no pages to damage");
    if is_show {
        std::io::stdout().write_all(&mutate::page(count, &pages, LONGEST_PAGE)).unwrap();
        return ExitCode::SUCCESS;
    }
    let whose = folder.unwrap_or_else(|| String::from("the repository's own tests/pages"));
    println!("{count} damaged pages of {} ({whose}), then as many lines", pages.len());
    watch();
    let faults = soak_pages(count, &pages) + soak_lines(count) + show_curves();
    println!("{}", if faults == 0 { String::from("All held.") } else { format!("{faults} faults.") });
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn watch() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        println!("PANIC at number {}", NUMBER.load(Ordering::Relaxed));
        usual(panic);
    }));
    let (alive, ended): (_, Receiver<()>) = channel();
    std::thread::spawn(move || {
        let mut last = u64::MAX;
        while ended.recv_timeout(HANGS_AFTER) == Err(RecvTimeoutError::Timeout) {
            let number = NUMBER.load(Ordering::Relaxed);
            if number == last {
                println!("HANGS at number {number}");
                std::process::exit(1);
            }
            last = number;
        }
    });
    // Keep the sender: the thread runs until exit.
    std::mem::forget(alive);
}

fn soak_pages(count: u64, pages: &[Vec<u8>]) -> u32 {
    let (mut faults, mut all, mut slowest) = (0, Duration::ZERO, (Duration::ZERO, 0));
    for number in 0..count {
        NUMBER.store(number, Ordering::Relaxed);
        let page = mutate::page(number, pages, LONGEST_PAGE);
        let size = page.len();
        match trial::try_page(page) {
            Ok((_, took)) => {
                all += took;
                slowest = slowest.max((took, number));
                if took > SLOWEST_PAGE {
                    println!("SLOW page {number}: {} ms for {size} bytes", took.as_millis());
                    faults += 1;
                }
            }
            Err(reason) => {
                println!("FAULT in page {number}: {reason}");
                faults += 1;
            }
        }
        if (number + 1) % PAGES_BETWEEN_REPORTS == 0 {
            println!(
                "  {} pages, {} s of reading, slowest {} ms (page {})",
                number + 1,
                all.as_secs(),
                slowest.0.as_millis(),
                slowest.1
            );
        }
    }
    println!(
        "pages: {count} read, {faults} faults, slowest {} ms (page {})",
        slowest.0.as_millis(),
        slowest.1
    );
    faults
}

fn soak_lines(count: u64) -> u32 {
    let mut faults = 0;
    for number in 0..count {
        NUMBER.store(number, Ordering::Relaxed);
        if let Err(reason) = sentences::try_line(number) {
            println!("FAULT in line {number}: {reason}");
            faults += 1;
        }
    }
    println!("lines: {count} read, {faults} faults");
    faults
}

/// Prints times in milliseconds; linear growth is 8.
fn show_curves() -> u32 {
    println!(
        "{:<34} {:>8} {:>8} {:>8} {:>8}  growth",
        format!("milliseconds for {} kB", SMALLEST_CURVE / 1024),
        "1x",
        "2x",
        "4x",
        "8x"
    );
    let mut faults = 0;
    let tables = SIZES.map(|times| curves::pages(SMALLEST_CURVE * times));
    for (row, (name, _)) in tables[0].iter().enumerate() {
        let took = tables.each_ref().map(|table| {
            // Takes the minimum, to exclude other load.
            let page = || table[row].1.clone().into_bytes();
            (0..2)
                .map(|_| trial::try_page(page()).map_or(Duration::MAX, |(_, took)| took))
                .min()
                .unwrap_or_default()
        });
        let growth = took[3].as_secs_f64() / took[0].max(LEAST).as_secs_f64();
        let is_fault = growth > 16.0 || took[3] > SLOWEST_PAGE;
        faults += u32::from(is_fault);
        let cells: String = took.iter().map(|took| format!("{:>9.1}", took.as_secs_f64() * 1000.0)).collect();
        println!("{name:<34}{cells}  {growth:>5.1}{}", if is_fault { "  FAULT" } else { "" });
    }
    faults
}
