//! Injects each fault into each call of the scenarios, and prints the number of cases.
//!
//! `cargo test -p test-support --test faults`; a word after `--` selects scenarios. The table is in
//! `target/tmp/faults.tsv`.

#![expect(clippy::print_stdout, reason = "the test prints the size of the table")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use test_support::faults::scenarios::SCENARIOS;
use test_support::faults::{Call, Fault, PORTS, check};

/// Methods that no function calls, and why.
const UNCALLED: &[(&str, &str, &str)] = &[
    ("Lookups", "purchase", "imports buy nothing"),
    ("MediaStore", "delete", OWN_PICTURES),
    ("Lookups", "purchase_of", "imports buy nothing"),
    ("Lookups", "rows", "the checks audit by themselves"),
    ("ConversationStore", "take", AGENT),
    ("ConversationStore", "write_partial", AGENT),
];

/// Fields and functions without port calls, and why.
const WITHOUT_PORTS: &[(&str, &str)] = &[
    ("fn-graphql.recordEvent", "only logs its arguments"),
    ("fn-graphql.reportCrash", "only logs its arguments"),
    ("fn-graphql.publishRecipeChange", "returns its arguments"),
    ("fn-graphql.publishConversationPart", "returns its arguments"),
];

/// Fields and functions that are tested elsewhere, and where.
const ELSEWHERE: &[(&str, &str)] = &[
    ("fn-credits", READS),
    ("fn-graphql.listCreditGrantByUserIdAndExpirationDate", READS),
    ("fn-graphql.listCreditPurchaseByStripePaymentIntentId", READS),
    ("fn-graphql.listCreditPurchaseByUserIdAndPurchaseDate", READS),
    ("fn-graphql.listCreditTransactionByIdempotencyKey", READS),
    ("fn-graphql.listCreditTransactionByUserIdAndCreatedAt", READS),
    ("fn-graphql.listUserCreditBalanceByUserId", READS),
    ("fn-recipe-page", READS),
    ("fn-feedback", "its fields stand by themselves, as those of fn-graphql do"),
    ("fn-shared-lists", "its fields stand by themselves, as those of fn-graphql do"),
    ("fn-agent", AGENT),
    ("fn-conversations", "its fields stand by themselves, as those of fn-graphql do"),
    ("fn-own-picture", OWN_PICTURES),
    ("fn-graphql.setRecipePicture", OWN_PICTURES),
    ("fn-read-again", READ_AGAIN),
    ("fn-graphql.readAgain", READ_AGAIN),
    ("fn-audit-credits", READS),
    ("fn-open-credits", LEDGER),
    ("fn-graphql.openCredits", LEDGER),
    ("fn-publish-credits", HINTS),
    ("fn-graphql.publishCreditChange", HINTS),
    ("fn-grocery", GROCERIES),
    ("fn-propose", WISHES),
    ("fn-tokens", TOKENS),
    ("fn-extract-recipe", TOKENS),
    ("fn-read-file", READS),
    ("fn-mcp", "imports as fn-graphql.createRecipe does, and otherwise only reads or makes one write"),
    ("fn-admin", PAYMENTS),
    ("fn-payments", PAYMENTS),
    ("fn-stripe-webhook", PAYMENTS),
    ("fn-sweep-purchases", PAYMENTS),
];
const GROCERIES: &str =
    "makes one write, a link that can be made again; lambdas/app/tests/groceries.rs breaks each call";
const AGENT: &str = "its answers stand by themselves: functions::agent::answer breaks each call of each port";
const TOKENS: &str =
    "makes one transaction or raises counters: lambdas/app/tests/personal_tokens.rs breaks each call";
const OWN_PICTURES: &str =
    "the field stands by itself: lambdas/app/tests/own_picture.rs breaks what it writes";
const READ_AGAIN: &str = "raises a counter and otherwise only reads: lambdas/app/tests/read_again.rs";
const LEDGER: &str = "makes one write, a grant, which make simulate breaks";
const HINTS: &str = "tells devices to ask again, which they also do by themselves";
const READS: &str = "only reads, and so leaves nothing half done";
const WISHES: &str = "raises a counter, books what was used, and otherwise only reads: functions::agent::propose breaks counter and money";
const PAYMENTS: &str = "make simulate breaks each call of the ledger, lambdas/billing/tests the provider's, make payments kills both";

