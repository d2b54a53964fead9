//! Writes page images for inspection: `sheet OUT_DIR PICTURE…`.
//!
//! Per image: `NAME.png` (page image), `NAME.jpg` (display image), `NAME.json` (layout).

use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("usage: sheet OUT_DIR PICTURE…")?;
    for picture in arguments {
        let bytes = std::fs::read(&picture)?;
        let start = Instant::now();
        let prepared = ocr::prepare(&bytes);
        let took_ms = start.elapsed().as_millis();
        let name = Path::new(&picture).file_stem().ok_or("no file name")?.to_string_lossy();
        let sheet = match prepared {
            Ok(sheet) => sheet,
            Err(error) => {
                eprintln!("{name}: {error} ({took_ms} ms)");
                continue;
            }
        };
        let size = format!("{}x{}", sheet.width, sheet.height);
        eprintln!("{name}: {size}, {} regions, {took_ms} ms", sheet.regions.len());
        let target = |ending: &str| format!("{out}/{name}.{ending}");
        std::fs::write(target("json"), serde_json::to_vec(&sheet)?)?;
        std::fs::write(target("jpg"), &sheet.shown)?;
        image::GrayImage::from_raw(sheet.width, sheet.height, sheet.grey)
            .ok_or("the sheet's size is wrong")?
            .save(target("png"))?;
    }
    Ok(())
}
