#![allow(clippy::unwrap_used, missing_docs)]

use crate::drawing::{column, encoded, fill, line, page};
use image::{GrayImage, ImageFormat, Luma, imageops};
use ocr::{Area, Sheet, prepare};

fn sheet(page: &GrayImage) -> Sheet {
    prepare(&encoded(page, ImageFormat::Png)).unwrap()
}

fn ink_of_rows(sheet: &Sheet, area: Area) -> Vec<usize> {
    (area.top..area.top + area.height)
        .map(|y| {
            let start = (y * sheet.width + area.left) as usize;
            sheet.grey[start..start + area.width as usize].iter().filter(|v| **v < 128).count()
        })
        .collect()
}

fn turned(page: &GrayImage, degrees: f64) -> GrayImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (middle_x, middle_y) = (f64::from(page.width()) / 2.0, f64::from(page.height()) / 2.0);
    GrayImage::from_fn(page.width(), page.height(), |x, y| {
        let (u, w) = (f64::from(x) - middle_x, f64::from(y) - middle_y);
        let (sx, sy) = (u * cos + w * sin + middle_x, w * cos - u * sin + middle_y);
        let (fx, fy) = (sx.floor(), sy.floor());
        let at = |dx: f64, dy: f64| {
            let (px, py) = (fx + dx, fy + dy);
            let is_inside =
                px >= 0.0 && py >= 0.0 && px < f64::from(page.width()) && py < f64::from(page.height());
            if is_inside { f64::from(page.get_pixel(px as u32, py as u32)[0]) } else { 250.0 }
        };
        let (tx, ty) = (sx - fx, sy - fy);
        let top = at(0.0, 0.0) * (1.0 - tx) + at(1.0, 0.0) * tx;
        let bottom = at(0.0, 1.0) * (1.0 - tx) + at(1.0, 1.0) * tx;
        Luma([(top * (1.0 - ty) + bottom * ty) as u8])
    })
}

fn right(area: Area) -> u32 {
    area.left + area.width
}

fn bottom(area: Area) -> u32 {
    area.top + area.height
}

fn one_column() -> GrayImage {
    let mut drawn = page(1200, 1500);
    column(&mut drawn, 150, 120, 1050, 30, 30);
    drawn
}

#[test]
fn rotated_page_is_deskewed_within_a_third_of_a_degree() {
    for degrees in [-14.0, -1.2, 0.0, 0.7, 6.0] {
        let sheet = sheet(&turned(&one_column(), degrees));
        assert_eq!(sheet.regions.len(), 1, "{degrees}: {:?}", sheet.regions);
        let rows = ink_of_rows(&sheet, sheet.regions[0]);
        // A third of a degree is 5 pixels in 900. With more, no row would be empty.
        let blank = rows.iter().filter(|n| **n == 0).count();
        assert!(blank * 100 > rows.len() * 30, "{degrees}: {blank} of {} rows are blank", rows.len());
    }
}

#[test]
fn sideways_or_upside_down_page_is_turned_upright() {
    let upright = sheet(&one_column());
    let turned = [
        imageops::rotate90(&one_column()),
        imageops::rotate180(&one_column()),
        imageops::rotate270(&one_column()),
    ];
    for (turns, page) in (1..).zip(turned) {
        let sheet = sheet(&page);
        let close = |one: u32, two: u32| one.abs_diff(two) < 30;
        assert!(close(sheet.width, upright.width) && close(sheet.height, upright.height), "{turns}");
        let (own, wanted) =
            (ink_of_rows(&sheet, sheet.regions[0]), ink_of_rows(&upright, upright.regions[0]));
        let third = |rows: &[usize]| rows.iter().take(rows.len() / 3).sum::<usize>();
        assert!(third(&own).abs_diff(third(&wanted)) * 20 < third(&wanted), "{turns}");
        assert_eq!(sheet.lines.len(), upright.lines.len(), "{turns}");
    }
}

#[test]
fn longer_left_column_is_read_first() {
    let mut drawn = page(1600, 1500);
    column(&mut drawn, 100, 200, 480, 14, 20);
    // Longer than the lines above, but it ends before the right column.
    line(&mut drawn, 100, 200 + 14 * 40, 640, 5, 20);
    column(&mut drawn, 100, 200 + 15 * 40, 480, 6, 20);
    column(&mut drawn, 800, 200, 1480, 12, 20);
    let regions = sheet(&drawn).regions;
    assert_eq!(regions.len(), 2, "{regions:?}");
    assert!(regions[0].left < 200 && bottom(regions[0]) > 1000, "{regions:?}");
    assert!(regions[1].left > 700, "{regions:?}");
}

