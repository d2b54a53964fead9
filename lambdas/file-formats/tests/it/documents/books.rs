#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::common::{docx, formatted_lines, odt, zip};
use extract::Text;
use file_formats::documents::{DocumentError, read_docx, read_epub, read_odt, read_rtf};
use proptest::prelude::*;
use recipe::Language;

const CONTAINER: (&str, &str) = (
    "META-INF/container.xml",
    "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>",
);
const PACKAGE: (&str, &str) = (
    "OEBPS/book.opf",
    "<package xmlns:dc=\"d\"><metadata><dc:title>Carnet</dc:title><dc:language>fr</dc:language></metadata><manifest>\
     <item id=\"n\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\
     <item id=\"a\" href=\"Text/un%20plat.xhtml\" media-type=\"application/xhtml+xml\"/>\
     <item id=\"b\" href=\"../deux.xhtml#top\" media-type=\"application/xhtml+xml\"/>\
     <item id=\"i\" href=\"cover.jpg\" media-type=\"image/jpeg\"/><item id=\"x\" href=\"gone.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>\
     <spine><itemref idref=\"i\"/><itemref idref=\"n\"/><itemref idref=\"b\"/><itemref idref=\"x\"/><itemref idref=\"a\"/></spine></package>",
);
const FIRST: (&str, &str) = (
    "OEBPS/Text/un plat.xhtml",
    "<?xml version=\"1.0\"?><!DOCTYPE html><html xmlns=\"h\" xml:lang=\"es\"><head><title>Gazpacho</title><style>p{}</style></head><body>\
     <h1>Gazpacho</h1><p>Fr&iacute;o&nbsp;y\n <b>rápido</b>.</p><h2>Ingredientes</h2><ul><li><p>1 kg de <i>tomates</i></p></li><li>sal<br/>gorda</li></ul>\
     <ol start=\"3\"><li>Tritura.</li><li>Sirve.</li></ol><p><strong>Nota</strong></p><div>a<div>b</div>c</div>\
     <table><tr><td>100 g</td><td>pan</td></tr><tr><td>1</td><td>ajo</td></tr></table></body></html>",
);
const SECOND: (&str, &str) = ("deux.xhtml", "<html><body><p>Bonjour</p></body></html>");

#[test]
fn book_chapters_follow_the_spine() {
    let nav = ("OEBPS/nav.xhtml", "<html><body><p>Gazpacho</p></body></html>");
    let texts = read_epub(&zip(&[CONTAINER, PACKAGE, nav, FIRST, SECOND])).unwrap();
    assert_eq!(texts.len(), 2);
    assert_eq!(
        (formatted_lines(&texts[0]), texts[0].language),
        (vec!["0 Bonjour".to_owned()], Some(Language::Fr))
    );
    assert_eq!((texts[1].name.as_deref(), texts[1].language), (Some("Gazpacho"), Some(Language::Es)));
    assert_eq!(
        formatted_lines(&texts[1]),
        [
            "0 # Gazpacho",
            "0 Frío y rápido.",
            "0 ## Ingredientes",
            "0 - 1 kg de tomates",
            "0 - sal gorda",
            "0 3. Tritura.",
            "0 4. Sirve.",
            "0 *Nota*",
            "0 a",
            "0 b",
            "0 c",
            "0 100 g pan",
            "0 1 ajo",
        ]
    );
}

#[test]
fn incomplete_book_is_unreadable_and_protected_one_is_encrypted() {
    assert_eq!(read_epub(&zip(&[PACKAGE, FIRST])), Err(DocumentError::Unreadable));
    assert_eq!(read_epub(&zip(&[CONTAINER, PACKAGE])), Err(DocumentError::Unreadable));
    let locked = |address: &str| {
        let encryption = format!(
            "<encryption><EncryptedData><CipherReference URI=\"{address}\"/></EncryptedData></encryption>"
        );
        read_epub(&zip(&[CONTAINER, PACKAGE, FIRST, ("META-INF/encryption.xml", &encryption)]))
    };
    assert_eq!(locked("OEBPS/Text/un%20plat.xhtml"), Err(DocumentError::Encrypted));
    assert_eq!(locked("OEBPS/fonts/a.otf").map(|texts| texts.len()), Ok(1));
}

