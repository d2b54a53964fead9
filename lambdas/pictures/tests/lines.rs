//! What recognised words become as lines.
#![allow(clippy::unwrap_used, missing_docs)]

use extract::{Role, Text};
use pictures::{Area, PrintedLine, Sheet, Word, lines};

/// Words of lines: `(left, top, text)`; letters are 10 wide, capitals 14 high, and no letter goes below the line.
fn recognised(rows: &[(u32, u32, &str)]) -> Vec<Word> {
    let mut words = Vec::new();
    for (number, (left, top, text)) in (0..).zip(rows) {
        let mut at = *left;
        for part in text.split(' ') {
            let width = part.chars().count() as u32 * 10;
            if !part.is_empty() {
                let area = Area { left: at, top: *top, width, height: 14 };
                words.push(Word { text: part.to_owned(), area, region: 0, line: number, confidence: 95 });
            }
            at += width + 6;
        }
    }
    words
}

fn sheet() -> Sheet {
    Sheet {
        width: 1000,
        height: 2000,
        regions: vec![Area { left: 0, top: 0, width: 1000, height: 2000 }],
        ..Sheet::default()
    }
}

fn read(rows: &[(u32, u32, &str)]) -> Text {
    lines(&sheet(), &recognised(rows), 3)
}

fn texts(text: &Text) -> Vec<&str> {
    text.lines.iter().map(|l| l.text.as_str()).collect()
}

#[test]
fn lines_say_where_and_how_they_stand() {
    let text =
        read(&[(100, 200, "Batter"), (120, 224, "Beat it"), (120, 248, "Bake it"), (100, 320, "Filled")]);
    assert!(text.is_recognised);
    let place = text.lines[0].place.unwrap();
    assert_eq!((place.page, place.left, place.top, place.right, place.bottom), (3, 1000, 1000, 1600, 1070));
    assert!(text.lines[0].indent < 0.1 && text.lines[1].indent > 1.0, "{:?}", text.lines);
    assert!(text.lines[2].space_above < 0.1 && text.lines[3].space_above > 1.0, "{:?}", text.lines);
    assert!((text.lines[0].size - 1.0).abs() < 0.1);
}

#[test]
fn bullets_make_items_whether_seen_or_taken_for_letters() {
    let rows =
        [(100, 200, "e 2 Eggs"), (100, 230, "© 1 Cup"), (100, 260, "LJ 3 Limes"), (100, 400, "Beat all")];
    let text = read(&rows);
    assert_eq!(texts(&text), ["2 Eggs", "1 Cup", "3 Limes", "Beat all"]);
    assert!(text.lines[..3].iter().all(|l| l.role == Role::Item));
    assert_eq!(text.lines[3].role, Role::Plain);

    let seen = Sheet { bullets: vec![Area { left: 80, top: 204, width: 7, height: 7 }], ..sheet() };
    let text = lines(&seen, &recognised(&[(100, 200, "2 Eggs"), (100, 230, "to taste")]), 0);
    assert_eq!(text.lines[0].role, Role::Item);
    assert_eq!(text.lines[1].role, Role::Plain);
}

#[test]
fn a_word_that_now_and_then_begins_a_line_is_no_bullet() {
    let mut rows: Vec<(u32, u32, &str)> = (0..12).map(|n| (100, 100 + n * 24, "Kneadit well")).collect();
    for at in [2, 5, 9] {
        rows[at].2 = "o bake it";
    }
    assert!(read(&rows).lines.iter().all(|l| l.role == Role::Plain));
}

#[test]
fn a_row_of_names_above_their_values_is_read_in_pairs() {
    let words = [(100, 200, "Prep      Bake      Serves"), (100, 224, "5 min     9 min     4")];
    assert_eq!(texts(&read(&words)), ["Prep 5 min", "Bake 9 min", "Serves 4"]);
    let table = [(100, 200, "Flour      250 g"), (100, 224, "Butter     125 g")];
    assert_eq!(texts(&read(&table)), ["Flour 250 g", "Butter 125 g"]);
}

#[test]
fn specks_are_dropped_and_numbers_stay() {
    let mut words = recognised(&[(100, 200, "1"), (100, 230, "Mix all"), (100, 260, "~.")]);
    words.extend(recognised(&[(100, 300, "xi")]).into_iter().map(|w| Word { line: 9, confidence: 22, ..w }));
    assert_eq!(texts(&lines(&sheet(), &words, 0)), ["1", "Mix all"]);
}

