//! Simulates the ledger with crashes, lost answers, repeated requests, conflicts, clock skew and concurrent
//! workers, reproducible by seed. Checks every invariant after each step.
//!
//! `cargo run -p billing --example simulate -- 2000000 [--first]`: number of operations, 200 per seed.
//! `--first` stops at the first violation; `make simulate` uses it with deliberate bugs.

#![expect(clippy::print_stdout, clippy::expect_used, reason = "the command prints its results")]

mod action;
mod check;
mod confluence;
mod provider;
mod random;
mod run;
mod script;
mod world;

use std::process::ExitCode;

use crate::run::Outcome;

const OPERATIONS: usize = 200;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let count = words.next().and_then(|word| word.parse().ok()).unwrap_or(500 * OPERATIONS);
    let stops_at_first = words.next().is_some_and(|word| word == "--first");
    let goes_on = |all: &Outcome| !stops_at_first || all.violations.is_empty();
    let mut all = Outcome::default();
    let (mut seed, mut done) = (0, 0);
    while done < count && goes_on(&all) {
        let outcome = run::run(seed, OPERATIONS.min(count - done));
        for violation in &outcome.violations {
            println!("seed {seed}: {violation}");
        }
        done += outcome.operations.max(1);
        add(&mut all, outcome);
        seed += 1;
    }
    println!("seeds 0 to {}: {done} operations", seed.saturating_sub(1));
    if goes_on(&all) {
        let orders = confluence::run();
        for violation in orders.violations.iter().take(5) {
            println!("orders: {violation}");
        }
        println!("orders of events: 3840 runs, {} violations", orders.violations.len());
        add(&mut all, orders);
    }
    let written: Vec<_> = all.written.iter().map(|(kind, number)| format!("{kind} {number}")).collect();
    println!("transactions: {}", written.join(", "));
    println!(
        "ledger: operations {} crashes {} violations {}",
        all.operations,
        all.crashes,
        all.violations.len()
    );
    if all.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn add(all: &mut Outcome, one: Outcome) {
    all.operations += one.operations;
    all.crashes += one.crashes;
    all.violations.extend(one.violations);
    for (kind, number) in one.written {
        *all.written.entry(kind).or_default() += number;
    }
}
