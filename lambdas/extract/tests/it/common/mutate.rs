//! Mutates pages as broken programs, networks or attackers would.

use std::ops::Range;

use super::random::Random;

const PIECES: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "：",
    "（",
    "，",
    "、",
    "；",
    "／",
    "｜",
    "・",
    "\\",
    "\\u",
    "\\ud83d",
    "\\n",
    "null",
    "NaN",
    "-1e999",
    "/*",
    "//",
    "'",
    "’",
    "“",
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "<!",
    "<![CDATA[",
    "]]>",
    "<?",
    "</script>",
    "<script>",
    "</style>",
    "<style>",
    "<script type=application/ld+json>",
    "<!--<script>",
    "</div>",
    "<div>",
    "<li>",
    "</li>",
    "<ul>",
    "</ul>",
    "<ol><li>",
    "<br>",
    "<p>",
    "<b>",
    "</b>",
    "<h2>",
    "</h3>",
    "<table><p>",
    "<tr><td>",
    "<template>",
    "<svg><title>",
    "<math><mi>",
    "<select>",
    "<textarea>",
    "<noscript>",
    "<title>",
    "<plaintext>",
    "<frameset>",
    "<form>",
    "<iframe>",
    "<body class=x>",
    "<html lang=fr>",
    "<div itemscope itemtype=https://schema.org/Recipe>",
    "<b itemprop=recipeIngredient>",
    "<b itemprop=name>",
    "<div vocab=https://schema.org/ typeof=Recipe>",
    "<b property=recipeIngredient>",
    "<div class=h-recipe>",
    "<b class=p-ingredient>",
    "<div class=wprm-recipe-container>",
    "<li class=wprm-recipe-ingredient>",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
];

const WORDS: &[&str] = &[
    "&amp;",
    "&amp;amp;",
    "&",
    "&#",
    "&#x",
    "&#0;",
    "&#x1F34B;",
    "&#99999999999;",
    "&frac12;",
    "&frac12",
    "&nbsp;",
    "&lt;li&gt;",
    "&CounterClockwiseContourIntegral;",
    "½",
    "1½",
    "1 ½",
    "1/2",
    "1/0",
    "0/0",
    "1⁄3",
    "-5",
    "2-3",
    "1,5",
    "1.000,5",
    "99999999999999999999",
    "1e308",
    "0.000000001",
    "٣",
    "२",
    "5′",
    "(",
    ")",
    "((",
    "1 (400 g) tin",
    "2 x 400 g",
    "\u{ad}",
    "\u{200d}",
    "\u{301}",
    "İ",
    "ß",
    "ﬀ",
    "🍋",
    "PT1H",
    "P99999Y",
    "PTÉ",
    "1 h 30",
    "- ",
    "• ",
];

const HEADINGS: &[&str] = &[
    "Ingredients",
    "INGREDIENTS:",
    "Ingredientes",
    "Ingrédients",
    "Zutaten",
    "Ingredienti",
    "Ingrediënten",
    "Składniki",
    "Method",
    "Directions",
    "Instructions",
    "Preparación",
    "Elaboración",
    "Préparation",
    "Zubereitung",
    "Bereiding",
];

const TO_NEST: [[&str; 2]; 12] = [
    ["<div>", "</div>"],
    ["<span>", "</span>"],
    ["<b>", "</b>"],
    ["<ul><li>", "</li></ul>"],
    ["<table><tr><td>", "</table>"],
    ["<blockquote>", "</blockquote>"],
    ["<a href=#>", "</a>"],
    ["<section>", "</section>"],
    ["<font>", "</font>"],
    ["<dl><dd>", "</dl>"],
    ["<h2>", "</h2>"],
    ["<p><b>", "</p>"],
];

pub(crate) fn page(number: u64, pages: &[Vec<u8>], max_bytes: usize) -> Vec<u8> {
    let mut random = Random::new(number);
    let mut page = pages[random.below(pages.len())].clone();
    for _ in 0..=random.below(5) {
        change(&mut page, pages, &mut random);
        page.truncate(max_bytes);
    }
    page
}

