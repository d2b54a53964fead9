//! Fuzz targets for documents, exports, archives and images.

use std::io::{Cursor, Write};

use extract::Page;
use file_formats::documents::Document;
use file_formats::exchange::Format;
use file_formats::unpack::{Archive, ArchiveLimits};
use flate2::Compression;
use flate2::write::GzEncoder;
use url::Url;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::{MAX_RECIPES, holds_for, holds_for_text};

/// File names, for formats that are detected by name.
const DOCUMENTS: [&str; 4] = ["a.txt", "a.md", "a.html", "a.bin"];
/// Prefixes of sources that are packed into a document first, because mutating compressed bytes is useless.
const PACKED: [(&[u8], &str, &str); 3] = [
    (b"docx:", "word/document.xml", ""),
    (b"odt:", "content.xml", "application/vnd.oasis.opendocument.text"),
    (b"epub:", "OPS/a.xhtml", "application/epub+zip"),
];
const CONTAINER: &[u8] = b"<container><rootfiles><rootfile full-path='OPS/a.opf'/></rootfiles></container>";
const PACKAGE: &[u8] =
    b"<package><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest>\
    <spine><itemref idref='a'/></spine></package>";
const LIMITS: ArchiveLimits = ArchiveLimits { members: 50, total_bytes: 1 << 20 };
const MAX_BYTES: u64 = 1 << 18;

pub(crate) fn document(bytes: &[u8]) -> Result<(), String> {
    let packed = PACKED.iter().find_map(|(mark, member, kind)| {
        let source = bytes.strip_prefix(*mark)?;
        Some(zipped(&[
            ("mimetype", kind.as_bytes()),
            ("META-INF/container.xml", CONTAINER),
            ("OPS/a.opf", PACKAGE),
            (member, source),
        ]))
    });
    let bytes = packed.as_deref().unwrap_or(bytes);
    let name = DOCUMENTS.get(bytes.len() % DOCUMENTS.len()).copied();
    match file_formats::documents::read(file_formats::documents::kind(name, bytes), name, bytes) {
        Ok(Document::Texts(texts)) => texts.iter().take(MAX_RECIPES).try_for_each(holds_for_text),
        Ok(Document::Page { html }) => {
            let url = Url::parse("https://kitchen.example/").map_err(|error| error.to_string())?;
            holds_for(&extract::read(&Page { url, content_type: None, bytes: html }))
        }
        Ok(Document::Scans(_)) | Err(_) => Ok(()),
    }
}

/// Reads the bytes as an export of the detected format, else of one chosen by their length.
pub(crate) fn export(bytes: &[u8]) -> Result<(), String> {
    let name = Some("a.cook");
    let any = Format::ALL.get(bytes.len() % Format::ALL.len()).copied().unwrap_or(Format::Json);
    let packed = matches!(any, Format::Paprika | Format::Archive).then(|| gzipped(bytes));
    let archive = packed.as_ref().map(|member| {
        let inner = zipped(&[("recipe.json", bytes)]);
        zipped(&[
            ("a.paprikarecipe", member),
            ("b.cook", bytes),
            ("c.html", bytes),
            ("d.txt", bytes),
            ("e.zip", &inner),
        ])
    });
    let (format, bytes) = match (file_formats::exchange::format(name, bytes), any) {
        (Some(format), _) => (format, bytes),
        (None, Format::Archive) => (any, archive.as_deref().unwrap_or(bytes)),
        (None, Format::Paprika) => (any, packed.as_deref().unwrap_or(bytes)),
        (None, _) => (any, bytes),
    };
    let entries = file_formats::exchange::read(format, name, bytes).unwrap_or_default();
    entries.iter().take(MAX_RECIPES).filter_map(|entry| entry.recipe.as_deref()).try_for_each(holds_for)
}

pub(crate) fn unpacked(bytes: &[u8]) -> Result<(), String> {
    if let Ok(mut archive) = Archive::open(bytes, LIMITS) {
        for index in 0..archive.members().len() {
            if archive.read(index, MAX_BYTES).is_ok_and(|out| out.len() as u64 > MAX_BYTES) {
                return Err(String::from("broken: a member is no larger than was asked for"));
            }
            std::hint::black_box(archive.start_of(index, 64).ok());
        }
    }
    if file_formats::unpack::gunzip(bytes, MAX_BYTES).is_ok_and(|out| out.len() as u64 > MAX_BYTES) {
        return Err(String::from("broken: what is unpacked is no larger than was asked for"));
    }
    let text = file_formats::unpack::decode(bytes);
    std::hint::black_box(file_formats::unpack::decode_dos(bytes));
    let (entries, body) = file_formats::unpack::front_matter(&text);
    if !text.ends_with(body) {
        return Err(String::from("broken: a body is the end of its text"));
    }
    std::hint::black_box(entries.iter().map(|(_, value)| value.line().len()).sum::<usize>());
    std::hint::black_box(file_formats::unpack::yaml(&text).map(|value| value.line().len()));
    for tree in [file_formats::unpack::parse_xml(&text), file_formats::unpack::parse_html(&text)]
        .into_iter()
        .flatten()
    {
        std::hint::black_box((tree.text().len(), tree.descendants().len()));
    }
    Ok(())
}

pub(crate) fn picture(bytes: &[u8]) -> Result<(), String> {
    let Ok(sheet) = ocr::prepare(bytes) else { return Ok(()) };
    let pixels = u64::from(sheet.width) * u64::from(sheet.height);
    if sheet.grey.len() as u64 != pixels {
        return Err(String::from("broken: a sheet has as many pixels as it says"));
    }
    let is_within = |area: &ocr::Area| {
        area.left.saturating_add(area.width) <= sheet.width
            && area.top.saturating_add(area.height) <= sheet.height
    };
    if !sheet.regions.iter().all(is_within) {
        return Err(String::from("broken: regions lie on their sheet"));
    }
    Ok(())
}

/// Writing to memory cannot fail; an error would leave the archive incomplete.
fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        if writer.start_file(*name, options).is_err() || writer.write_all(bytes).is_err() {
            break;
        }
    }
    writer.finish().map(Cursor::into_inner).unwrap_or_default()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let is_written = encoder.write_all(bytes).is_ok();
    encoder.finish().ok().filter(|_| is_written).unwrap_or_default()
}
