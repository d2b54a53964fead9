//! Pages in `tests/pages` with their expected extractions.
//!
//! `UPDATE_GOLDEN=1 cargo test -p extract` rewrites the expectations; review the diff.

use std::path::PathBuf;

use extract::Page;
use url::Url;

/// Number of pages, to detect a missing one.
const PAGES: usize = 19;

#[test]
fn pages_match_their_golden_files() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let is_update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut pages = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        pages += 1;
        let page = Page {
            url: Url::parse("https://green-ladle.example/soups/lemon-lentil").unwrap(),
            content_type: None,
            bytes: std::fs::read(&path).unwrap(),
        };
        let read = serde_json::to_string_pretty(&extract::read(&page)).unwrap() + "\n";
        let golden = path.with_extension("json");
        if is_update {
            std::fs::write(&golden, read).unwrap();
            continue;
        }
        let expected =
            std::fs::read_to_string(&golden).unwrap_or_else(|_| panic!("{} is missing", golden.display()));
        // Compares text, because deserializing would hide missing fields.
        assert_eq!(read, expected, "{}", path.display());
    }
    assert_eq!(pages, PAGES);
}
