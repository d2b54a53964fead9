//! Hostile files: each gives its own error, within limits on time and memory.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "test helpers may panic")]

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use app::ErrorCode;
use app::book::PhotoConverter;
use app::media::{PhotoReducer, Reduced};
use app::upload::{UploadKind, Uploaded};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use nix::sys::resource::{UsageWho, getrusage};
use upload_sandbox::{OpenLimits, Opened, Opener, ProcessOpener};

const ALLOWED: Duration = Duration::from_secs(10);
const ALLOWED_KIB: i64 = 512 * 1024;

fn open_with(
    program: &str,
    limits: OpenLimits,
    kind: UploadKind,
    files: &[(&str, Vec<u8>)],
) -> Result<Opened, ErrorCode> {
    let opener = ProcessOpener::new(PathBuf::from(program), limits);
    let files = files
        .iter()
        .map(|(name, bytes)| Uploaded { name: Some((*name).to_owned()), bytes: bytes.clone() })
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(opener.open(kind.into(), files))
}

fn open(kind: UploadKind, name: &str, bytes: Vec<u8>) -> Result<Opened, ErrorCode> {
    open_with(env!("CARGO_BIN_EXE_read-media"), OpenLimits::default(), kind, &[(name, bytes)])
}

fn refused(kind: UploadKind, name: &str, bytes: Vec<u8>) -> ErrorCode {
    let started = Instant::now();
    let refused = open(kind, name, bytes).map(|_| ()).expect_err(name);
    assert!(started.elapsed() < ALLOWED, "{name} took {:?}", started.elapsed());
    // Maximum of all children so far.
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    assert!(most < ALLOWED_KIB, "{name} or one before it took {most} KiB");
    refused
}

