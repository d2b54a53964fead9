//! Measures pages and lines per second on one core, compared with the parser alone: `reading_speed [ROUNDS]
//! [FOLDER]`.
//!
//! Without a folder it uses `tests/pages` with added menus, styles and scripts. Reports medians of CPU time.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "measurements fail by panicking")]

#[path = "../tests/it/common/cpu.rs"]
mod cpu;
#[path = "../tests/it/common/files.rs"]
mod files;

use std::hint::black_box;
use std::time::Duration;

use extract::Page;
use html5ever::ParseOpts;
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::RcDom;
use recipe::{Language, line};

/// Lines per measurement, to exceed the clock's resolution.
const LINES_A_ROUND: usize = 20_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Ok(rounds) = arguments.next().map_or(Ok(5), |rounds| rounds.parse::<usize>()) else {
        eprintln!("usage: reading_speed [ROUNDS] [FOLDER]");
        return;
    };
    let (pages, which) = match arguments.next() {
        Some(folder) => (files::of_folder(folder.as_ref()).unwrap(), folder),
        None => (made(), String::from("made of the repository's own tests/pages")),
    };
    assert!(!pages.is_empty() && rounds > 0, "there is nothing to measure");
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    println!(
        "{} pages of {} kB on average, {which}; {rounds} rounds",
        pages.len(),
        bytes / pages.len() / 1000
    );

    let lines = lines(&pages);
    let mut rows = [
        Row::new("html5ever's own tree (rcdom)", "pages", pages.len()),
        Row::new("parser alone (html5ever, our tree)", "pages", pages.len()),
        Row::new("the whole reading", "pages", pages.len()),
        Row::new("ingredient lines", "lines", LINES_A_ROUND),
    ];
    let mut slowest = Duration::ZERO;
    for _ in 0..rounds {
        // Measures the parts in turn, so that other load affects them equally.
        let [theirs, tree, whole, of_lines] = &mut rows;
        theirs.measure(|| pages.iter().for_each(parse_with_rcdom));
        tree.measure(|| {
            pages.iter().for_each(|page| {
                black_box(extract::count_nodes(page));
            })
        });
        whole.measure(|| {
            for page in &pages {
                let (_, took) = cpu::of(|| black_box(extract::read(page)));
                slowest = slowest.max(took);
            }
        });
        of_lines.measure(|| {
            for (text, language) in lines.iter().cycle().take(LINES_A_ROUND) {
                black_box(line::read(text, *language));
            }
        });
    }
    for row in &rows {
        println!("  {:<36} {:>10.0} {}/s", row.name, row.rate(), row.unit);
    }
    let [theirs, tree, whole, _] = &rows;
    println!("  the reading runs at {:.0} % of the parser's speed", 100.0 * whole.rate() / tree.rate());
    println!("  (at {:.0} % of that of html5ever with its own tree)", 100.0 * whole.rate() / theirs.rate());
    println!("  slowest page: {} ms; {} different lines", slowest.as_millis(), lines.len());
}

struct Row {
    name: &'static str,
    unit: &'static str,
    count: usize,
    rounds: Vec<Duration>,
}

impl Row {
    fn new(name: &'static str, unit: &'static str, count: usize) -> Self {
        Self { name, unit, count, rounds: Vec::new() }
    }

    fn measure(&mut self, work: impl FnOnce()) {
        self.rounds.push(cpu::of(work).1);
    }

    fn rate(&self) -> f64 {
        let mut rounds = self.rounds.clone();
        rounds.sort();
        self.count as f64 / rounds[rounds.len() / 2].as_secs_f64()
    }
}

fn parse_with_rcdom(page: &Page) {
    let text = String::from_utf8_lossy(&page.bytes);
    black_box(html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(&*text));
}

fn lines(pages: &[Page]) -> Vec<(String, Option<Language>)> {
    let mut lines = Vec::new();
    for page in pages {
        let content = extract::read(page).content;
        lines.extend(content.ingredients.into_iter().map(|ingredient| (ingredient.text, content.language)));
    }
    assert!(!lines.is_empty(), "the pages hold no ingredient lines");
    lines
}

fn made() -> Vec<Page> {
    let mut pages = files::own().unwrap();
    pages.retain(|page| !extract::read(page).content.ingredients.is_empty());
    for page in &mut pages {
        let body = page.bytes.windows(5).position(|window| window == b"<body").unwrap_or_default();
        let body = page.bytes[body..].iter().position(|b| *b == b'>').map_or(0, |end| body + end + 1);
        page.bytes.splice(body..body, surroundings().into_bytes());
    }
    pages
}

fn surroundings() -> String {
    let mut out = String::new();
    for number in 0..400 {
        out += &format!(
            "<style>.box-{number} > a:hover {{ margin: {number}px; color: #30{number:04} }}</style>"
        );
        out += &format!(
            "<script>window.queue = window.queue || []; queue.push(['tag', {number}, {{'key': 'a<b && c'}}]);</script>"
        );
        out += &format!(
            "<div class=\"menu-item item-{number} depth-{}\" data-id='{number}'><a href=\"/page/{number}?from=menu\" \
             title='Page {number}'><span class=icon></span>Our page no. {number} &amp; more</a></div>\n",
            number % 4
        );
        out += &format!(
            "<p id=comment-{number}>We made this <em>twice</em> last week, and everybody wanted more of it. Thanks a lot!<br>\n\
             <img src=/small/{number}.jpg alt='' width=40 height=40> <b>Reader {number}</b></p><!-- end of {number} -->\n"
        );
    }
    out
}
