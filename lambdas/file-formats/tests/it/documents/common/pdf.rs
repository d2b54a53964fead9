use extract::Text;
use file_formats::documents::{Document, read_pdf};

/// Text on a page: left, top, size, font, text.
pub(crate) type Print<'a> = (f64, f64, f64, &'a str, &'a str);

pub(crate) const PLAIN: &str = "F1";
pub(crate) const BOLD: &str = "F2";

pub(crate) fn pdf(pages: &[Vec<Print<'_>>]) -> Vec<u8> {
    document(&pages.iter().map(|page| content(page)).collect::<Vec<_>>(), "")
}

/// Returns the content stream of a page.
pub(crate) fn content(page: &[Print<'_>]) -> Vec<u8> {
    let mut content = Vec::new();
    for (left, top, size, font, text) in page {
        content.extend(format!("BT /{font} {size} Tf {left} {} Td (", 800.0 - top).bytes());
        // All characters but the bullet are Latin-1.
        content.extend(text.chars().map(|letter| u8::try_from(letter).unwrap_or(149)));
        content.extend(b") Tj ET\n");
    }
    content
}

/// Returns a PDF with these page contents, which may draw the image `P`; `more` is added to the trailer.
pub(crate) fn document(contents: &[Vec<u8>], more: &str) -> Vec<u8> {
    let font =
        |name| format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>").into_bytes();
    let picture =
        b"<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Length 4>>\
                    stream\n\x00\xff\xff\x00\nendstream";
    let kids: Vec<_> = (0..contents.len()).map(|page| format!("{} 0 R", 6 + 2 * page)).collect();
    let pages = format!("<</Type/Pages/Count {}/Kids[{}]>>", contents.len(), kids.join(" "));
    let catalog = b"<</Type/Catalog/Pages 2 0 R>>".to_vec();
    let mut objects =
        vec![catalog, pages.into_bytes(), font("Helvetica"), font("Helvetica-Bold"), picture.to_vec()];
    for (page, content) in contents.iter().enumerate() {
        let resources = "<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</P 5 0 R>>>>";
        let head = format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources{resources}");
        objects.push(format!("{head}/Contents {} 0 R>>", 7 + 2 * page).into_bytes());
        let length = format!("<</Length {}>>stream\n", content.len());
        objects.push([length.as_bytes(), content, b"\nendstream"].concat());
    }
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj").bytes());
        file.extend(object);
        file.extend(b"endobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    file.extend(format!("trailer<</Size {size}/Root 1 0 R{more}>>\nstartxref\n{start}\n%%EOF").bytes());
    file
}

pub(crate) fn text(pages: &[Vec<Print<'_>>]) -> Text {
    text_of(&pdf(pages))
}

pub(crate) fn text_of(pdf: &[u8]) -> Text {
    match read_pdf(pdf, Some("pie.pdf")) {
        Ok(Document::Texts(mut texts)) if texts.len() == 1 => texts.remove(0),
        other => panic!("no text but {other:?}"),
    }
}