#[test]
fn every_hostile_picture_has_its_own_error() {
    let jpeg = jpeg(800, 600);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    let page = b"<!doctype html><html><script>alert(1)</script></html>".to_vec();
    for (name, bytes, expected) in [
        ("nothing.jpg", Vec::new(), ErrorCode::UnreadablePicture),
        ("cut.jpg", jpeg[..jpeg.len() / 3].to_vec(), ErrorCode::UnreadablePicture),
        ("vast.png", png_header(60_000, 60_000), ErrorCode::PictureTooLarge),
        ("script.png", svg, ErrorCode::UnsupportedPicture),
        ("page.jpg", page, ErrorCode::UnsupportedPicture),
        ("phone.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec(), ErrorCode::UnsupportedPicture),
        ("document.png", looping_pdf(3), ErrorCode::UnsupportedPicture),
        ("noise.png", noise(20_000), ErrorCode::UnreadablePicture),
    ] {
        assert_eq!(refused(UploadKind::Picture, name, bytes), expected, "{name}");
    }
}

fn painted(bytes: Vec<u8>) -> Result<Vec<u8>, ErrorCode> {
    let opener = ProcessOpener::new(PathBuf::from(env!("CARGO_BIN_EXE_read-media")), OpenLimits::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(opener.paint(Uploaded { name: Some("dish.jpg".to_owned()), bytes }))
}

#[test]
fn displayed_picture_is_a_jpeg_of_bounded_size() {
    let picture = painted(jpeg(2400, 1200)).unwrap();
    let shown = image::load_from_memory(&picture).unwrap();
    assert!(picture.starts_with(b"\xff\xd8\xff"));
    assert_eq!((shown.width(), shown.height()), (1600, 800));
}

fn reduced(bytes: Vec<u8>) -> Result<Reduced, ErrorCode> {
    let opener = ProcessOpener::new(PathBuf::from(env!("CARGO_BIN_EXE_read-media")), OpenLimits::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(opener.reduce(bytes))
}

#[test]
fn photo_has_the_narrower_versions_only() {
    for (width, expected) in [(1200, vec![320, 640]), (640, vec![320]), (300, vec![])] {
        let reduced = reduced(jpeg(width, 600)).unwrap();
        assert_eq!((reduced.width, reduced.height), (width, 600));
        let widths: Vec<u32> = reduced.versions.iter().map(|(width, _)| *width).collect();
        assert_eq!(widths, expected, "{width}");
        for (to, version) in reduced.versions {
            let shown = image::load_from_memory(&version).unwrap();
            assert_eq!((shown.width(), shown.height()), (to, 600 * to / width));
        }
    }
    assert_eq!(reduced(noise(20_000)).err(), Some(ErrorCode::UnreadablePicture));
}

#[test]
fn undecodable_image_has_its_own_error() {
    let whole = jpeg(800, 600);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    for (name, bytes, expected) in [
        ("nothing", Vec::new(), ErrorCode::UnreadablePicture),
        ("cut", whole[..whole.len() / 3].to_vec(), ErrorCode::UnreadablePicture),
        ("vast", png_header(60_000, 60_000), ErrorCode::PictureTooLarge),
        ("drawing", svg, ErrorCode::UnsupportedPicture),
        ("document", looping_pdf(3), ErrorCode::UnsupportedPicture),
        ("noise", noise(20_000), ErrorCode::UnreadablePicture),
    ] {
        assert_eq!(painted(bytes).err(), Some(expected), "{name}");
    }
}

#[test]
fn every_hostile_file_has_its_own_error() {
    let bomb = zip(&[("word/document.xml", &vec![b' '; 100 << 20])]);
    let entities = "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
                    <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><w:document><w:t>&c;</w:t></w:document>";
    let noise_named_pdf = [b"%PDF-1.7\n".to_vec(), noise(20_000)].concat();
    for (name, bytes, expected) in [
        ("nothing.pdf", Vec::new(), ErrorCode::UnreadableFile),
        ("noise.pdf", noise_named_pdf, ErrorCode::UnreadableFile),
        ("loop.pdf", looping_pdf(400), ErrorCode::UnreadableFile),
        ("bomb.docx", bomb, ErrorCode::FileTooLarge),
        ("entities.docx", zip(&[("word/document.xml", entities.as_bytes())]), ErrorCode::UnreadableFile),
        ("empty.epub", zip(&[("mimetype", b"application/epub+zip")]), ErrorCode::UnreadableFile),
        (
            "bomb.paprikarecipes",
            zip(&[("a.paprikarecipe", &gzip(&vec![0; 100 << 20]))]),
            ErrorCode::FileTooLarge,
        ),
        ("deep.json", vec![b'['; 100_000], ErrorCode::NoRecipeInFile),
        ("noise.bin", noise(20_000), ErrorCode::UnreadableFile),
    ] {
        assert_eq!(refused(UploadKind::File, name, bytes), expected, "{name}");
    }
}

#[test]
fn endless_line_is_read_in_time() {
    let started = Instant::now();
    let opened = open(UploadKind::File, "line.txt", b"sugar ".repeat(800_000)).unwrap();
    assert!(matches!(opened, Opened::Entries(entries) if entries.len() == 1));
    assert!(started.elapsed() < ALLOWED);
}

#[test]
fn pictures_come_back_in_order_with_their_pixels() {
    let files = [("wide.jpg", jpeg(900, 300)), ("high.jpg", jpeg(300, 900))];
    let program = env!("CARGO_BIN_EXE_read-media");
    let opened = open_with(program, OpenLimits::default(), UploadKind::Picture, &files).unwrap();
    let Opened::Sheets(sheets) = opened else { panic!("pictures are sheets") };
    assert!(sheets[0].width > sheets[0].height && sheets[1].width < sheets[1].height);
    for sheet in sheets {
        assert_eq!(sheet.grey.len(), (sheet.width * sheet.height) as usize);
        assert!(sheet.shown.starts_with(b"\xff\xd8\xff"));
    }
}

#[test]
fn picture_sent_as_a_file_is_a_sheet() {
    let opened = open(UploadKind::File, "scan.jpg", jpeg(400, 300)).unwrap();
    assert!(matches!(opened, Opened::Sheets(sheets) if sheets.len() == 1));
}

#[test]
fn exceeded_child_limit_has_its_own_error() {
    let program = env!("CARGO_BIN_EXE_read-media");
    let picture = jpeg(4000, 3000);
    for (limits, expected) in [
        (OpenLimits { memory_mib: 60, ..OpenLimits::default() }, ErrorCode::UnreadablePicture),
        (OpenLimits { time: Duration::from_millis(1), ..OpenLimits::default() }, ErrorCode::ReadingTimedOut),
        (OpenLimits { answer: 100_000, ..OpenLimits::default() }, ErrorCode::PictureTooLarge),
    ] {
        let opened = open_with(program, limits, UploadKind::Picture, &[("photo.jpg", picture.clone())]);
        assert_eq!(opened.map(|_| ()), Err(expected), "{limits:?}");
    }
}

#[test]
fn child_with_endless_output_is_stopped() {
    let started = Instant::now();
    let limits = OpenLimits { answer: 1_000_000, ..OpenLimits::default() };
    let opened = open_with("/usr/bin/yes", limits, UploadKind::File, &[("a.txt", b"soup".to_vec())]);
    assert_eq!(opened.map(|_| ()), Err(ErrorCode::FileTooLarge));
    assert!(started.elapsed() < ALLOWED);
}

#[test]
fn invalid_child_answer_is_an_internal_error() {
    for program in ["/bin/echo", "/bin/false", "/no/such/program"] {
        let opened =
            open_with(program, OpenLimits::default(), UploadKind::Picture, &[("photo.jpg", jpeg(8, 8))]);
        assert_eq!(opened.map(|_| ()), Err(ErrorCode::Internal), "{program}");
    }
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let pixels: Vec<u8> =
        (0..width * height).map(|pixel| if pixel / width % 40 < 20 { 255 } else { 30 }).collect();
    let mut bytes = Vec::new();
    JpegEncoder::new(&mut bytes).write_image(&pixels, width, height, ExtendedColorType::L8).unwrap();
    bytes
}

fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut chunk = b"IHDR".to_vec();
    chunk.extend(width.to_be_bytes());
    chunk.extend(height.to_be_bytes());
    chunk.extend([8, 2, 0, 0, 0]);
    let mut crc = flate2::Crc::new();
    crc.update(&chunk);
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    bytes.extend(chunk);
    bytes.extend(crc.sum().to_be_bytes());
    bytes.extend(b"\0\0\0\0IEND\xaeB`\x82");
    bytes
}

fn looping_pdf(levels: usize) -> Vec<u8> {
    let mut pdf = String::from("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n");
    for level in 2..levels + 2 {
        let next = if level == levels + 1 { 2 } else { level + 1 };
        pdf.push_str(&format!("{level} 0 obj<</Type/Pages/Count 1/Kids[{next} 0 R 2 0 R]>>endobj\n"));
    }
    pdf.push_str("trailer<</Root 1 0 R>>\n%%EOF");
    pdf.into_bytes()
}

fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()[3]
        })
        .collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
