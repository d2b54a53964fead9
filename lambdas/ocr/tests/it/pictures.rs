#![allow(clippy::unwrap_used, missing_docs)]

use std::time::{Duration, Instant};

use crate::drawing::{column, encoded, page};
use image::{DynamicImage, GenericImageView, GrayImage, ImageFormat, Luma, Rgb, RgbImage};
use ocr::{PictureError, dish_photo, prepare, reduced};
use proptest::prelude::*;

fn with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend([0xFF, 0xE1, 0, exif.len() as u8 + 2]);
    bytes.extend(exif);
    bytes.extend(&jpeg[2..]);
    bytes
}

fn corners() -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(96, 64, |x, y| match (x < 48, y < 32) {
        (true, true) => Rgb([255, 0, 0]),
        (false, true) => Rgb([0, 255, 0]),
        (false, false) => Rgb([0, 0, 255]),
        (true, false) => Rgb([0, 0, 0]),
    }))
}

fn jpeg(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    bytes.into_inner()
}

#[test]
fn each_exif_orientation_is_turned_upright() {
    // Stored images that equal `corners` after applying each EXIF orientation.
    let upright = corners();
    let stored = [
        (1, upright.clone()),
        (2, upright.fliph()),
        (3, upright.rotate180()),
        (4, upright.flipv()),
        (5, upright.rotate90().fliph()),
        (6, upright.rotate270()),
        (7, upright.rotate270().fliph()),
        (8, upright.rotate90()),
    ];
    for (orientation, picture) in stored {
        let dish = dish_photo(&with_orientation(&jpeg(&picture), orientation)).unwrap();
        let dish = image::load_from_memory(&dish).unwrap();
        assert_eq!(dish.dimensions(), (96, 64), "{orientation}");
        let is_close = |x: u32, y: u32, wanted: [u8; 3]| {
            let found = dish.get_pixel(x, y).0;
            (0..3).all(|c| found[c].abs_diff(wanted[c]) < 60)
        };
        assert!(is_close(10, 10, [255, 0, 0]) && is_close(85, 10, [0, 255, 0]), "{orientation}");
        assert!(is_close(85, 55, [0, 0, 255]) && is_close(10, 55, [0, 0, 0]), "{orientation}");
    }
}

#[test]
fn sideways_photo_with_exif_is_turned_upright() {
    let mut drawn = page(1000, 700);
    column(&mut drawn, 100, 60, 900, 14, 20);
    let stored = DynamicImage::ImageLuma8(drawn).rotate270();
    let sheet = prepare(&with_orientation(&jpeg(&stored), 6)).unwrap();
    assert!(sheet.width > sheet.height, "{} {}", sheet.width, sheet.height);
}

