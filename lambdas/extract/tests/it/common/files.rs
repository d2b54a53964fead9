use std::path::{Path, PathBuf};

use extract::Page;
use url::Url;

pub(crate) fn of_folder(folder: &Path) -> std::io::Result<Vec<Page>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|suffix| suffix == "html" || suffix == "testhtml") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|file| Ok(page(address(file), std::fs::read(file)?))).collect()
}

pub(crate) fn own() -> std::io::Result<Vec<Page>> {
    let mut pages = of_folder(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pages"))?;
    for page in &mut pages {
        page.url.set_path("/soups/lemon-lentil");
    }
    Ok(pages)
}

pub(crate) fn page(url: Url, bytes: Vec<u8>) -> Page {
    Page { url, content_type: None, bytes }
}

fn address(file: &Path) -> Url {
    let host = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    Url::parse(&format!("https://{host}/"))
        .unwrap_or_else(|_| Url::parse("https://kitchen.example/").unwrap())
}
