//! Classifies fraction characters with a small neural network; see `model/README.md`.

use recipe::Places;
use std::sync::LazyLock;

use crate::Area;

const SIDE: usize = 20;
const INPUTS: usize = SIDE * SIDE + 1;
const HIDDEN: usize = 28;
/// Output classes; the first is "other".
const CLASSES: [Option<char>; 10] =
    [None, Some('½'), Some('⅓'), Some('⅔'), Some('¼'), Some('¾'), Some('⅛'), Some('⅜'), Some('⅝'), Some('⅞')];
const MIN_SIZE: u32 = 7;

struct Network {
    hidden: Vec<f32>,
    hidden_bias: Vec<f32>,
    output: Vec<f32>,
    output_bias: Vec<f32>,
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let mut bytes = include_bytes!("../../model/fractions.bin").as_slice();
    Network {
        hidden: scaled(&mut bytes, INPUTS * HIDDEN),
        hidden_bias: floats(&mut bytes, HIDDEN),
        output: scaled(&mut bytes, HIDDEN * CLASSES.len()),
        output_bias: floats(&mut bytes, CLASSES.len()),
    }
});

/// Reads numbers, padded with zeros if the data is too short.
fn floats(bytes: &mut &[u8], count: usize) -> Vec<f32> {
    let (these, rest) = bytes.split_at(bytes.len().min(count * 4));
    *bytes = rest;
    let mut floats: Vec<f32> = these.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    floats.resize(count, 0.0);
    floats
}

fn scaled(bytes: &mut &[u8], count: usize) -> Vec<f32> {
    let scale = floats(bytes, 1).at(0);
    let (these, rest) = bytes.split_at(bytes.len().min(count));
    *bytes = rest;
    let mut weights: Vec<f32> = these.iter().map(|byte| f32::from(byte.cast_signed()) * scale).collect();
    weights.resize(count, 0.0);
    weights
}

/// Ink of a part of a sheet, row by row, 0 to 1.
pub(super) struct Ink {
    pub(super) width: usize,
    pub(super) values: Vec<f32>,
}

impl Ink {
    pub(super) fn tight(&self, area: Area, least: f32) -> Option<Area> {
        let rows = area.top as usize..(area.top + area.height) as usize;
        let (left, right) = (area.left as usize, (area.left + area.width) as usize);
        let has_ink = |y: usize| {
            let row = self.values.get(y * self.width + left..y * self.width + right).unwrap_or_default();
            let first = row.iter().position(|value| *value > least)?;
            let last = row.iter().rposition(|value| *value > least)?;
            Some((left + first, left + last + 1))
        };
        let mut bounds: Option<(usize, usize, usize, usize)> = None;
        for y in rows {
            if let Some((from, to)) = has_ink(y) {
                let (l, r, t, _) = bounds.unwrap_or((from, to, y, y));
                bounds = Some((l.min(from), r.max(to), t, y + 1));
            }
        }
        let (left, right, top, bottom) = bounds?;
        let small = |number: usize| u32::try_from(number).ok();
        Some(Area {
            left: small(left)?,
            top: small(top)?,
            width: small(right - left)?,
            height: small(bottom - top)?,
        })
    }
}

/// Most probable fraction in `area`, which must be the bounding box of its ink, and the probability.
pub(super) fn fraction(ink: &Ink, area: Area) -> Option<(char, f32)> {
    if area.width < 4 || area.height < MIN_SIZE {
        return None;
    }
    let mut inputs = shrunk(ink, area);
    #[expect(clippy::cast_precision_loss, reason = "pixels of a glyph")]
    let aspect = area.width as f32 / area.height as f32;
    inputs.push(aspect.clamp(0.0, 3.0) / 2.0);
    let network = &*NETWORK;
    let mut hidden = network.hidden_bias.clone();
    for (input, weights) in inputs.iter().zip(network.hidden.chunks_exact(HIDDEN)) {
        for (sum, weight) in hidden.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    let mut outputs = network.output_bias.clone();
    for (value, weights) in hidden.iter().zip(network.output.chunks_exact(CLASSES.len())) {
        for (sum, weight) in outputs.iter_mut().zip(weights) {
            *sum += value.max(0.0) * weight;
        }
    }
    let most = outputs.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = outputs.iter().map(|output| (output - most).exp()).sum();
    let (class, best) = CLASSES.iter().zip(&outputs).max_by(|a, b| a.1.total_cmp(b.1))?;
    class.map(|glyph| (glyph, (best - most).exp() / total))
}

/// Scales an area to [`SIDE`] pixels, with a triangle filter.
fn shrunk(ink: &Ink, area: Area) -> Vec<f32> {
    let columns = taps(area.width as usize);
    let rows = taps(area.height as usize);
    let (left, top) = (area.left as usize, area.top as usize);
    let value = |x: usize, y: usize| ink.values.get((top + y) * ink.width + left + x).copied().unwrap_or(0.0);
    let mut narrow = vec![0.0; SIDE * area.height as usize];
    for y in 0..area.height as usize {
        for (x, taps) in columns.iter().enumerate() {
            narrow.put(y * SIDE + x, taps.iter().map(|(from, weight)| value(*from, y) * weight).sum());
        }
    }
    let mut out = Vec::with_capacity(INPUTS);
    for taps in &rows {
        for x in 0..SIDE {
            out.push(taps.iter().map(|(from, weight)| narrow.at(from * SIDE + x) * weight).sum());
        }
    }
    out
}

/// Source pixels and weights for each target pixel.
#[expect(clippy::cast_precision_loss, reason = "pixels of a glyph")]
fn taps(length: usize) -> Vec<Vec<(usize, f32)>> {
    let scale = length as f32 / SIDE as f32;
    let reach = scale.max(1.0);
    (0..SIDE)
        .map(|index| {
            let centre = (index as f32 + 0.5) * scale;
            let weights: Vec<_> = (0..length)
                .map(|from| (from, 1.0 - ((from as f32 + 0.5 - centre) / reach).abs()))
                .filter(|(_, weight)| *weight > 0.0)
                .collect();
            let total: f32 = weights.iter().map(|(_, weight)| weight).sum();
            weights.into_iter().map(|(from, weight)| (from, weight / total)).collect()
        })
        .collect()
}
