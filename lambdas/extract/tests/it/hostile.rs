#![allow(clippy::unwrap_used, reason = "test helpers may panic")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::common::{curves, files, mutate, sentences, trial};
use extract::{Code, Extraction, Page};
use proptest::prelude::*;
use url::Url;

fn read(bytes: Vec<u8>, content_type: Option<String>) -> Extraction {
    let url = Url::parse("https://kitchen.example/recipes/pie").unwrap();
    extract::read(&Page { url, content_type, bytes })
}

fn check(extraction: &Extraction) -> Result<(), TestCaseError> {
    crate::common::must_hold::check(extraction)
        .and_then(|()| crate::common::must_hold::check_stored(extraction))
        .map_err(TestCaseError::fail)
}

const MUTATIONS: u64 = 3_000;
const LONGEST_MUTATION: usize = 12_000;

#[test]
fn mutated_pages_are_read_without_panic() {
    let pages: Vec<Vec<u8>> = files::own().unwrap().into_iter().map(|page| page.bytes).collect();
    for number in 0..MUTATIONS {
        let page = mutate::page(number, &pages, LONGEST_MUTATION);
        let size = page.len();
        let (_, took) = unwrapped(number, || trial::try_page(page));
        assert!(
            took < Duration::from_millis(200) + Duration::from_micros(20) * size as u32,
            "{number}: {took:?}"
        );
    }
}

#[test]
fn mutated_lines_are_read_without_panic() {
    for number in 0..MUTATIONS {
        unwrapped(number, || sentences::try_line(number));
    }
}

/// Reports the number of a failed mutation, for `soak --show NUMBER`.
fn unwrapped<T>(number: u64, trial: impl FnOnce() -> Result<T, String>) -> T {
    match catch_unwind(AssertUnwindSafe(trial)) {
        Ok(Ok(done)) => done,
        Ok(Err(reason)) => panic!("mutation {number}: {reason}"),
        Err(_) => panic!("mutation {number} panicked; its words stand above"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), header in prop::option::of(".{0,40}")) {
        check(&read(bytes, header))?;
    }

    #[test]
    fn random_json_is_read_without_panic(text in "[\\[\\]{}\",:'a\\\\u0 \n]{0,120}") {
        let page = format!("<p>x</p><script type='application/ld+json'>{{\"@type\":\"Recipe\",\"name\":{text}</script>");
        check(&read(page.into_bytes(), None))?;
    }
}

const SMALL: usize = 1 << 14;
/// Size of the large page relative to the small one.
const GROWTH: usize = 8;
const SLOWEST_GROWTH: u32 = 16;
/// Minimum time that is compared; shorter ones are noise.
const LEAST: Duration = Duration::from_millis(4);
const ATTEMPTS: usize = 5;

#[test]
fn reading_time_is_linear_in_the_page_size() {
    for ((case, small), (_, large)) in curves::pages(SMALL).into_iter().zip(curves::pages(SMALL * GROWTH)) {
        if case == curves::ONE_TAG {
            continue;
        }
        let mut least = [Duration::MAX; 2];
        let is_linear = (0..ATTEMPTS).any(|_| {
            for (least, page) in least.iter_mut().zip([&small, &large]) {
                let (_, took) = trial::try_page(page.clone().into_bytes())
                    .unwrap_or_else(|reason| panic!("{case}: {reason}"));
                *least = took.min(*least);
            }
            least[1] <= least[0].max(LEAST) * SLOWEST_GROWTH
        });
        assert!(
            is_linear,
            "{case}: {:?} for {} kB, {:?} for {GROWTH} times that",
            least[0],
            SMALL / 1024,
            least[1]
        );
    }
}

#[test]
fn repeated_formatting_is_truncated() {
    // Each paragraph reopens all fonts: 40 kB would yield a million nodes.
    let fonts: String = (0..100).map(|size| format!("<font size={size}>")).collect();
    let page = format!("<p>{fonts}{}", "<p>x".repeat(10_000));
    let extraction = read(page.into_bytes(), None);
    assert!(extraction.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::PageCut));
}

#[test]
fn tag_with_thousands_of_attributes_is_truncated() {
    let attributes: String = (0..20_000).map(|number| format!("a{number}=1 ")).collect();
    let extraction = read(format!("<p>Hello</p><p {attributes}>x</p>").into_bytes(), None);
    assert!(extraction.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::PageCut));
}

#[test]
fn element_with_only_invisible_characters_is_not_a_line() {
    for invisible in ["\u{200d}", "\u{ad}", "&#8203;", "\u{feff} "] {
        for page in [
            "<p>Pie<p><b class=p-ingredient>#",
            "<div class=ingredients><p>1 egg</p><b class=ingredient>#</b></div>#",
        ] {
            check(&read(page.replace('#', invisible).into_bytes(), None)).unwrap();
        }
    }
}
