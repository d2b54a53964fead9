//! Simulates the ledger with crashes, lost answers, repeated requests, conflicts, clock skew and concurrent
//! workers, reproducibly by seed. Checks every invariant after each step, and that each [`billing::ledger::Mutant`] is
//! detected.
//!
//! `cargo run -p ledger --features mutants --example simulate -- 2000000`: number of operations, 200 per
//! seed.

#![expect(clippy::print_stdout, clippy::expect_used, reason = "a command that tells what it finds")]

mod action;
mod check;
mod confluence;
mod provider;
mod random;
mod run;
mod script;
mod world;

use std::process::ExitCode;

use billing::ledger::Mutant;

use crate::run::Outcome;

const OPERATIONS: usize = 200;
/// Maximum number of seeds tried to detect one mutant.
const SEEDS: u64 = 500;

fn main() -> ExitCode {
    let count = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(500 * OPERATIONS);
    let mut all = confluence::run(None);
    println!("orders of events: 3840 runs, {} violations", all.violations.len());
    for told in all.violations.iter().take(5) {
        println!("  {told}");
    }
    let mut seed = 0;
    let mut done = 0;
    while done < count {
        let outcome = run::run(seed, OPERATIONS.min(count - done), None);
        for told in &outcome.violations {
            println!("seed {seed}: {told}");
        }
        done += outcome.operations.max(1);
        add(&mut all, outcome);
        seed += 1;
    }
    println!("seeds 0 to {}: {done} operations", seed.saturating_sub(1));
    let written: Vec<_> = all.written.iter().map(|(kind, number)| format!("{kind} {number}")).collect();
    println!("transactions: {}", written.join(", "));
    let mut killed = 0;
    for mutant in Mutant::ALL {
        match kill(*mutant) {
            Some((by, told)) => {
                killed += 1;
                println!("{:<22} killed by {by:<10} {told}", format!("{mutant:?}"));
            }
            None => println!("{:<22} ALIVE", format!("{mutant:?}")),
        }
    }
    println!(
        "ledger: operations {} crashes {} violations {} mutants {killed}/{}",
        all.operations,
        all.crashes,
        all.violations.len(),
        Mutant::ALL.len()
    );
    if all.violations.is_empty() && killed == Mutant::ALL.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn add(all: &mut Outcome, one: Outcome) {
    all.operations += one.operations;
    all.crashes += one.crashes;
    all.violations.extend(one.violations);
    for (kind, number) in one.written {
        *all.written.entry(kind).or_default() += number;
    }
}

/// The first seed (or event order) that detects the mutant, and the violation.
fn kill(mutant: Mutant) -> Option<(String, String)> {
    for seed in 0..SEEDS {
        if let Some(told) = run::run(seed, OPERATIONS, Some(mutant)).violations.into_iter().next() {
            return Some((format!("seed {seed}"), told));
        }
    }
    let told = confluence::run(Some(mutant)).violations.into_iter().next()?;
    Some(("orders".to_owned(), told))
}
