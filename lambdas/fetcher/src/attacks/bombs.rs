//! Decompression bombs: kilobytes that decode to a gibibyte.

use std::io::Write;
use std::time::Instant;

use app::fetching::{FetchError, Fetcher, Wanted};
use flate2::{Compress, Compression, FlushCompress};

use super::site::{Site, answer};

type Bomb = fn() -> Vec<u8>;

pub(super) const CASES: &[(&str, Bomb, Wanted)] = &[
    ("gzip", gzip, Wanted::Page),
    ("deflate", deflate, Wanted::Page),
    ("br", brotli, Wanted::Page),
    ("zstd", zstd, Wanted::Page),
    ("gzip", gzip, Wanted::Picture),
];

#[tokio::test]
async fn decompression_bomb_stops_at_the_limit() {
    for (encoding, bomb, wanted) in CASES {
        let bomb = bomb();
        let site = Site::saying(answer("200 OK", &[("Content-Encoding", encoding)], &bomb)).await;
        let visitor = site.visitor();
        let started = Instant::now();
        let outcome = visitor.fetch("http://kitchen.example.com/", *wanted).await;
        let elapsed = started.elapsed();
        println!("{encoding} {wanted:?}: {} bytes on the wire, stopped after {elapsed:?}", bomb.len());
        assert_eq!(outcome.err(), Some(FetchError::TooLarge), "{encoding}");
        assert!(elapsed.as_secs() < 5, "{encoding} took {elapsed:?}");
    }
}

/// Shows that valid bodies are decoded, so bombs fail only because of their size.
#[tokio::test]
async fn each_offered_encoding_is_decoded() {
    for (encoding, body) in [
        ("gzip", [GZIP_HEAD, &stored(b"soup"), &0x1908_a0fc_u32.to_le_bytes(), &4u32.to_le_bytes()].concat()),
        ("deflate", [ZLIB_HEAD, &stored(b"soup"), &0x0477_01c8_u32.to_be_bytes()].concat()),
        ("br", b"\x8b\x01\x80soup\x03".to_vec()),
        ("zstd", b"\x28\xb5\x2f\xfd\x20\x04\x21\x00\x00soup".to_vec()),
    ] {
        let site = Site::saying(answer("200 OK", &[("Content-Encoding", encoding)], &body)).await;
        let page = site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await;
        assert_eq!(page.map(|page| page.body), Ok(b"soup".to_vec()), "{encoding}");
        let offered = site.requests()[0].to_lowercase();
        let offered = offered.lines().find(|line| line.starts_with("accept-encoding:")).unwrap();
        assert!(offered.contains(encoding), "{encoding} is not in {offered:?}");
    }
}

const GIBIBYTE: usize = 1 << 30;
const GZIP_HEAD: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\xff";
const ZLIB_HEAD: &[u8] = b"\x78\x9c";

fn gzip() -> Vec<u8> {
    [GZIP_HEAD, &deflated_zeros()].concat()
}

fn deflate() -> Vec<u8> {
    [ZLIB_HEAD, &deflated_zeros()].concat()
}

/// A full flush resets the compressor, so the bytes of one mebibyte can be repeated.
fn deflated_zeros() -> Vec<u8> {
    let mebibyte = vec![0; 1 << 20];
    let mut piece = Vec::with_capacity(1 << 16);
    let mut compress = Compress::new(Compression::best(), false);
    compress.compress_vec(&mebibyte, &mut piece, FlushCompress::Full).unwrap();
    assert_eq!(compress.total_in(), 1 << 20);
    piece.repeat(GIBIBYTE >> 20)
}

/// 1 GiB of zeros, from Google's reference encoder (quality 9, 4 MiB window).
fn brotli() -> Vec<u8> {
    include_bytes!("zeros.br").to_vec()
}

fn zstd() -> Vec<u8> {
    const BLOCK: u32 = 128 << 10;
    let mut frame = b"\x28\xb5\x2f\xfd\x00\x58".to_vec();
    for _ in 0..GIBIBYTE / BLOCK as usize {
        let header = (BLOCK << 3) | (1 << 1);
        frame.write_all(&header.to_le_bytes()[..3]).unwrap();
        frame.push(0);
    }
    frame
}

fn stored(text: &[u8]) -> Vec<u8> {
    let length = text.len() as u16;
    [&[1], length.to_le_bytes().as_slice(), &(!length).to_le_bytes(), text].concat()
}
