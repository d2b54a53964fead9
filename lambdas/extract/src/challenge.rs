//! Pages that a site shows instead of the one that was asked for.

use crate::dom::Dom;
use crate::facts::Facts;

/// Beginnings of titles, in lower case. They are the whole title or go on with punctuation or a site's name.
const TITLES: [&str; 27] = [
    "just a moment",
    "attention required",
    "access denied",
    "access to this page has been denied",
    "are you a robot",
    "are you human",
    "robot or human",
    "robot check",
    "bot verification",
    "pardon our interruption",
    "please wait... | cloudflare",
    "security check",
    "security verification",
    "verify you are human",
    "verifying",
    "human verification",
    "ddos-guard",
    "sucuri website firewall",
    "one more step",
    "before you continue",
    "403 forbidden",
    "429 too many",
    "too many requests",
    "un momento",
    "un instant",
    "captcha",
    "request rejected",
];

/// Pieces of the source that only the walls themselves have. Cloudflare puts `challenge-platform` on ordinary pages too.
const MARKS: [&str; 14] = [
    "_cf_chl_opt",
    "cf-error-details",
    "cf-browser-verification",
    "/_incapsula_resource",
    "incapsula incident id",
    "px-captcha",
    "captcha-delivery.com",
    "sgcaptcha",
    "awswafcookiedomainlist",
    "ddos-guard.net",
    "distil_r_captcha",
    "kpsdk",
    "consent.google.",
    "guce.advertising.com",
];

/// A wall says little; a page with more text than this is a page, whatever scripts it loads.
const MAX_WALL_TEXT: usize = 3_000;

/// Whether a page without a recipe is a wall.
pub(crate) fn is_challenge(dom: &Dom, facts: &Facts, source: &str) -> bool {
    let titles = [&facts.title, &facts.heading];
    let has_title = titles.into_iter().flatten().any(|title| is_wall_title(&title.to_lowercase()));
    let has_mark = || {
        let lower = source.to_ascii_lowercase();
        MARKS.iter().any(|mark| lower.contains(mark))
    };
    (has_title || has_mark()) && dom.visible_text(Dom::ROOT).len() <= MAX_WALL_TEXT
}

fn is_wall_title(title: &str) -> bool {
    TITLES.iter().any(|start| {
        title.strip_prefix(start).is_some_and(|rest| {
            // "Verifying your browser" is a wall, "Captcha cake" is not: a long rest is a title of its own.
            rest.is_empty()
                || rest.starts_with(|c: char| !c.is_alphanumeric() && c != ' ')
                || *start == "verifying"
                || rest.trim_start().starts_with(['|', '-', '–', '!', '.', '…'])
                || matches!(*start, "429 too many" | "before you continue")
        })
    })
}
