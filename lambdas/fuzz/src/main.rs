//! `FUZZ_ENTRY=line fuzz CORPUS… -max_total_time=60` runs libFuzzer on one target.

#![no_main]

use std::sync::OnceLock;

use fuzz::Entry;

static ENTRY: OnceLock<&Entry> = OnceLock::new();

fn named() -> &'static Entry {
    let name = std::env::var("FUZZ_ENTRY").unwrap_or_default();
    fuzz::ENTRIES
        .iter()
        .find(|entry| entry.name == name)
        .unwrap_or_else(|| panic!("FUZZ_ENTRY names no entry: {name}"))
}

libfuzzer_sys::fuzz_target!(init: { ENTRY.get_or_init(named); }, |bytes: &[u8]| {
    if let Err(reason) = (ENTRY.get_or_init(named).holds)(bytes) {
        panic!("{reason}");
    }
});