fn change(page: &mut Vec<u8>, pages: &[Vec<u8>], random: &mut Random) {
    match random.below(18) {
        0 => flip(page, random),
        1 => page.truncate(place(page, random)),
        2 => drop(page.drain(range(page, random))),
        3 => {
            let block = page[range(page, random)].to_vec();
            insert(page, &block, random);
        }
        4 => repeat(page, random),
        5 => nest(page, random),
        6..=8 => (0..=random.below(6)).for_each(|_| insert(page, random.pick(PIECES).as_bytes(), random)),
        9 => (0..=random.below(6)).for_each(|_| insert(page, random.pick(WORDS).as_bytes(), random)),
        10 => {
            let other = &pages[random.below(pages.len())];
            page.truncate(place(page, random));
            page.extend_from_slice(&other[place(other, random)..]);
        }
        11 => {
            let sign = random.pick(&["\"", ",", "}", "]", ":", "<", ">", "\n", " ", "/", "="]).as_bytes();
            without(page, sign, random);
        }
        12 => {
            let (from, to) = (random.pick(HEADINGS), random.pick(HEADINGS));
            replace(page, from.as_bytes(), to.as_bytes());
        }
        13 => encode(page, random),
        14 => {
            let number = random.pick(WORDS).as_bytes();
            replace(page, random.pick(&["1", "2", "10", "30"]).as_bytes(), number);
        }
        15 => {
            let element = random.pick(&["li", "p", "div", "script", "ul", "h1", "h2", "head", "body"]);
            replace(page, format!("</{element}>").as_bytes(), b"");
        }
        16 => {
            let (from, to) = (random.pick(ELEMENTS), random.pick(ELEMENTS));
            replace(page, from.as_bytes(), to.as_bytes());
        }
        _ => {
            let from = range(page, random);
            page[from].make_ascii_uppercase();
        }
    }
}

const ELEMENTS: &[&str] = &[
    "<li", "<p", "<div", "<span", "<td", "<h2", "<h3", "<b", "<ul", "<ol", "<dt", "<script", "<br",
    "<section",
];

fn place(page: &[u8], random: &mut Random) -> usize {
    random.below(page.len() + 1)
}

fn range(page: &[u8], random: &mut Random) -> Range<usize> {
    let longest = [8, 60, 400, 4_000][random.below(4)];
    let start = place(page, random);
    start..(start + random.below(longest)).min(page.len())
}

fn insert(page: &mut Vec<u8>, piece: &[u8], random: &mut Random) {
    let at = place(page, random);
    page.splice(at..at, piece.iter().copied());
}

fn flip(page: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(8) {
        if !page.is_empty() {
            let at = random.below(page.len());
            page[at] ^= 1 << random.below(8);
        }
    }
}

fn repeat(page: &mut Vec<u8>, random: &mut Random) {
    let block = page[range(page, random)].to_vec();
    let times = [3, 40, 2_000][random.below(3)];
    let times = times.min(60_000 / block.len().max(1));
    insert(page, &block.repeat(times), random);
}

fn nest(page: &mut Vec<u8>, random: &mut Random) {
    let [open, close] = TO_NEST[random.below(TO_NEST.len())];
    let times = [2, 30, 700][random.below(3)];
    let inner = range(page, random);
    if random.below(2) == 0 {
        page.splice(inner.end..inner.end, close.repeat(times).into_bytes());
    }
    page.splice(inner.start..inner.start, open.repeat(times).into_bytes());
}

fn without(page: &mut Vec<u8>, sign: &[u8], random: &mut Random) {
    let one_in = [1, 3, 20][random.below(3)];
    page.retain(|b| *b != sign[0] || random.below(one_in) != 0);
}

fn replace(page: &mut Vec<u8>, from: &[u8], to: &[u8]) {
    let mut out = Vec::with_capacity(page.len());
    let mut rest = page.as_slice();
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    *page = out;
}

fn encode(page: &mut Vec<u8>, random: &mut Random) {
    let text = String::from_utf8_lossy(page).into_owned();
    let utf16 = || text.encode_utf16().map(u16::to_le_bytes);
    *page = match random.below(7) {
        0 => utf16().flatten().collect(),
        1 => [0xff, 0xfe].into_iter().chain(utf16().flatten()).collect(),
        2 => [0xfe, 0xff].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect(),
        3 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
        // UTF-8 read as Latin-1 and encoded again.
        4 => page.iter().map(|b| char::from(*b)).collect::<String>().into_bytes(),
        5 => [b"\xef\xbb\xbf", page.as_slice()].concat(),
        _ => {
            let name =
                random.pick(&["shift_jis", "windows-1252", "utf-16", "gb18030", "iso-2022-jp", "nonsense"]);
            [format!("<meta charset={name}>").as_bytes(), page].concat()
        }
    };
}