#[test]
fn words_outside_the_sheet_and_regions_never_do_harm() {
    let far = Area { left: u32::MAX, top: u32::MAX, width: u32::MAX, height: u32::MAX };
    let odd = Word { text: "Odd words".to_owned(), area: far, region: 99, line: 7, confidence: 255 };
    let text = lines(&Sheet::default(), &[odd.clone(), Word { area: Area::default(), ..odd }], 0);
    assert_eq!(text.lines.len(), 1);
}

#[test]
fn words_beyond_their_sheet_are_read_and_placed_on_its_edge() {
    let far = Area { left: u32::MAX - 3, top: 200, width: 90, height: u32::MAX };
    let mut words = recognised(&[(100, 200, "2 eggs")]);
    words.extend(words.clone().into_iter().map(|word| Word { area: far, line: 1, ..word }));
    let mut sheet = sheet();
    sheet.grey = vec![0; 1000 * 2000];
    let words = pictures::correct(&sheet, &words, recipe::Language::En);
    let text = lines(&sheet, &words, 0);
    let place = text.lines.last().unwrap().place.unwrap();
    assert_eq!((place.left, place.right, place.bottom), (10_000, 10_000, 10_000));
}

#[test]
fn short_words_where_no_print_was_seen_are_grain() {
    let words = recognised(&[(100, 100, "200 g flour ee"), (100, 130, "2 eggs .")]);
    let line = |top, width| {
        let area = Area { left: 100, top, width, height: 18 };
        PrintedLine { region: 0, area, is_large: false }
    };
    // The last word of the first line lies beyond its print, the number of the second before its own.
    let mut printed = vec![line(98, 90), line(128, 40)];
    let seen = Sheet { lines: printed.clone(), ..sheet() };
    assert_eq!(texts(&lines(&seen, &words, 0)), ["200 g flour", "2 eggs"]);
    // Where nothing is known of the print, all is kept; so is what stands on it.
    assert_eq!(texts(&lines(&sheet(), &words, 0)), ["200 g flour ee", "2 eggs ."]);
    printed[0].area.width = 160;
    let seen = Sheet { lines: printed, ..sheet() };
    assert_eq!(texts(&lines(&seen, &words, 0))[0], "200 g flour ee");
}

#[test]
fn boxes_to_tick_are_taken_out_whatever_they_were_recognised_as() {
    let boxes = [
        (100, 200, "lj 40 g seeds"),
        (100, 230, "[) 2 eggs"),
        (100, 260, "(j 5 figs"),
        (100, 290, "[] salt"),
    ];
    let read = read(&boxes);
    assert_eq!(texts(&read), ["40 g seeds", "2 eggs", "5 figs", "salt"]);
    assert!(read.lines.iter().all(|line| line.role == Role::Item));
    // Without brackets beside it, a letter is a word.
    let letters = [(100, 200, "c 40 g seeds"), (100, 230, "c 2 eggs"), (100, 260, "c 5 figs")];
    assert_eq!(texts(&self::read(&letters))[0], "c 40 g seeds");
}

#[test]
fn a_short_list_in_two_columns_is_read_column_by_column() {
    let gap = " ".repeat(8);
    let rows = [
        (100, 200, format!("1 tbsp butter{gap}1 cup plum jam")),
        (100, 224, format!("2 cups orzo  {gap}3 cups broth")),
        (100, 248, "4 figs".to_owned()),
        (100, 272, "Stir it all.".to_owned()),
    ];
    let rows: Vec<(u32, u32, &str)> =
        rows.iter().map(|(left, top, text)| (*left, *top, text.as_str())).collect();
    assert_eq!(
        texts(&read(&rows)),
        ["1 tbsp butter", "2 cups orzo", "4 figs", "1 cup plum jam", "3 cups broth", "Stir it all."]
    );
    // An amount apart from its name, and times beside each other, are one line.
    let table = [(100, 200, "200 g          plain flour"), (100, 224, "10 min         25 min")];
    assert_eq!(texts(&read(&table)), ["200 g plain flour", "10 min 25 min"]);
}
