//! Every target holds for seed inputs and mutations.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "../../extract/tests/it/common/mutate.rs"]
mod mutate;
#[path = "../../extract/tests/it/common/random.rs"]
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use fuzz::{ENTRIES, Entry};

/// Time per target; slow machines still make [`LEAST`] runs.
const TIME: Duration = Duration::from_millis(1500);
const LEAST: u64 = 50;
const MOST: u64 = 20_000;
const LONGEST: usize = 6_000;

fn kept(entry: &Entry) -> Vec<(String, Vec<u8>)> {
    let mut kept = Vec::new();
    for folder in entry.folders() {
        for file in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = file.unwrap().path();
            kept.push((path.display().to_string(), std::fs::read(path).unwrap()));
        }
    }
    kept.sort();
    kept
}

fn must_hold(entry: &Entry, what: &str, bytes: &[u8]) {
    let input = String::from_utf8_lossy(bytes);
    match catch_unwind(AssertUnwindSafe(|| (entry.holds)(bytes))) {
        Ok(Ok(())) => {}
        Ok(Err(reason)) => panic!("{} of {what}: {reason}\n{input}", entry.name),
        Err(_) => panic!("{} panicked at {what}; its words stand above\n{input}", entry.name),
    }
}

fn try_entry(name: &str) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name).unwrap();
    let kept = kept(entry);
    assert!(!kept.is_empty(), "nothing is kept for {name}");
    for (file, bytes) in &kept {
        must_hold(entry, file, bytes);
    }
    let inputs: Vec<Vec<u8>> = kept.into_iter().map(|(_, bytes)| bytes).collect();
    let start = Instant::now();
    for number in (0..MOST).take_while(|number| *number < LEAST || start.elapsed() < TIME) {
        must_hold(entry, &format!("mutation {number}"), &mutate::page(number, &inputs, LONGEST));
    }
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test] fn $name() { try_entry(stringify!($name)); })*

        #[test]
        fn every_entry_is_tried() {
            assert_eq!(ENTRIES.iter().map(|entry| entry.name).collect::<Vec<_>>(), [$(stringify!($name)),*]);
        }
    };
}

tests!(page text line document export words unpack picture);