fn declared_png(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    let mut crc = u32::MAX;
    for byte in &header {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    bytes.extend(&header);
    bytes.extend((!crc).to_be_bytes());
    bytes.extend(b"\0\0\x10\0IDAT");
    bytes
}

#[test]
fn unreadable_image_returns_its_reason() {
    let picture = encoded(&page(300, 200), ImageFormat::Png);
    let cut = &picture[..picture.len() / 2];
    let mut drawn = page(600, 400);
    column(&mut drawn, 30, 20, 570, 8, 20);
    let photo = encoded(&drawn, ImageFormat::Jpeg);
    let cases: &[(&str, &[u8], PictureError)] = &[
        ("nothing", b"", PictureError::Unreadable),
        ("garbage", &[7; 5000], PictureError::Unreadable),
        ("a text", b"Two eggs, one cup of milk", PictureError::Unreadable),
        ("a page", b"<!doctype html><title>Soup</title>", PictureError::Unreadable),
        ("cut off", cut, PictureError::Unreadable),
        ("a photo cut off", &photo[..photo.len() / 3], PictureError::Unreadable),
        ("a photo cut off late", &photo[..photo.len() - 40], PictureError::Unreadable),
        ("only its beginning", &picture[..20], PictureError::Unreadable),
        ("SVG", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", PictureError::Unsupported),
        ("SVG with a head", b"\n <?xml version='1.0'?><svg/>", PictureError::Unsupported),
        ("a film", b"\0\0\0\x20ftypisom\0\0", PictureError::Unsupported),
        ("a document", b"%PDF-1.7", PictureError::Unsupported),
        ("HEIC", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", PictureError::Unsupported),
        ("AVIF", b"\0\0\0\x1cftypavif\0\0\0\0mif1", PictureError::Unsupported),
        ("an icon", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0", PictureError::Unsupported),
        ("nine hundred megapixels", &declared_png(30_000, 30_000), PictureError::TooLarge),
        ("wider than any", &declared_png(60_000, 60_000), PictureError::TooLarge),
        ("long and thin", &declared_png(2_000_000, 10), PictureError::TooLarge),
    ];
    for (name, bytes, wanted) in cases {
        let start = Instant::now();
        assert_eq!(prepare(bytes).unwrap_err(), *wanted, "{name}");
        assert_eq!(dish_photo(bytes).unwrap_err(), *wanted, "{name}");
        assert!(start.elapsed() < Duration::from_secs(2), "{name}");
    }
}

#[test]
fn each_supported_format_is_read() {
    let mut drawn = page(700, 500);
    column(&mut drawn, 60, 40, 640, 10, 20);
    for format in [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::Bmp,
        ImageFormat::Tiff,
        ImageFormat::Gif,
        ImageFormat::WebP,
    ] {
        let picture = DynamicImage::ImageLuma8(drawn.clone()).into_rgb8();
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        let sheet = prepare(bytes.get_ref()).unwrap();
        assert_eq!(sheet.regions.len(), 1, "{format:?}");
        assert_eq!(sheet.grey.len(), (sheet.width * sheet.height) as usize, "{format:?}");
    }
}

#[test]
fn transparent_pixels_become_white() {
    let clear = image::RgbaImage::from_pixel(40, 40, image::Rgba([0, 0, 0, 0]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    clear.write_to(&mut bytes, ImageFormat::Png).unwrap();
    let dish = image::load_from_memory(&dish_photo(bytes.get_ref()).unwrap()).unwrap();
    assert!(dish.get_pixel(20, 20).0[0] > 250);
}

#[test]
fn dish_photo_is_reduced_to_1600_pixels() {
    let dish = dish_photo(&encoded(&page(3000, 1500), ImageFormat::Jpeg)).unwrap();
    assert_eq!(image::load_from_memory(&dish).unwrap().dimensions(), (1600, 800));
}

#[test]
fn reduced_photo_averages_all_pixels() {
    let stripes = GrayImage::from_fn(1280, 960, |x, _| Luma([if x % 2 == 0 { 255 } else { 0 }]));
    let photo = encoded(&stripes, ImageFormat::Png);
    let reduced = reduced(&photo, &[320, 640, 1280]).unwrap();
    assert_eq!((reduced.width, reduced.height), (1280, 960));
    assert_eq!(reduced.versions.iter().map(|(width, _)| *width).collect::<Vec<_>>(), [320, 640]);
    for (width, version) in &reduced.versions {
        let version = image::load_from_memory(version).unwrap();
        assert_eq!(version.dimensions(), (*width, width * 3 / 4));
        for (_, _, pixel) in version.pixels() {
            assert!((105..=150).contains(&pixel.0[0]), "{pixel:?}");
        }
    }
}

#[test]
fn long_thin_photos_are_reduced() {
    for (width, height, wanted) in [(1, 9000, (1, 1600)), (9000, 1, (1600, 1)), (2000, 3, (1600, 2))] {
        let photo = encoded(&page(width, height), ImageFormat::Png);
        let dish = image::load_from_memory(&dish_photo(&photo).unwrap()).unwrap();
        assert_eq!(dish.dimensions(), wanted);
    }
    let photo = encoded(&page(700, 1), ImageFormat::Png);
    let reduced = reduced(&photo, &[320]).unwrap();
    assert_eq!(image::load_from_memory(&reduced.versions[0].1).unwrap().dimensions(), (320, 1));
}

#[test]
fn blank_or_tiny_image_gives_a_sheet() {
    for (width, height) in [(1, 1), (1, 900), (900, 1), (3, 5), (40, 3000), (13, 13)] {
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let sheet = prepare(&encoded(&page(width, height), format)).unwrap();
            assert_eq!(sheet.grey.len(), (sheet.width * sheet.height) as usize);
            assert!(!sheet.regions.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn corrupted_image_does_not_panic(format in 0usize..4, hits in prop::collection::vec((0usize..4000, any::<u8>()), 1..8)) {
        let format = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::Gif][format];
        let mut drawn = page(120, 90);
        column(&mut drawn, 5, 2, 115, 2, 20);
        let picture = DynamicImage::ImageLuma8(drawn).into_rgb8();
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        let mut bytes = bytes.into_inner();
        for (at, value) in hits {
            let length = bytes.len();
            bytes[at % length] = value;
        }
        if let Ok(sheet) = prepare(&bytes) {
            prop_assert_eq!(sheet.grey.len(), sheet.width as usize * sheet.height as usize);
        }
    }

    #[test]
    fn random_noise_does_not_panic(width in 1u32..200, height in 1u32..200, seed in any::<u32>(), share in 1u32..200) {
        let mut state = seed | 1;
        let spots = image::GrayImage::from_fn(width, height, |_, _| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            image::Luma([if state % 200 < share { 10 } else { 240 }])
        });
        let sheet = prepare(&encoded(&spots, ImageFormat::Png)).unwrap();
        for region in &sheet.regions {
            prop_assert!(region.left + region.width <= sheet.width && region.top + region.height <= sheet.height);
        }
    }
}
