//! [`Recogniser`] over Amazon Textract's DetectDocumentText, which takes a page image as PNG and returns
//! words with boxes. Geometry assigns words to regions and lines, because Textract's lines cross columns.

use std::time::Duration;

use app::Language;
use base64::prelude::{BASE64_STANDARD, Engine};
use ocr::{Area, Sheet, Word};
use serde::Deserialize;
use serde_json::json;
use upload_sandbox::{Recogniser, RecognitionError};
use zest_core::PortError;

use crate::clients::Clients;
use crate::errors::is_busy;
use crate::signed::SignedService;

const HEADERS: [(&str, &str); 2] =
    [("content-type", "application/x-amz-json-1.1"), ("x-amz-target", "Textract.DetectDocumentText")];
/// A printed page takes one to three seconds.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum size of an image: https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
const MAX_BYTES: usize = 10 * 1024 * 1024;

/// Maximum retries; all imports share the quota.
const RETRIES: u32 = 5;
/// Delay before the first retry. Each later one is twice as long; together they take almost eight seconds.
const FIRST_DELAY: Duration = Duration::from_millis(250);

/// Amazon Textract, called with the function's role.
#[derive(Clone, Debug)]
pub struct Textract {
    service: SignedService,
    first_delay: Duration,
}

impl Textract {
    /// The regional service; `None` without credentials or a region.
    #[must_use]
    pub fn new(clients: &Clients) -> Option<Self> {
        SignedService::regional(clients, "textract", "").map(|service| Self::over(service, FIRST_DELAY))
    }

    /// Textract at this endpoint, with this first delay.
    #[must_use]
    pub fn at(clients: &Clients, endpoint: String, first_delay: Duration) -> Option<Self> {
        SignedService::new(clients, "textract", endpoint).map(|service| Self::over(service, first_delay))
    }

    fn over(service: SignedService, first_delay: Duration) -> Self {
        Self { service: service.with_timeout(TIMEOUT), first_delay }
    }

    /// Calls Textract, with retries while it is busy. There is no time to retry a timeout.
    async fn call(&self, body: &str) -> Result<Vec<u8>, PortError> {
        let mut delay = self.first_delay;
        for _ in 0..RETRIES {
            match self.call_once(body).await? {
                Ok(answer) => return Ok(answer),
                Err(PortError::Busy(_)) => {}
                Err(refusal) => return Err(refusal),
            }
            tokio::time::sleep(delay).await;
            delay *= 2;
        }
        self.call_once(body).await?
    }

