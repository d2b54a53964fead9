#![allow(clippy::unwrap_used, missing_docs)]

use extract::{Role, Text};
use ocr::{Area, PrintedLine, Sheet, Word, lines};

/// Words of rows `(left, top, text)`; letters are 10 wide, capitals 14 high, no descenders.
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
fn line_has_position_indent_and_spacing() {
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
fn detected_or_misread_bullet_marks_an_item() {
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
fn bullet_at_the_largest_coordinate_marks_an_item() {
    let edge = u32::MAX - 100;
    let bullets = vec![Area { left: edge, top: 204, width: 0, height: 7 }];
    let seen = Sheet { width: u32::MAX, bullets, ..sheet() };
    let text = lines(&seen, &recognised(&[(edge, 200, "2 Eggs")]), 0);
    assert_eq!(text.lines[0].role, Role::Item);
}

#[test]
fn occasional_first_word_is_not_a_bullet() {
    let mut rows: Vec<(u32, u32, &str)> = (0..12).map(|n| (100, 100 + n * 24, "Kneadit well")).collect();
    for at in [2, 5, 9] {
        rows[at].2 = "o bake it";
    }
    assert!(read(&rows).lines.iter().all(|l| l.role == Role::Plain));
}

fn read_cells(rows: &[&[(u32, &str)]]) -> Vec<String> {
    let mut words = Vec::new();
    for (number, cells) in (0..).zip(rows) {
        for (left, text) in *cells {
            let cell = recognised(&[(*left, 200 + 24 * number, text)]);
            words.extend(cell.into_iter().map(|word| Word { line: number, ..word }));
        }
    }
    lines(&sheet(), &words, 0).lines.into_iter().map(|line| line.text).collect()
}

#[test]
fn names_above_values_are_paired() {
    let values: &[(u32, &str)] = &[(100, "5 min"), (300, "1 h 9 min"), (500, "4")];
    for names in
        [[(100, "Prep"), (300, "Bake"), (490, "Serves")], [(100, "Prep:"), (300, "Bake:"), (490, "Serves:")]]
    {
        assert_eq!(read_cells(&[&names, values]), ["Prep: 5 min", "Bake: 1 h 9 min", "Serves: 4"]);
    }
    let table: &[&[(u32, &str)]] = &[&[(100, "Flour"), (300, "250 g")], &[(100, "Butter"), (300, "125 g")]];
    assert_eq!(read_cells(table), ["Flour 250 g", "Butter 125 g"]);
    let amounts: &[&[(u32, &str)]] = &[&[(100, "½ tsp"), (300, "cloves")], &[(100, "20 g"), (300, "oil")]];
    assert_eq!(read_cells(amounts), ["½ tsp cloves", "20 g oil"]);
}

#[test]
fn columns_of_a_screenshot_are_read_one_after_the_other() {
    let rows = [
        (100, 200, "Waffles"),
        (100, 230, "2 eggs"),
        (500, 230, "90 g sugar"),
        (100, 254, "a pinch of salt"),
        (500, 254, "1 lemon"),
        (100, 278, "250 ml milk"),
        (500, 278, "oil"),
        (100, 340, "Beat all and bake the waffles in a hot iron until they are brown."),
    ];
    let list = ["2 eggs", "a pinch of salt", "250 ml milk", "90 g sugar", "1 lemon", "oil"];
    let screenshot = lines(&Sheet { is_exact: true, ..sheet() }, &recognised(&rows), 3);
    assert_eq!(texts(&screenshot)[1..7], list);
    assert!(screenshot.is_recognised && !screenshot.is_inexact);
    let first = screenshot.lines[0].place.unwrap();
    assert_eq!((first.page, first.left, first.right), (3, 1000, 1700));
    assert!((screenshot.lines[1].first_word - 100.0).abs() < 2.0, "{:?}", screenshot.lines[1]);
    assert!(read(&rows).is_inexact);
}

#[test]
fn short_doubtful_word_below_others_is_kept_in_a_screenshot() {
    let mut words = recognised(&[(100, 200, "ginger in dice of"), (100, 224, "4 cm"), (300, 300, "4 cm")]);
    words.iter_mut().skip(4).for_each(|word| word.confidence = 49);
    assert_eq!(texts(&lines(&Sheet { is_exact: true, ..sheet() }, &words, 0)), ["ginger in dice of", "4 cm"]);
    assert_eq!(texts(&lines(&sheet(), &words, 0)), ["ginger in dice of"]);
}

#[test]
fn name_without_a_value_is_kept() {
    let names: &[(u32, &str)] = &[(100, "Prep"), (300, "Bake"), (500, "Serves"), (700, "Rest")];
    let values: &[(u32, &str)] = &[(100, "5 min"), (300, "9 min"), (700, "1 h")];
    let next: &[(u32, &str)] = &[(500, "Method")];
    assert_eq!(
        read_cells(&[names, values, next]),
        ["Prep: 5 min", "Bake: 9 min", "Serves", "Rest: 1 h", "Method"]
    );
}

#[test]
fn wrapped_name_is_joined() {
    let rows: &[&[(u32, &str)]] = &[
        &[(100, "Time to"), (300, "Baking"), (500, "Serves")],
        &[(100, "prepare"), (300, "9 min"), (520, "4")],
        &[(100, "5 min")],
        &[(100, "Beat"), (300, "them"), (500, "all")],
    ];
    assert_eq!(read_cells(rows), ["Time to prepare: 5 min", "Baking: 9 min", "Serves: 4", "Beat them all"]);
}

#[test]
fn fact_beside_the_columns_is_its_own_line() {
    let rows: &[&[(u32, &str)]] =
        &[&[(300, "Prep"), (500, "Bake")], &[(100, "Serves: 4"), (300, "5 min"), (500, "9 min")]];
    assert_eq!(read_cells(rows), ["Serves: 4", "Prep: 5 min", "Bake: 9 min"]);
}

#[test]
fn headings_above_sentences_are_not_facts() {
    let rows: &[&[(u32, &str)]] = &[
        &[(100, "Ingredients"), (500, "Method")],
        &[(100, "2 cups of milk and 3 dl of oil"), (500, "1 Beat the eggs with 2 spoons of it")],
    ];
    assert_eq!(read_cells(rows).first().map(String::as_str), Some("Ingredients Method"));
}

#[test]
fn specks_are_dropped_and_numbers_stay() {
    let mut words = recognised(&[(100, 200, "1"), (100, 230, "Mix all"), (100, 260, "~.")]);
    words.extend(recognised(&[(100, 300, "xi")]).into_iter().map(|w| Word { line: 9, confidence: 22, ..w }));
    assert_eq!(texts(&lines(&sheet(), &words, 0)), ["1", "Mix all"]);
}

#[test]
fn word_outside_sheet_and_regions_is_accepted() {
    let far = Area { left: u32::MAX, top: u32::MAX, width: u32::MAX, height: u32::MAX };
    let odd = Word { text: "Odd words".to_owned(), area: far, region: 99, line: 7, confidence: 255 };
    let text = lines(&Sheet::default(), &[odd.clone(), Word { area: Area::default(), ..odd }], 0);
    assert_eq!(text.lines.len(), 1);
}

#[test]
fn word_beyond_the_sheet_is_clipped_to_its_edge() {
    let far = Area { left: u32::MAX - 3, top: 200, width: 90, height: u32::MAX };
    let mut words = recognised(&[(100, 200, "2 eggs")]);
    words.extend(words.clone().into_iter().map(|word| Word { area: far, line: 1, ..word }));
    let mut sheet = sheet();
    sheet.grey = vec![0; 1000 * 2000];
    let words = ocr::correct(&sheet, &words, recipe::Language::En);
    let text = lines(&sheet, &words, 0);
    let place = text.lines.last().unwrap().place.unwrap();
    assert_eq!((place.left, place.right, place.bottom), (10_000, 10_000, 10_000));
}

#[test]
fn short_word_without_print_is_dropped() {
    let words = recognised(&[(100, 100, "200 g flour ee"), (100, 130, "2 eggs .")]);
    let line = |top, width| {
        let area = Area { left: 100, top, width, height: 18 };
        PrintedLine { region: 0, area, is_large: false }
    };
    let mut printed = vec![line(98, 90), line(128, 40)];
    let seen = Sheet { lines: printed.clone(), ..sheet() };
    assert_eq!(texts(&lines(&seen, &words, 0)), ["200 g flour", "2 eggs"]);
    assert_eq!(texts(&lines(&sheet(), &words, 0)), ["200 g flour ee", "2 eggs ."]);
    printed[0].area.width = 160;
    let seen = Sheet { lines: printed, ..sheet() };
    assert_eq!(texts(&lines(&seen, &words, 0))[0], "200 g flour ee");
}

#[test]
fn misread_check_box_is_removed() {
    let boxes = [
        (100, 200, "lj 40 g seeds"),
        (100, 230, "[) 2 eggs"),
        (100, 260, "(j 5 figs"),
        (100, 290, "[] salt"),
    ];
    let read = read(&boxes);
    assert_eq!(texts(&read), ["40 g seeds", "2 eggs", "5 figs", "salt"]);
    assert!(read.lines.iter().all(|line| line.role == Role::Item));
    let bullets = [230, 260].map(|top| Area { left: 100, top, width: 16, height: 16 }).to_vec();
    let rows = [(100, 200, "lj 40 g seeds"), (130, 230, "2 eggs"), (130, 260, "5 figs")];
    let seen = lines(&Sheet { bullets, ..sheet() }, &recognised(&rows), 0);
    assert_eq!(texts(&seen), ["40 g seeds", "2 eggs", "5 figs"]);
    // Without brackets beside it, a letter is a word.
    let letters = [(100, 200, "c 40 g seeds"), (100, 230, "c 2 eggs"), (100, 260, "c 5 figs")];
    assert_eq!(texts(&self::read(&letters))[0], "c 40 g seeds");
}

#[test]
fn short_two_column_list_is_read_by_column() {
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
    // A line with a distant amount, or with two times, is not split.
    let table = [(100, 200, "200 g          plain flour"), (100, 224, "10 min         25 min")];
    assert_eq!(texts(&read(&table)), ["200 g plain flour", "10 min 25 min"]);
}
