//! The attack list, as tests: what each attacker tries, and which refusal is due.
//!
//! Every table's row is one case. Servers run inside the test on a free loopback port, and every name leads to
//! them *after* the guard has judged the addresses that the name pretends to have: a broken guard shows as a
//! successful fetch, and nothing ever leaves the machine.

mod addresses;
mod bodies;
mod bombs;
mod challenges;
mod kitchen;
mod names;
mod redirects;
mod requests;
mod site;

/// The figure that the project gives for its attack list.
#[test]
fn the_attack_list_has_at_least_120_cases() {
    let counts = [
        ("addresses", addresses::REFUSED.len()),
        ("names", names::REFUSED.len()),
        ("redirects", redirects::REFUSED.len()),
        ("bodies", bodies::CASES.len()),
        ("bombs", bombs::CASES.len()),
        ("challenges", challenges::CHALLENGES.len()),
        ("demo kitchen", kitchen::NEIGHBOURS.len() + kitchen::BASES.len()),
    ];
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    println!("{all} attack cases: {counts:?}");
    assert!(all >= 120, "only {all} cases");
}
