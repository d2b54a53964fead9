use recipe::Span;

/// Grey image: 0 is black, 255 white.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plane {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) data: Vec<u8>,
}

impl Plane {
    pub(crate) fn filled(width: usize, height: usize, value: u8) -> Self {
        Self { width, height, data: vec![value; width * height] }
    }

    pub(crate) fn of_colour(colour: &image::RgbImage) -> Self {
        let data = colour
            .as_raw()
            .as_chunks()
            .0
            .iter()
            .map(|[red, green, blue]| {
                // Rec. 601 luma weights in 1/256.
                let sum = 77 * u32::from(*red) + 150 * u32::from(*green) + 29 * u32::from(*blue);
                (sum >> 8) as u8
            })
            .collect();
        Self { width: colour.width() as usize, height: colour.height() as usize, data }
    }

    pub(crate) fn row(&self, y: usize) -> &[u8] {
        self.data.span(y * self.width..(y + 1) * self.width)
    }

    /// Averages squares of `factor` pixels; drops the remainder at the right and bottom.
    pub(crate) fn reduced(&self, factor: usize) -> Self {
        if factor <= 1 || self.width < factor || self.height < factor {
            return self.clone();
        }
        let data = reduce(&self.data, self.width, self.height, factor, 1);
        Self { width: self.width / factor, height: self.height / factor, data }
    }
}

pub(crate) fn reduce_colour(colour: &image::RgbImage, factor: usize) -> Option<image::RgbImage> {
    let (width, height) = (colour.width() as usize, colour.height() as usize);
    let data = reduce(colour.as_raw(), width, height, factor, 3);
    image::RgbImage::from_raw((width / factor) as u32, (height / factor) as u32, data)
}

fn reduce(data: &[u8], width: usize, height: usize, factor: usize, channels: usize) -> Vec<u8> {
    let (out_width, out_height) = (width / factor, height / factor);
    let area = (factor * factor) as u32;
    let mut out = Vec::with_capacity(out_width * out_height * channels);
    let mut sums = vec![0u32; out_width * channels];
    for y in 0..out_height {
        sums.fill(0);
        for dy in 0..factor {
            let start = (y * factor + dy) * width * channels;
            let row = data.span(start..start + out_width * factor * channels);
            for (sum, square) in sums.chunks_exact_mut(channels).zip(row.chunks_exact(factor * channels)) {
                for pixel in square.chunks_exact(channels) {
                    for (s, v) in sum.iter_mut().zip(pixel) {
                        *s += u32::from(*v);
                    }
                }
            }
        }
        out.extend(sums.iter().map(|s| ((s + area / 2) / area) as u8));
    }
    out
}
