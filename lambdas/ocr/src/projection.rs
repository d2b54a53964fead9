use image::RgbImage;
use recipe::{Places, Span};

use crate::plane::Plane;

/// 3 × 3 matrix of a projective map, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Projection(pub(crate) [f64; 9]);

impl Projection {
    pub(crate) const fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, x, 0.0, 1.0, y, 0.0, 0.0, 1.0])
    }

    pub(crate) const fn scale(by: f64) -> Self {
        Self([by, 0.0, 0.0, 0.0, by, 0.0, 0.0, 0.0, 1.0])
    }

    pub(crate) fn then(&self, next: &Self) -> Self {
        let (a, b) = (&next.0, &self.0);
        let mut out = [0.0; 9];
        for (i, value) in out.iter_mut().enumerate() {
            let (row, column) = (i / 3, i % 3);
            *value = (0..3).map(|k| a.at(row * 3 + k) * b.at(k * 3 + column)).sum();
        }
        Self(out)
    }

    pub(crate) fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let m = &self.0;
        let depth = m[6] * x + m[7] * y + m[8];
        ((m[0] * x + m[1] * y + m[2]) / depth, (m[3] * x + m[4] * y + m[5]) / depth)
    }

    pub(crate) fn inverse(&self) -> Option<Self> {
        let m = &self.0;
        let minor = |a: usize, b: usize, c: usize, d: usize| m.at(a) * m.at(d) - m.at(b) * m.at(c);
        let out = [
            minor(4, 5, 7, 8),
            -minor(1, 2, 7, 8),
            minor(1, 2, 4, 5),
            -minor(3, 5, 6, 8),
            minor(0, 2, 6, 8),
            -minor(0, 2, 3, 5),
            minor(3, 4, 6, 7),
            -minor(0, 1, 6, 7),
            minor(0, 1, 3, 4),
        ];
        let determinant = m[0] * out[0] + m[1] * out[3] + m[2] * out[6];
        (determinant.abs() > 1e-12).then(|| Self(out.map(|v| v / determinant)))
    }
}

/// Warps `source` to `width` × `height` with bicubic interpolation; `back` maps output to source.
pub(crate) fn seen(source: &Plane, back: &Projection, width: usize, height: usize) -> Plane {
    let mut out = Plane::filled(width, height, 255);
    if source.width < 2 || source.height < 2 {
        return out;
    }
    let table = cubic_table();
    let (last_x, last_y) = (source.width as isize - 1, source.height as isize - 1);
    for y in 0..height {
        let row = out.data.get_mut_or_empty(y * width..(y + 1) * width);
        for (x, value) in row.iter_mut().enumerate() {
            let (sx, sy) = back.apply(x as f64 + 0.5, y as f64 + 0.5);
            let (sx, sy) = (sx - 0.5, sy - 0.5);
            let (fx, fy) = (sx.floor(), sy.floor());
            let wx = table.at(((sx - fx) * STEPS as f64) as usize & (STEPS - 1));
            let wy = table.at(((sy - fy) * STEPS as f64) as usize & (STEPS - 1));
            let (ix, iy) = (fx as isize, fy as isize);
            let mut sum = 0i32;
            if ix >= 1 && iy >= 1 && ix + 2 <= last_x && iy + 2 <= last_y {
                let mut at = (iy as usize - 1) * source.width + ix as usize - 1;
                for w in wy {
                    let Some(p) = source.data.span(at..).first_chunk::<4>() else { break };
                    let line = i32::from(p[0]) * wx[0]
                        + i32::from(p[1]) * wx[1]
                        + i32::from(p[2]) * wx[2]
                        + i32::from(p[3]) * wx[3];
                    sum += line * w;
                    at += source.width;
                }
            } else {
                // Repeat edge pixels.
                for (dy, w) in wy.iter().enumerate() {
                    let py = (iy.saturating_add(dy as isize - 1)).clamp(0, last_y) as usize;
                    for (dx, v) in wx.iter().enumerate() {
                        let px = (ix.saturating_add(dx as isize - 1)).clamp(0, last_x) as usize;
                        sum += i32::from(source.data.at(py * source.width + px)) * v * w;
                    }
                }
            }
            *value = ((sum + (1 << 15)) >> 16).clamp(0, 255) as u8;
        }
    }
    out
}

const STEPS: usize = 64;

/// Catmull–Rom weights of four neighbours, in 1/256, for [`STEPS`] positions.
fn cubic_table() -> [[i32; 4]; STEPS] {
    let mut table = [[0; 4]; STEPS];
    for (i, weights) in table.iter_mut().enumerate() {
        let t = i as f64 / STEPS as f64;
        let exact = [
            ((-t + 2.0) * t - 1.0) * t / 2.0,
            ((3.0 * t - 5.0) * t * t + 2.0) / 2.0,
            ((-3.0 * t + 4.0) * t + 1.0) * t / 2.0,
            (t - 1.0) * t * t / 2.0,
        ];
        *weights = exact.map(|w| (w * 256.0).round() as i32);
        weights[1] += 256 - weights.iter().sum::<i32>();
    }
    table
}

pub(crate) fn warp_colour(source: &RgbImage, back: &Projection, width: u32, height: u32) -> RgbImage {
    let (last_x, last_y) = (f64::from(source.width()) - 1.0, f64::from(source.height()) - 1.0);
    let raw = source.as_raw();
    let stride = source.width() as usize * 3;
    RgbImage::from_fn(width, height, |x, y| {
        let (sx, sy) = back.apply(f64::from(x) + 0.5, f64::from(y) + 0.5);
        // NaN survives `clamp` and casts to 0.
        let (sx, sy) = ((sx - 0.5).clamp(0.0, last_x), (sy - 0.5).clamp(0.0, last_y));
        let (ix, iy) = (sx as usize, sy as usize);
        let (tx, ty) = (((sx - ix as f64) * 256.0) as u32, ((sy - iy as f64) * 256.0) as u32);
        let right = if (ix as f64) < last_x { 3 } else { 0 };
        let below = if (iy as f64) < last_y { stride } else { 0 };
        let at = iy * stride + ix * 3;
        image::Rgb([0, 1, 2].map(|c| {
            let v = |offset: usize| u32::from(raw.at(at + c + offset));
            let top = v(0) * (256 - tx) + v(right) * tx;
            let bottom = v(below) * (256 - tx) + v(below + right) * tx;
            ((top * (256 - ty) + bottom * ty + (1 << 15)) >> 16) as u8
        }))
    })
}