#[test]
fn heading_below_columns_belongs_to_the_full_width_text() {
    let mut drawn = page(1600, 1500);
    column(&mut drawn, 100, 200, 480, 8, 20);
    column(&mut drawn, 800, 200, 1280, 8, 20);
    line(&mut drawn, 100, 200 + 9 * 40 + 60, 300, 5, 20);
    column(&mut drawn, 100, 200 + 10 * 40 + 60, 1480, 12, 20);
    let sheet = sheet(&drawn);
    let regions = &sheet.regions;
    assert_eq!(regions.len(), 3, "{regions:?}");
    let [left, beside, below] = regions[..] else { unreachable!() };
    assert!(bottom(left) < below.top && bottom(beside) < below.top, "{regions:?}");
    assert!(right(below) > beside.left, "{regions:?}");
    let lines = sheet.lines.iter().filter(|line| line.region == 2).count();
    assert_eq!(lines, 13, "{regions:?}");
}

#[test]
fn large_title_is_kept() {
    let mut drawn = page(1600, 1300);
    for letter in 0..9 {
        let left = 100 + letter * 110;
        fill(&mut drawn, left, 60, 22, 120, 20);
        fill(&mut drawn, left + 50, 60, 22, 120, 20);
        fill(&mut drawn, left, 60, 70, 22, 20);
    }
    column(&mut drawn, 100, 300, 1480, 20, 20);
    fill(&mut drawn, 1400, 40, 60, 130, 20);
    let sheet = sheet(&drawn);
    let large: Vec<Area> = sheet.lines.iter().filter(|line| line.is_large).map(|line| line.area).collect();
    assert_eq!(large.len(), 1, "{large:?}");
    let scale = f64::from(sheet.width) / 1600.0;
    let rows = ink_of_rows(&sheet, large[0]);
    let wanted = 9.0 * 2.0 * 22.0 * scale;
    assert!((rows[rows.len() / 2] as f64) > wanted * 0.85, "{} of {wanted}", rows[rows.len() / 2]);
    assert!(f64::from(right(large[0])) < 1100.0 * scale, "{large:?}");
}

#[test]
fn printed_lines_have_their_region_and_size() {
    let mut drawn = page(1600, 1300);
    column(&mut drawn, 100, 200, 480, 20, 20);
    column(&mut drawn, 800, 200, 1480, 20, 20);
    let sheet = sheet(&drawn);
    assert_eq!(sheet.lines.len(), 40, "{:?}", sheet.regions);
    assert!(sheet.lines.iter().all(|line| !line.is_large));
    for line in &sheet.lines {
        let region = sheet.regions[line.region as usize];
        assert!(region.left <= line.area.left && right(line.area) <= right(region), "{line:?} {region:?}");
    }
}

#[test]
fn columns_are_regions_between_heading_and_footer() {
    let mut drawn = page(1600, 1500);
    line(&mut drawn, 100, 120, 1450, 7, 20);
    column(&mut drawn, 100, 200, 480, 20, 20);
    column(&mut drawn, 570, 200, 960, 24, 20);
    column(&mut drawn, 1050, 200, 1480, 22, 20);
    line(&mut drawn, 100, 1400, 1450, 9, 20);
    let regions = sheet(&drawn).regions;
    assert_eq!(regions.len(), 5, "{regions:?}");
    let [head, first, second, third, foot] = regions[..] else { unreachable!() };
    assert!(bottom(head) <= first.top + 20 && bottom(third) <= foot.top + 20, "{regions:?}");
    assert!(right(first) <= second.left && right(second) <= third.left, "{regions:?}");
}

#[test]
fn distant_amounts_stay_in_the_region_of_their_items() {
    let mut drawn = page(1200, 900);
    for row in 0..12 {
        line(&mut drawn, 100, 120 + row * 40, 170, row, 20);
        line(&mut drawn, 320, 120 + row * 40, 560 + row * 30, row + 40, 20);
    }
    assert_eq!(sheet(&drawn).regions.len(), 1);
}

#[test]
fn white_print_on_a_dark_panel_is_inverted() {
    let mut drawn = page(1500, 1200);
    fill(&mut drawn, 0, 0, 520, 1200, 35);
    column(&mut drawn, 60, 100, 460, 22, 240);
    column(&mut drawn, 620, 100, 1400, 24, 25);
    let sheet = sheet(&drawn);
    assert_eq!(sheet.regions.len(), 2, "{:?}", sheet.regions);
    for region in &sheet.regions {
        let rows = ink_of_rows(&sheet, *region);
        let share = rows.iter().sum::<usize>() * 100 / (rows.len() * region.width as usize);
        assert!((5..40).contains(&share), "{share} % of {region:?} is ink");
    }
}

#[test]
fn shadow_is_removed() {
    let mut drawn = one_column();
    for (x, y, pixel) in drawn.enumerate_pixels_mut() {
        let light = 0.25 + 0.75 * (f64::from(x + y) / 2700.0);
        pixel.0[0] = (f64::from(pixel.0[0]) * light) as u8;
    }
    let sheet = sheet(&drawn);
    let dark = sheet.grey.iter().filter(|v| **v < 128).count();
    let white = sheet.grey.iter().filter(|v| **v > 245).count();
    assert!(white * 100 > sheet.grey.len() * 75, "{white} of {} are white", sheet.grey.len());
    assert!(dark * 100 > sheet.grey.len() * 4, "{dark} are dark");
}

