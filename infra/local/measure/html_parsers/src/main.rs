//! Compares HTML parsers with Zest's, in pages per second on one core: `html-parsers FOLDER [ROUNDS]`.
//!
//! Each parser turns the bytes of a page into tokens or a tree. The result is consumed, so that the work is
//! not optimised away. Reports the median processor time of the rounds.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use extract::Page;
use html5ever::ParseOpts;
use html5ever::tendril::TendrilSink;
use lol_html::{HtmlRewriter, Settings, doc_text, element};
use markup5ever_rcdom::RcDom;
use nix::time::{ClockId, clock_gettime};
use url::Url;

/// A parser: name, kind of result, and function.
type Parser = (&'static str, &'static str, fn(&Page) -> usize);

const PARSERS: [Parser; 6] = [
    ("html5ever, its own tree (rcdom)", "a browser's tree", html5ever),
    ("ours: our tokenizer, html5ever's builder", "a browser's tree", extract::count_nodes),
    ("html5gum", "tokens", html5gum),
    ("lol_html", "elements and text", lol_html),
    ("tl", "a tree of its own", tl),
    ("ours: the whole reading", "a recipe", read),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map(PathBuf::from);
    let rounds = arguments.next().map_or(Ok(5), |rounds| rounds.parse());
    let (Some(folder), Ok(rounds @ 1..)) = (folder, rounds) else {
        eprintln!("usage: html-parsers FOLDER [ROUNDS]");
        return ExitCode::FAILURE;
    };
    let pages = match pages(&folder) {
        Ok(pages) if !pages.is_empty() => pages,
        Ok(_) => {
            eprintln!("No pages are in {}.", folder.display());
            return ExitCode::FAILURE;
        }
        Err(error) => {
            eprintln!("{} cannot be read: {error}.", folder.display());
            return ExitCode::FAILURE;
        }
    };
    print(&pages, rounds);
    ExitCode::SUCCESS
}

fn print(pages: &[Page], rounds: usize) {
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    println!("{} pages of {} kB on average, {rounds} rounds", pages.len(), bytes / pages.len() / 1000);
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); PARSERS.len()];
    for _ in 0..rounds {
        // Rounds alternate between parsers, so that other load affects all equally.
        for ((_, _, parse), times) in PARSERS.iter().zip(&mut times) {
            let start = spent();
            pages.iter().for_each(|page| {
                black_box(parse(page));
            });
            times.push(spent().saturating_sub(start));
        }
    }
    for ((name, makes, _), mut times) in PARSERS.iter().zip(times) {
        times.sort();
        let seconds = times[times.len() / 2].as_secs_f64();
        let (rate, megabytes) = (pages.len() as f64 / seconds, bytes as f64 / seconds / 1e6);
        println!("  {name:<42} {rate:>7.0} pages/s {megabytes:>7.0} MB/s   {makes}");
    }
}

fn html5ever(page: &Page) -> usize {
    let text = String::from_utf8_lossy(&page.bytes);
    let dom = html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(&*text);
    dom.document.children.borrow().len()
}

fn html5gum(page: &Page) -> usize {
    html5gum::Tokenizer::new(&*String::from_utf8_lossy(&page.bytes)).count()
}

fn lol_html(page: &Page) -> usize {
    let (mut elements, mut text) = (0, 0);
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler(element!("*", |_| {
            elements += 1;
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            text += chunk.as_str().len();
            Ok(())
        }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // Elements before a parse error were consumed.
    let done = rewriter.write(&page.bytes).and_then(|()| rewriter.end());
    black_box(done.is_ok());
    elements + text
}

fn tl(page: &Page) -> usize {
    let text = String::from_utf8_lossy(&page.bytes);
    tl::parse(&text, tl::ParserOptions::default()).map_or(0, |dom| dom.nodes().len())
}

fn read(page: &Page) -> usize {
    extract::read(page).content.ingredients.len()
}

/// Processor time of this thread.
fn spent() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// All pages below a folder (`<host>/<name>.html`) in fixed order.
fn pages(folder: &Path) -> std::io::Result<Vec<Page>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let is_page = path.extension().is_some_and(|suffix| suffix == "html" || suffix == "testhtml");
            if path.is_dir() {
                folders.push(path);
            } else if is_page {
                files.push(path);
            }
        }
    }
    files.sort();
    let page = |file: &PathBuf| {
        let host = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let url = Url::parse(&format!("https://{host}/")).or_else(|_| Url::parse("https://kitchen.example/"));
        Ok(Page { url: url.map_err(std::io::Error::other)?, content_type: None, bytes: std::fs::read(file)? })
    };
    files.iter().map(page).collect()
}
