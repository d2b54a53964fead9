use std::collections::HashMap;

use hayro::hayro_interpret::font::{Glyph, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, interpret_page,
};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::{Affine, BezPath, Point, Rect, Shape};

const UNITS: f64 = 1000.0;
/// Width of a letter without metrics, as a fraction of the font size.
const USUAL_WIDTH: f64 = 0.5;
const BOLD: u32 = 600;
/// Minimum share of the page that an image of a scan covers.
const MIN_SCAN_COVERAGE: f64 = 0.3;
/// Maximum slope of a text line; steeper text is a margin note or a watermark.
const LARGEST_SLOPE: f64 = 0.1;

/// Maximum number of dots of a page that are examined.
const MAX_DOTS: usize = 2_000;
/// Side of a dot, in points.
const MIN_SIDE: f64 = 1.0;
const MAX_SIDE: f64 = 16.0;
/// Maximum ratio of the longer to the shorter side.
const MAX_ASPECT: f64 = 1.3;

/// A letter or ligature. Lengths are in points from the upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) base: f64,
    pub(super) size: f64,
    pub(super) is_bold: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PageImage {
    pub(super) part: f64,
    pub(super) pixels_a_point: f64,
}

#[derive(Debug, Default)]
pub(super) struct Letters {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) glyphs: Vec<Letter>,
    pub(super) unknown: usize,
    pub(super) invisible: usize,
    pub(super) largest_picture: Option<PageImage>,
    pub(super) is_drawn: bool,
    /// Bounding boxes of small shapes as wide as high, which may be bullets.
    pub(super) dots: Vec<Rect>,
}

pub(super) fn collect<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>, most: usize) -> Option<Letters> {
    let (width, height) = page.render_dimensions();
    let mut collector = Collector {
        letters: Letters { width: f64::from(width), height: f64::from(height), ..Letters::default() },
        most,
        is_over: false,
        bold: HashMap::new(),
        clips: Vec::new(),
    };
    let upright = page.initial_transform(true).to_kurbo();
    let visible = Rect::new(0.0, 0.0, collector.letters.width, collector.letters.height);
    let settings = InterpreterSettings::default();
    let mut context = Context::new(upright, visible, cache, page.xref(), settings);
    interpret_page(page, &mut context, &mut collector);
    (!collector.is_over).then_some(collector.letters)
}

struct Collector {
    letters: Letters,
    most: usize,
    is_over: bool,
    /// Whether a font is bold, by its key, because looking up the name is slow.
    bold: HashMap<u128, bool>,
    /// Bounding boxes of the clip paths, each within the one before.
    clips: Vec<Rect>,
}

impl Collector {
    fn is_bold(&mut self, glyph: &Glyph<'_>) -> bool {
        let Glyph::Outline(outline) = glyph else { return false };
        let Some(font) = outline.font_data() else { return false };
        *self.bold.entry(font.cache_key).or_insert_with(|| {
            let name = font.postscript_name.unwrap_or_default().to_lowercase();
            font.weight.is_some_and(|weight| weight >= BOLD)
                || ["bold", "black", "heavy", "semibd", "demi"].iter().any(|mark| name.contains(mark))
        })
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "float arithmetic overflows to infinity, which is outside every bound"
    )]
    fn add(&mut self, glyph: &Glyph<'_>, transform: Affine, is_visible: bool) {
        let origin = transform * Point::ZERO;
        let along = transform * Point::new(UNITS, 0.0) - origin;
        let up = transform * Point::new(0.0, UNITS) - origin;
        let size = up.hypot();
        let is_sane = size.is_finite() && size > 0.5 && size < 1000.0 && along.x > 0.0;
        let is_on_page = (-1.0..=self.letters.width).contains(&origin.x)
            && (0.0..=self.letters.height + size).contains(&origin.y);
        let middle = Point::new(origin.x + 0.2 * size, origin.y - 0.3 * size);
        let is_clipped = self.clips.last().is_some_and(|clip| !clip.contains(middle));
        if !is_sane || !is_on_page || is_clipped || along.y.abs() > LARGEST_SLOPE * along.x {
            return;
        }
        let width = match glyph {
            Glyph::Outline(outline) => outline.advance_width(),
            Glyph::Type3(drawn) => drawn.advance_width(),
        };
        let width = width.map_or(USUAL_WIDTH, |units| f64::from(units) / UNITS);
        let is_bold = self.is_bold(glyph);
        let text = match glyph.as_unicode() {
            Some(BfString::Char(letter)) => readable(&letter.to_string()),
            Some(BfString::String(letters)) => readable(&letters),
            None => None,
        };
        let Some(text) = text else {
            self.letters.unknown = self.letters.unknown.saturating_add(1);
            return;
        };
        self.letters.invisible = self.letters.invisible.saturating_add(usize::from(!is_visible));
        self.is_over |= self.letters.glyphs.len() >= self.most;
        if !self.is_over {
            let right = origin.x + width.clamp(0.0, 4.0) * along.x;
            self.letters.glyphs.push(Letter { text, left: origin.x, right, base: origin.y, size, is_bold });
        }
    }
}

/// Whether a shape may be a bullet.
fn is_dot(shape: Rect) -> bool {
    let (width, height) = (shape.width(), shape.height());
    let sides = MIN_SIDE..=MAX_SIDE;
    sides.contains(&width) && sides.contains(&height) && width.max(height) <= MAX_ASPECT * width.min(height)
}

/// The letters as text, without ligatures; `None` if one is unreadable.
fn readable(letters: &str) -> Option<String> {
    let mut text = String::new();
    for letter in letters.chars() {
        match letter {
            '\u{fb00}' => text.push_str("ff"),
            '\u{fb01}' => text.push_str("fi"),
            '\u{fb02}' => text.push_str("fl"),
            '\u{fb03}' => text.push_str("ffi"),
            '\u{fb04}' => text.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => text.push_str("st"),
            // Bullets in symbol fonts.
            '\u{f0b7}' | '\u{f0a7}' | '\u{f076}' | '\u{f0d8}' => text.push('•'),
            '\u{e000}'..='\u{f8ff}' | char::REPLACEMENT_CHARACTER | '\0' => return None,
            letter if letter.is_control() || letter == '\u{a0}' => text.push(' '),
            letter => text.push(letter),
        }
    }
    Some(text)
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, _: &DrawMode) {
        self.letters.is_drawn = true;
        let shape = props.transform.transform_rect_bbox(path.bounding_box());
        let is_clipped = self.clips.last().is_some_and(|clip| !clip.contains(shape.center()));
        if is_dot(shape) && !is_clipped && self.letters.dots.len() < MAX_DOTS {
            self.letters.dots.push(shape);
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        let clip = clip.path.bounding_box();
        self.clips.push(self.clips.last().map_or(clip, |outer| outer.intersect(clip)));
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "float arithmetic overflows to infinity, which is outside every bound"
    )]
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.letters.is_drawn = true;
        for glyph in run.glyphs() {
            let is_visible = !matches!(mode, DrawMode::Invisible);
            self.add(glyph, props.transform * glyph.transform(), is_visible);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.letters.is_drawn = true;
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let drawn = props.transform.transform_rect_bbox(Rect::new(0.0, 0.0, width, height));
        let part = drawn.area() / (self.letters.width * self.letters.height).max(1.0);
        let largest = self.letters.largest_picture.map_or(MIN_SCAN_COVERAGE, |largest| largest.part);
        if part >= largest && drawn.area() > 0.0 {
            let pixels_a_point = (width * height / drawn.area()).sqrt();
            self.letters.largest_picture = Some(PageImage { part, pixels_a_point });
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {}
}