#[test]
fn rtf_text_lists_headings_and_tables_are_read() {
    let rtf = b"{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Calibri;}{\\f1\\fcharset238 Arial;}}{\\colortbl;\\red0;}\
        {\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}}{\\info{\\title Cr\\'eapes}{\\author Ann}}{\\*\\generator X;}\n\
        {\\header Page 1\\par}\\pard\\s1\\fs44 Cr\\'eapes\\par\n\\pard\\fs22 {\\b Ingr\\u233\\'e9dients\\par}\n\
        {\\listtext\\'b7\\tab}4 \\u339?ufs, 1\\~l de \\ldblquote lait\\rdblquote\\par{\\listtext 2.\\tab}M\\'e9langer.\\par\n\
        \\bullet\\tab sel \\{fin\\}\\line poivre\\par\\par {\\v hidden}\\f1 p\\'b3ynny\\f0\\par\\uc2\\u8217ab fin\\uc0\\u169\\uc1\\u-10179?\\u-8704?\\par\n\
        \\trowd\\intbl 200 g\\cell farine\\cell\\row\\trowd\\intbl 1\\cell citron\\cell\\row\\pard {\\*\\shpinst{\\shptxt Box\\par}}End {\\pict 00ff}\\bin3 {{{}";
    let text = read_rtf(rtf, Some("a.rtf")).unwrap();
    assert_eq!(text.name.as_deref(), Some("Crêpes"));
    assert_eq!(
        formatted_lines(&text),
        [
            "0 # Crêpes",
            "0 *Ingrédients*",
            "0 - 4 œufs, 1 l de “lait”",
            "0 2. Mélanger.",
            "0 • sel {fin}",
            "0 poivre",
            "0 płynny",
            "0 ’ fin©😀",
            "0 200 g farine",
            "0 1 citron",
            "0 Box",
            "0 End",
        ]
    );
    assert_eq!((text.lines[0].size, text.lines[6].space_above), (2.0, 1.0));
}

#[test]
fn endless_rtf_is_rejected() {
    assert_eq!(read_rtf(b"not rich", None), Err(DocumentError::Unreadable));
    let deep = format!("{{\\rtf1 {}", "{".repeat(100_000));
    assert_eq!(read_rtf(deep.as_bytes(), None), Err(DocumentError::Unreadable));
    let cells = format!("{{\\rtf1\\intbl {}", "\\cell".repeat(300_000));
    assert_eq!(read_rtf(cells.as_bytes(), None), Err(DocumentError::TooLarge));
    let closed = format!("{{\\rtf1 a{}b\\par", "}".repeat(1000));
    assert_eq!(
        read_rtf(closed.as_bytes(), None).map(|text| formatted_lines(&text)),
        Ok(vec!["0 ab".to_owned()])
    );
}

fn changed(bytes: &[u8], changes: &[(prop::sample::Index, u8)], cut: Option<prop::sample::Index>) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, byte) in changes {
        let at = at.index(bytes.len());
        bytes[at] = *byte;
    }
    if let Some(cut) = cut {
        bytes.truncate(cut.index(bytes.len()));
    }
    bytes
}

fn check(texts: &[Text]) -> Result<(), TestCaseError> {
    for line in texts.iter().flat_map(|text| &text.lines) {
        prop_assert!(!line.text.trim().is_empty(), "a blank line is none");
        prop_assert!(!line.text.contains(['\n', '\r']), "{:?} is more than a line", line.text);
        prop_assert!(line.size > 0.0 && line.size.is_finite(), "letters are {} high", line.size);
        prop_assert!(line.indent.is_finite() && line.space_above.is_finite());
    }
    Ok(())
}

fn check_one(read: Result<Text, DocumentError>) -> Result<(), TestCaseError> {
    read.map_or(Ok(()), |text| check(&[text]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn mutated_documents_become_lines_or_are_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..10),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let body = "<w:p><w:r><w:t>2 figs</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>";
        check_one(read_docx(&changed(&docx(body, &[]), &changes, cut), None))?;
        check_one(read_odt(&changed(&odt("", "<text:p>2 figs</text:p>", &[]), &changes, cut), None))?;
        check(&read_epub(&changed(&zip(&[CONTAINER, PACKAGE, FIRST]), &changes, cut)).unwrap_or_default())?;
        // Also mutate a member of the archive.
        let parts = changed(body.as_bytes(), &changes, cut);
        check_one(read_docx(&docx(&String::from_utf8_lossy(&parts), &[]), None))?;
        let page = changed(FIRST.1.as_bytes(), &changes, cut);
        let book = zip(&[CONTAINER, PACKAGE, (FIRST.0, &String::from_utf8_lossy(&page))]);
        check(&read_epub(&book).unwrap_or_default())?;
    }

    #[test]
    fn any_rich_text_becomes_lines_or_is_refused(text in "(\\\\(par|u-?[0-9]{1,7}|'[0-9a-g]{1,3}|b|uc|cell|row|intbl|listtext|stylesheet|s1|\\*)? ?|[{}a-cé;0-9 \n]){0,60}") {
        check_one(read_rtf(format!("{{\\rtf1{text}").as_bytes(), None))?;
    }
}