fn main() -> ExitCode {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = String::from("scenario\tfunction\tcall\tfault\tbroken\n");
    let mut met: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    let (mut calls, mut runs, mut broken) = (0, 0, 0);
    for scenario in SCENARIOS {
        if word.as_ref().is_some_and(|word| !scenario.name.contains(word.as_str())) {
            continue;
        }
        let world = check::run(scenario, None);
        let clean = check::outcome(&world);
        let made = world.calls();
        calls += made.len();
        for problem in check::clean_faults(&world) {
            broken += 1;
            println!("{}: without a fault: {problem}", scenario.name);
        }
        if word.is_some() {
            println!("{clean:#?}");
        }
        for call in made {
            met.insert((call.function, call.port, call.method));
            for fault in Fault::ALL {
                runs += 1;
                let world = check::run(scenario, Some((call.clone(), fault)));
                let wrong = check::broken(&world, &clean, &call, fault);
                broken += usize::from(!wrong.is_empty());
                row(&mut table, scenario.name, &call, fault, &wrong);
                for problem in &wrong {
                    println!("{}: {fault:?} at {call}: {problem}", scenario.name);
                }
            }
        }
    }
    let functions: BTreeSet<&str> = met.iter().map(|(function, _, _)| *function).collect();
    if word.is_none() {
        let missing = missing(&met, &functions);
        broken += missing.len();
        missing.iter().for_each(|entry| println!("{entry}"));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults.tsv");
        if let Err(error) = std::fs::write(&path, &table) {
            println!("{}: {error}", path.display());
            broken += 1;
        }
    }
    println!("faults: functions {} calls {calls} runs {runs} broken {broken}", functions.len());
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn row(table: &mut String, scenario: &str, call: &Call, fault: Fault, wrong: &[String]) {
    // Writing to a string cannot fail.
    let _ = writeln!(table, "{scenario}\t{call}\t{fault:?}\t{}", wrong.join(" | "));
}

/// Calls that are missing, or made despite a reason not to.
fn missing(met: &BTreeSet<(&str, &str, &str)>, functions: &BTreeSet<&str>) -> Vec<String> {
    let mut missing = Vec::new();
    for (port, methods) in PORTS {
        for method in *methods {
            let is_met = met.iter().any(|(_, a, b)| (a, b) == (port, method));
            let has_reason = UNCALLED.iter().any(|(a, b, _)| (a, b) == (port, method));
            if is_met == has_reason {
                missing.push(format!(
                    "{port}.{method} is called: {is_met}, has a reason not to be: {has_reason}"
                ));
            }
        }
    }
    for name in deployed().into_iter().chain(fields()) {
        let is_met = functions.contains(name.as_str());
        let has_reason = WITHOUT_PORTS.iter().chain(ELSEWHERE).any(|(other, _)| *other == name);
        if is_met == has_reason {
            missing.push(format!("{name} makes calls: {is_met}, has a reason not to: {has_reason}"));
        }
    }
    missing
}

/// Binaries of the functions; fn-graphql is covered by its fields.
fn deployed() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../functions/src/bin");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()));
    names.filter(|name| name != "fn-graphql").collect()
}

/// Query and mutation fields of the schema, as functions.
fn fields() -> BTreeSet<String> {
    let schema = include_str!("../../../schema.graphql");
    let mut by_type: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut of = "";
    let mut in_description = false;
    for line in schema.lines() {
        let is_text = in_description;
        in_description ^= line.matches("\"\"\"").count() % 2 == 1;
        if is_text {
            continue;
        }
        if let Some(rest) = line.strip_prefix("type ") {
            of = rest.split([' ', '{']).next().unwrap_or_default();
        } else if let Some(field) =
            line.strip_prefix("  ").filter(|field| !field.starts_with([' ', '"', '#', '@', ')']))
        {
            by_type.entry(of).or_default().push(field.split(['(', ':']).next().unwrap_or_default());
        }
    }
    let names = ["Query", "Mutation"].into_iter().filter_map(|of| by_type.get(of)).flatten();
    let names = names.filter(|name| **name != "deleteAccount");
    names.map(|name| format!("fn-graphql.{name}")).collect()
}