    /// Calls once. The outer error is a failed request, the inner one Textract's.
    async fn call_once(&self, body: &str) -> Result<Result<Vec<u8>, PortError>, PortError> {
        let (status, bytes) = self.service.post(&HEADERS, body).await?;
        Ok(if status == 200 { Ok(bytes) } else { Err(refused(status, &bytes)) })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answer {
    #[serde(default)]
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Block {
    block_type: String,
    text: Option<String>,
    confidence: Option<f32>,
    geometry: Option<Geometry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Geometry {
    bounding_box: BoundingBox,
}

/// Box as fractions of the image's width and height.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct BoundingBox {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(rename = "__type", default)]
    kind: String,
}

impl Recogniser for Textract {
    async fn recognise(&self, sheet: &Sheet, _hint: Option<Language>) -> Result<Vec<Word>, RecognitionError> {
        // A call costs money, so blank pages are skipped.
        if sheet.regions.is_empty() || sheet.grey.iter().all(|pixel| *pixel == u8::MAX) {
            return Ok(Vec::new());
        }
        let picture = png_of(sheet).map_err(|error| PortError::Broken(format!("textract: {error}")))?;
        if picture.len() > MAX_BYTES {
            return Err(PortError::Broken("textract: the picture is too large".to_owned()).into());
        }
        let body = json!({ "Document": { "Bytes": BASE64_STANDARD.encode(picture) } }).to_string();
        let bytes = self.call(&body).await?;
        let answer: Answer = serde_json::from_slice(&bytes)
            .map_err(|_| PortError::Busy("textract: unreadable answer".to_owned()))?;
        Ok(placed(sheet, answer.blocks.iter().filter_map(|block| word(sheet, block)).collect()))
    }
}

/// Classifies an error by name; the message could quote the request.
fn refused(status: u16, bytes: &[u8]) -> PortError {
    let kind = serde_json::from_slice(bytes).map_or(String::new(), |refusal: Refusal| refusal.kind);
    let name = kind.rsplit('#').next().unwrap_or_default();
    let message = format!("textract: {name}, status {status}");
    if status >= 500 || is_busy(name) { PortError::Busy(message) } else { PortError::Broken(message) }
}

fn png_of(sheet: &Sheet) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, sheet.width, sheet.height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(&sheet.grey)?;
    Ok(bytes)
}

/// A word and its box, not yet assigned.
fn word(sheet: &Sheet, block: &Block) -> Option<Word> {
    if block.block_type != "WORD" {
        return None;
    }
    let shape = block.geometry.as_ref()?.bounding_box;
    let area = Area {
        left: pixels(shape.left, sheet.width),
        top: pixels(shape.top, sheet.height),
        width: pixels(shape.width, sheet.width),
        height: pixels(shape.height, sheet.height),
    };
    let text = block.text.clone()?;
    let confidence = percent(block.confidence.unwrap_or(50.0));
    Some(Word { text, area, region: 0, line: 0, confidence })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "casts from floats saturate"
)]
fn pixels(part: f32, whole: u32) -> u32 {
    (part * whole as f32).round() as u32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 1 and 100")]
fn percent(confidence: f32) -> u8 {
    confidence.clamp(1.0, 100.0).round() as u8
}

/// Assigns words to regions and lines in reading order; drops words outside all regions.
fn placed(sheet: &Sheet, words: Vec<Word>) -> Vec<Word> {
    let mut of_regions: Vec<Vec<Word>> = sheet.regions.iter().map(|_| Vec::new()).collect();
    for mut word in words {
        let middle = (word.area.left + word.area.width / 2, word.area.top + word.area.height / 2);
        let Some(number) = sheet.regions.iter().position(|region| holds(*region, middle)) else { continue };
        word.area = within(word.area, sheet.regions[number]);
        of_regions[number].push(word);
    }
    (0..).zip(of_regions).flat_map(|(number, words)| in_lines(number, words)).collect()
}

fn holds(area: Area, (column, row): (u32, u32)) -> bool {
    (area.left..area.left + area.width).contains(&column) && (area.top..area.top + area.height).contains(&row)
}

fn within(inner: Area, outer: Area) -> Area {
    let (left, top) = (inner.left.max(outer.left), inner.top.max(outer.top));
    let right = (inner.left + inner.width).min(outer.left + outer.width);
    let bottom = (inner.top + inner.height).min(outer.top + outer.height);
    Area { left, top, width: right.saturating_sub(left).max(1), height: bottom.saturating_sub(top).max(1) }
}

/// Groups a region's words into lines. A word belongs to the last line if its middle is above the line's
/// average bottom.
fn in_lines(region: u32, mut words: Vec<Word>) -> Vec<Word> {
    words.sort_by_key(|word| word.area.top + word.area.height / 2);
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for word in words {
        let middle = word.area.top + word.area.height / 2;
        let is_same = lines.last().is_some_and(|line| {
            let count = u32::try_from(line.len()).unwrap_or(1).max(1);
            let bottom = line.iter().map(|other| other.area.top + other.area.height).sum::<u32>() / count;
            middle < bottom
        });
        match lines.last_mut() {
            Some(line) if is_same => line.push(word),
            _ => lines.push(vec![word]),
        }
    }
    for (number, line) in (0..).zip(&mut lines) {
        line.sort_by_key(|word| word.area.left);
        for word in line {
            (word.region, word.line) = (region, number);
        }
    }
    lines.into_iter().flatten().collect()
}
