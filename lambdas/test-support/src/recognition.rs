//! Contract of [`Recogniser`] with its sample images.

use std::io::Cursor;

use ocr::{Area, Sheet, Word};
use recipe::Language;
use upload_sandbox::{Recogniser, RecognitionError};

/// Lines of [`sheet_of_two_columns`] per region.
pub const LINES: [&[&str]; 2] = [
    &["Ingredients", "250 g flour", "3 large eggs", "1 pinch of salt"],
    &[
        "Mix the flour and the salt.",
        "Beat the eggs with a fork",
        "until they are light, then",
        "stir them into the flour.",
    ],
];

/// A clean printed image with two regions side by side: [`LINES`].
#[must_use]
pub fn sheet_of_two_columns() -> Sheet {
    let regions = [(0, 380), (390, 500)].map(|(left, width)| Area { left, top: 0, width, height: 230 });
    sheet(include_bytes!("pictures/two_columns.png"), regions.to_vec())
}

/// A sheet from a greyscale PNG; panics on other images.
#[must_use]
pub fn sheet(png: &[u8], regions: Vec<Area>) -> Sheet {
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a PNG picture");
    let mut grey = vec![0; reader.output_buffer_size().expect("a small picture")];
    let shown = reader.next_frame(&mut grey).expect("a whole picture");
    assert_eq!((shown.color_type, shown.bit_depth), (png::ColorType::Grayscale, png::BitDepth::Eight));
    Sheet { width: shown.width, height: shown.height, grey, regions, ..Sheet::default() }
}

/// A blank image.
#[must_use]
pub fn empty_sheet() -> Sheet {
    let area = Area { left: 0, top: 0, width: 600, height: 400 };
    Sheet { width: 600, height: 400, grey: vec![255; 600 * 400], regions: vec![area], ..Sheet::default() }
}

/// Contract of a recogniser of printed text.
pub async fn recogniser(recogniser: &impl Recogniser) {
    let sheet = sheet_of_two_columns();
    for hint in [None, Some(Language::En), Some(Language::Fr)] {
        let words = recogniser.recognise(&sheet, hint).await.expect("words");
        the_words_stand_in_region_and_line_order(&words);
        the_words_stand_where_they_are_printed(&sheet, &words);
    }
    let nowhere = Sheet { regions: Vec::new(), ..sheet };
    for blank in [empty_sheet(), Sheet::default(), nowhere] {
        assert_eq!(recogniser.recognise(&blank, None).await, Ok(Vec::new()), "words where there is no text");
    }
}

/// Contract of a recogniser that cannot run: it returns a port error.
pub async fn broken_recogniser(recogniser: &impl Recogniser) {
    let recognised = recogniser.recognise(&sheet_of_two_columns(), None).await;
    assert!(matches!(recognised, Err(RecognitionError::Port(_))), "{recognised:?}");
}

fn the_words_stand_in_region_and_line_order(words: &[Word]) {
    let places: Vec<_> = words.iter().map(|word| (word.region, word.line)).collect();
    assert!(places.is_sorted(), "out of order: {places:?}");
    let mut lines = [const { Vec::<String>::new() }; 2];
    for line in words.chunk_by(|a, b| (a.region, a.line) == (b.region, b.line)) {
        let region = lines.get_mut(line[0].region as usize).expect("one of the two regions");
        assert_eq!(line[0].line as usize, region.len(), "lines are counted from 0, none is left out");
        region.push(line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
    }
    assert_eq!(lines, LINES);
}

fn the_words_stand_where_they_are_printed(sheet: &Sheet, words: &[Word]) {
    let inside = |inner: Area, outer: Area| {
        inner.left >= outer.left
            && inner.top >= outer.top
            && inner.left + inner.width <= outer.left + outer.width
            && inner.top + inner.height <= outer.top + outer.height
    };
    for word in words {
        assert!(word.area.width > 0 && word.area.height > 0, "{word:?} has no area");
        let region = sheet.regions.get(word.region as usize).expect("a region of the sheet");
        assert!(inside(word.area, *region), "{word:?} is outside of its region");
        assert!((1..=100).contains(&word.confidence), "{word:?}");
    }
    for pair in words.windows(2).filter(|pair| pair[0].region == pair[1].region) {
        if pair[0].line == pair[1].line {
            assert!(pair[0].area.left + pair[0].area.width <= pair[1].area.left, "{pair:?} overlap");
        } else {
            assert!(pair[0].area.top < pair[1].area.top, "{pair:?} are not below one another");
        }
    }
}