#[test]
fn bullets_are_detected_and_removed() {
    let mut drawn = page(1200, 900);
    for row in 0..10 {
        let baseline = 120 + row * 40;
        line(&mut drawn, 180, baseline, 700 + row * 20, row + 3, 20);
        fill(&mut drawn, 150, baseline - 11, 7, 7, 20);
    }
    let sheet = sheet(&drawn);
    assert_eq!(sheet.bullets.len(), 10);
    for bullet in &sheet.bullets {
        assert!(ink_of_rows(&sheet, *bullet).iter().all(|n| *n == 0));
    }
}

#[test]
fn letter_height_is_independent_of_image_size() {
    for factor in [0.7, 1.0, 2.5] {
        let drawn = one_column();
        let (width, height) = ((1200.0 * factor) as u32, (1500.0 * factor) as u32);
        let sized = image::imageops::resize(&drawn, width, height, image::imageops::FilterType::CatmullRom);
        let sheet = sheet(&sized);
        let height = f64::from(sheet.regions[0].height);
        assert!((1450.0..2300.0).contains(&height), "{factor}: {height}");
    }
}

#[test]
fn display_image_has_the_aspect_ratio_of_the_sheet() {
    let sheet = sheet(&turned(&one_column(), 5.0));
    let shown = image::load_from_memory(&sheet.shown).unwrap();
    let shape = f64::from(sheet.width) / f64::from(sheet.height);
    let shown_shape = f64::from(shown.width()) / f64::from(shown.height());
    assert!((shape / shown_shape - 1.0).abs() < 0.003, "{shape} {shown_shape}");
    assert!(shown.width().max(shown.height()) <= 2000);
}

#[test]
fn pale_check_boxes_are_detected_next_to_a_dark_edge() {
    let mut drawn = page(1200, 900);
    fill(&mut drawn, 100, 0, 12, 900, 20);
    for row in 0..10 {
        let baseline = 120 + row * 40;
        line(&mut drawn, 190, baseline, 700 + row * 20, row + 3, 20);
        // Two sides are darker, as in a photo of a thin frame.
        let top = baseline - 18;
        fill(&mut drawn, 146, top, 20, 2, 70);
        fill(&mut drawn, 146, top, 2, 20, 70);
        fill(&mut drawn, 146, top + 18, 20, 2, 165);
        fill(&mut drawn, 164, top, 2, 20, 165);
    }
    let sheet = sheet(&drawn);
    assert_eq!(sheet.bullets.len(), 10);
    for bullet in &sheet.bullets {
        assert!(ink_of_rows(&sheet, *bullet).iter().all(|n| *n == 0));
    }
}

#[test]
fn single_digit_in_a_column_of_amounts_is_kept() {
    let mut drawn = page(1200, 900);
    for row in 0..12 {
        let baseline = 120 + row * 40;
        line(&mut drawn, 330, baseline, 700 + row * 20, row + 3, 20);
        if row == 5 {
            fill(&mut drawn, 150, baseline - 18, 4, 18, 20);
        } else {
            line(&mut drawn, 150, baseline, 220, row + 3, 20);
        }
    }
    let sheet = sheet(&drawn);
    let figures = sheet.lines.iter().map(|line| line.area.left).min().unwrap();
    let row = Area { left: figures, top: 0, width: 10, height: sheet.height };
    let runs = ink_of_rows(&sheet, row).split(|n| *n == 0).filter(|run| run.len() > 8).count();
    assert_eq!(runs, 12);
}

#[test]
fn single_digit_below_its_name_is_kept() {
    let mut drawn = page(1200, 1500);
    column(&mut drawn, 150, 600, 1050, 18, 20);
    for left in [150, 450, 750] {
        line(&mut drawn, left, 200, left + 110, left, 20);
    }
    for left in [150, 450] {
        line(&mut drawn, left, 245, left + 110, left + 1, 20);
    }
    for left in [800, 1000] {
        fill(&mut drawn, left, 227, 4, 18, 20);
    }
    let sheet = sheet(&drawn);
    let above = |line: &&ocr::PrintedLine| line.area.top < sheet.height / 4;
    let last_name =
        sheet.lines.iter().filter(above).map(|line| line.area).max_by_key(|area| area.left).unwrap();
    let below = Area { top: bottom(last_name) + 4, height: last_name.height * 2, ..last_name };
    let beside = Area { left: right(last_name) + 4, width: sheet.width - right(last_name) - 4, ..below };
    let has_ink = |area: Area| ink_of_rows(&sheet, area).iter().any(|n| *n > 0);
    assert!(has_ink(below) && !has_ink(beside));
}
