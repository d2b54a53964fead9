use extract::TextLine;
use file_formats::documents::{Document, DocumentError, read_pdf};
use proptest::prelude::*;

use super::common::pdf::{BOLD, PLAIN, Print, document, text};

const TITLE: Print<'_> = (40.0, 60.0, 24.0, BOLD, "Pear and almond tart for a crowd");

fn words(lines: &[TextLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn columns_are_read_in_order_after_lines_across_them() {
    let left = ["Ingredients", "4 ripe pears", "200 g flour", "100 g cold butter", "a pinch of salt"];
    let right = [
        "Method",
        "Peel the pears and slice them.",
        "Rub the butter into the flour",
        "with cold fingers.",
        "Bake.",
    ];
    let across = "Keeps for two days in a tin, if nobody knows where the tin is hidden.";
    let mut page = vec![TITLE];
    for (row, (left, right)) in (0u8..).zip(left.into_iter().zip(right)) {
        // The columns' lines are not aligned.
        page.push((40.0, 120.0 + 20.0 * f64::from(row), 11.0, PLAIN, left));
        page.push((250.0, 124.0 + 16.0 * f64::from(row), 11.0, PLAIN, right));
    }
    page.push((40.0, 400.0, 11.0, PLAIN, across));
    let text = text(&[page]);
    let expected: Vec<_> = [TITLE.4].into_iter().chain(left).chain(right).chain([across]).collect();
    assert_eq!(words(&text.lines), expected);
    let block = |line: usize| text.lines[line].block;
    assert!(block(0) < block(1) && block(1) == block(5) && block(5) < block(6) && block(10) < block(11));
}

#[test]
fn separated_amounts_and_numbers_stay_with_their_lines() {
    let rows = [
        ("200 g", "flour"),
        ("2", "large eggs"),
        ("\u{bd} l", "milk"),
        ("1.", "Whisk it."),
        ("\u{2022}", "Rest it."),
    ];
    let mut page = vec![TITLE];
    for (row, (left, right)) in (0u8..).zip(rows) {
        page.push((40.0, 120.0 + 20.0 * f64::from(row), 11.0, PLAIN, left));
        page.push((100.0, 120.0 + 20.0 * f64::from(row), 11.0, PLAIN, right));
    }
    let text = text(&[page]);
    assert_eq!(
        words(&text.lines[1..]),
        ["200 g flour", "2 large eggs", "\u{bd} l milk", "1. Whisk it.", "\u{2022} Rest it."]
    );
}

#[test]
fn lines_keep_size_indent_space_and_place() {
    let text = text(&[vec![
        (40.0, 60.0, 24.0, BOLD, "Cr\u{e8}me br\u{fb}l\u{e9}e"),
        (40.0, 120.0, 12.0, PLAIN, "Warm the cream with the split pod of vanilla and"),
        (40.0, 134.0, 12.0, PLAIN, "leave it to stand while you beat the yolks with"),
        (40.0, 148.0, 12.0, PLAIN, "the sugar until they are pale."),
        (64.0, 190.0, 12.0, PLAIN, "Serve cold."),
    ]]);
    let [title, first, second, _, last] = text.lines.as_slice() else { panic!("{:?}", text.lines) };
    assert_eq!((title.text.as_str(), title.size), ("Cr\u{e8}me br\u{fb}l\u{e9}e", 2.0));
    assert_eq!((first.size, second.space_above), (1.0, 0.0));
    assert!((last.indent - 2.0).abs() < 0.1 && last.space_above > 1.5, "{last:?}");
    let place = first.place.unwrap();
    assert!((660..=670).contains(&place.left) && (1350..=1400).contains(&place.top), "{place:?}");
    assert_eq!(text.name.as_deref(), Some("pie"));
}

#[test]
fn space_between_one_line_steps_is_detected() {
    let line = |top: f64, text: &'static str| (40.0, top, 12.0, PLAIN, text);
    let text = text(&[vec![
        line(100.0, "Heat the oven well."),
        line(130.0, "Beat the eggs and the sugar for ten minutes, until they"),
        line(144.0, "are pale and twice as much."),
        line(174.0, "Add the flour."),
        line(204.0, "Bake it."),
    ]]);
    let spaces: Vec<bool> = text.lines.iter().map(|line| line.space_above > 0.5).collect();
    assert_eq!(spaces, [false, true, false, true, true]);
}

#[test]
fn pages_follow_each_other() {
    let page = |top: &'static str| {
        vec![(40.0, 60.0, 12.0, PLAIN, top), (40.0, 80.0, 12.0, PLAIN, "Stir it and serve.")]
    };
    let text = text(&[page("Soup of the first page, with leek"), page("Soup of the second page, with peas")]);
    let pages: Vec<_> = text.lines.iter().filter_map(|line| line.place).map(|place| place.page).collect();
    assert_eq!(pages, [0, 0, 1, 1]);
}

#[test]
fn pages_without_text_become_at_most_ten_images() {
    let scanned = b"600 0 0 800 0 0 cm /P Do".to_vec();
    let scans = |pages: usize| read_pdf(&document(&vec![scanned.clone(); pages], ""), None);
    let Ok(Document::Scans(pictures)) = scans(2) else { panic!("no scans") };
    assert_eq!(pictures.len(), 2);
    assert!(pictures.iter().all(|picture| picture.starts_with(b"\x89PNG")));
    assert_eq!(scans(11), Err(DocumentError::TooLarge));
}

#[test]
fn encrypted_and_broken_files_are_reported() {
    let keys = format!("<{}>", "5a".repeat(32));
    let locked = format!("/ID[{keys}{keys}]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O {keys}/U {keys}>>");
    let page = b"BT /F1 12 Tf 40 700 Td (Secret soup) Tj ET".to_vec();
    for (file, expected) in [
        (document(&[page], &locked), DocumentError::Encrypted),
        (b"%PDF-1.7\nnothing of the kind".to_vec(), DocumentError::Unreadable),
        (document(&[], ""), DocumentError::Unreadable),
    ] {
        assert_eq!(read_pdf(&file, None), Err(expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_word_of_a_page_is_read_once(places in prop::collection::btree_set((0u8..3, 0u8..40), 12..40)) {
        let names: Vec<String> = (0..places.len()).map(|number| format!("word{number}q")).collect();
        let at = |column: u8, row: u8| (40.0 + 180.0 * f64::from(column), 40.0 + 18.0 * f64::from(row));
        let page = places.iter().zip(&names).map(|((column, row), name)| {
            let (left, top) = at(*column, *row);
            (left, top, 11.0, PLAIN, name.as_str())
        });
        let text = text(&[page.collect()]);
        let mut found: Vec<_> =
            text.lines.iter().flat_map(|line| line.text.split(' ')).map(str::to_owned).collect();
        found.sort();
        let mut expected = names.clone();
        expected.sort();
        prop_assert_eq!(found, expected);
    }
}
