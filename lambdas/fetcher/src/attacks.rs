//! Attacks and their expected refusals.
//!
//! Each table row is one case. After the guard's check of an address, connections go to a loopback server: a
//! broken guard shows as a successful fetch, and nothing leaves the machine.

mod addresses;
mod bodies;
mod bombs;
mod challenges;
mod kitchen;
mod names;
mod redirects;
mod requests;
mod site;

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
