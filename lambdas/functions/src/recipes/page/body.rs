//! The recipe in the page's body. It is readable without scripts, and has the app's layout, so that nothing
//! moves when the app starts. The classes come from `frontend/src/features/recipe/ui`.

use std::fmt::Write;

use app::book::Shared;
use recipe::{Content, Ingredient, Language};
use url::Url;

use crate::recipes::page::address::PageAddress;
use crate::recipes::page::escape::escaped;

const BEGIN: &str = "<!-- recipe: -->";
const END: &str = "<!-- :recipe -->";

const HEADER: &str = "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 sm:gap-y-3 \
    md:grid-rows-[auto_auto_1fr] md:gap-x-10 print:block";
const TITLE: &str = "text-[1.75rem] leading-[1.12] font-semibold wrap-anywhere sm:text-4xl lg:text-[2.75rem] \
    print:text-3xl";
const PICTURE: &str = "size-24 rounded-2xl min-[22.5rem]:size-28 sm:size-36 md:aspect-[3/2] md:h-auto md:w-60 \
    md:rounded-3xl lg:w-80";
const COLUMNS: &str = "grid gap-10 md:grid-cols-[21rem_minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-16 \
    print:grid-cols-[2fr_3fr] print:gap-8";
const LIST_HEADER: &str = "relative -mx-4 flex flex-wrap items-center gap-x-1 gap-y-3 bg-page px-4 py-2 \
    after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line sm:-mx-2 sm:px-2 \
    sm:after:inset-x-2";
const LINE: &str =
    "col-span-full grid break-inside-avoid grid-cols-subgrid border-b border-line last:border-0";
const LINE_PARTS: &str = "col-span-3 grid min-h-11 grid-cols-subgrid items-baseline py-2";
const STEP: &str = "-mx-3 -my-1.5 grid break-inside-avoid grid-cols-[2.25rem_1fr] items-baseline gap-x-3 rounded-xl \
    px-3 py-1.5 text-lg";
const CHIP: &str = "rounded-full border border-line bg-surface text-muted px-2.5 py-px";

/// Labels of the page; tests compare them with the front end's messages.
#[derive(Clone, Copy)]
struct Words {
    back: &'static str,
    by: &'static str,
    prep: &'static str,
    cook: &'static str,
    total: &'static str,
    makes: &'static str,
    ingredients: &'static str,
    steps: &'static str,
    in_all: &'static str,
    hour: &'static str,
}

const EN: Words = Words {
    back: "My recipes",
    by: "By {author}",
    prep: "Prep",
    cook: "Cook",
    total: "Total",
    makes: "Makes",
    ingredients: "Ingredients",
    steps: "Steps",
    in_all: "({amount} total)",
    hour: "hr",
};
const ES: Words = Words {
    back: "Mis recetas",
    by: "Por {author}",
    prep: "Preparación",
    cook: "Cocción",
    total: "Total",
    makes: "Rinde",
    ingredients: "Ingredientes",
    steps: "Pasos",
    in_all: "({amount} en total)",
    hour: "h",
};
const FR: Words = Words {
    back: "Mes recettes",
    by: "Par {author}",
    prep: "Préparation",
    cook: "Cuisson",
    total: "Total",
    makes: "Rendement",
    ingredients: "Ingrédients",
    steps: "Étapes",
    in_all: "({amount} au total)",
    hour: "h",
};

/// The page with the recipe between the markers; unchanged without markers or title.
pub(crate) fn filled(page: &str, address: &PageAddress, shared: &Shared) -> String {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (Some((before, after)), Some(title)) = (parts, shared.content.title.as_deref()) else {
        return page.to_owned();
    };
    let mut body = Body { html: String::new(), words: words(address.language), content: &shared.content };
    body.page(address, shared, title);
    format!("{before}{}{after}", body.html)
}

fn words(language: Language) -> Words {
    match language {
        Language::En => EN,
        Language::Es => ES,
        Language::Fr => FR,
    }
}

struct Body<'a> {
    html: String,
    words: Words,
    content: &'a Content,
}

impl Body<'_> {
    fn add(&mut self, html: &str) {
        self.html.push_str(html);
    }

    fn page(&mut self, address: &PageAddress, shared: &Shared, title: &str) {
        let prefix = address.prefix();
        let label = self.words.back;
        // Writing to a string cannot fail.
        let _ = write!(
            self.html,
            "<main class=\"flex-1\" data-shown-recipe=\"{}\"><div class=\"pb-24\"><div class=\"-mx-3 flex min-h-11 \
             items-center\"><a href=\"{prefix}/my-recipes\" class=\"inline-flex min-h-11 items-center justify-center gap-2 \
             rounded-full text-[0.9375rem] font-semibold text-muted px-3\"><span class=\"size-5\"></span>{label}</a>\
             </div><article>",
            address.id,
        );
        self.header(shared, title);
        let _ = write!(self.html, "<div class=\"mt-4 md:mt-8 print:mt-4 {COLUMNS}\">");
        self.ingredients();
        self.steps();
        self.add("</div></article></div></main>");
    }

    fn header(&mut self, shared: &Shared, title: &str) {
        let language = self.language();
        let _ = write!(
            self.html,
            "<header class=\"{HEADER}\"><div class=\"flex flex-col gap-1.5 pt-1\"><h1{language} class=\"{TITLE}\">{}</h1>",
            escaped(title)
        );
        self.source(shared);
        self.add("</div><div class=\"col-start-2 row-start-1 md:row-span-3 print:hidden\">");
        match &shared.picture {
            Some(path) => {
                let path = escaped(path);
                let _ = write!(
                    self.html,
                    "<img src=\"/{path}\" alt=\"\" fetchpriority=\"high\" class=\"bg-sunken object-cover {PICTURE}\" />"
                );
            }
            None => {
                let _ = write!(self.html, "<div class=\"bg-sunken {PICTURE}\"></div>");
            }
        }
        self.add("</div>");
        self.facts();
        // Space for the app's buttons.
        self.add("<div class=\"mt-1 min-h-11 col-span-2 md:col-span-1 md:col-start-1 print:hidden\"></div></header>");
    }

    fn source(&mut self, shared: &Shared) {
        let link = shared.source.as_deref().and_then(|source| Some((source, site_of(source)?)));
        let author = self.content.author.as_deref();
        if author.is_none() && link.is_none() {
            return;
        }
        self.add("<p class=\"flex flex-wrap items-center gap-x-3 text-[0.9375rem] print:text-sm\">");
        if let Some(author) = author {
            let by = escaped(&self.words.by.replace("{author}", author));
            let _ = write!(self.html, "<span class=\"wrap-anywhere text-muted\">{by}</span>");
        }
        if let Some((source, site)) = link {
            let _ = write!(
                self.html,
                "<a href=\"{}\" rel=\"noopener noreferrer\" class=\"inline-flex min-h-6 items-center gap-1.5 \
                 font-medium wrap-anywhere text-accent\">{}<span class=\"size-4 shrink-0\"></span></a>",
                escaped(source),
                escaped(&site)
            );
        }
        self.add("</p>");
    }

    fn facts(&mut self) {
        let Words { prep, cook, total, makes, hour, .. } = self.words;
        let content = self.content;
        let times =
            [(prep, content.prep_minutes), (cook, content.cook_minutes), (total, content.total_minutes)];
        let mut facts: Vec<(&str, String)> = times
            .into_iter()
            .filter_map(|(label, minutes)| Some((label, duration(minutes?, hour))))
            .collect();
        if let Some(yields) = content.yields.as_deref()
            && !(content.servings.is_some() && is_number_of_servings(yields))
        {
            facts.push((makes, yields.to_owned()));
        }
        if facts.is_empty() {
            return;
        }
        self.add(
            "<dl class=\"flex flex-wrap gap-x-5 gap-y-0.5 text-[0.9375rem] sm:gap-x-6 print:mt-4 col-span-2 \
             md:col-span-1 md:col-start-1\">",
        );
        for (label, value) in facts {
            let value = escaped(&value);
            let _ = write!(
                self.html,
                "<div class=\"gap-1.5 flex\"><dt class=\"text-muted\">{label}</dt><dd class=\"font-semibold\">{value}\
                 </dd></div>"
            );
        }
        self.add("</dl>");
    }

    fn ingredients(&mut self) {
        if self.content.ingredients.is_empty() {
            return;
        }
        let (heading, language) = (self.words.ingredients, self.language());
        let _ = write!(
            self.html,
            "<section class=\"md:-mx-2 md:self-start md:px-2\"><div class=\"{LIST_HEADER}\"><h2 class=\"mr-auto \
             text-2xl font-semibold\">{heading}</h2><div class=\"min-h-11\"></div></div><div class=\"grid \
             grid-cols-[auto_fit-content(7.5rem)_1fr_auto] gap-x-3\">"
        );
        for lines in self.content.ingredients.chunk_by(|a, b| a.group == b.group) {
            self.add("<div class=\"col-span-full mb-4 grid grid-cols-subgrid\">");
            if let Some(group) = lines.first().and_then(|line| line.group.as_deref()) {
                let _ = write!(
                    self.html,
                    "<h3{language} class=\"col-span-full mt-2 mb-1 text-lg font-semibold\">{}</h3>",
                    escaped(group)
                );
            }
            self.add("<ul class=\"col-span-full grid grid-cols-subgrid\">");
            for line in lines {
                let (amount, rest) = split(line);
                let _ = write!(
                    self.html,
                    "<li class=\"{LINE}\"><span{language} class=\"{LINE_PARTS}\"><span class=\"size-4.5\"></span><span \
                     class=\"font-semibold tabular-nums\">{}</span> <span>{}</span></span></li>",
                    escaped(amount),
                    escaped(rest)
                );
            }
            self.add("</ul></div>");
        }
        self.add("</div></section>");
    }

    fn steps(&mut self) {
        if self.content.instructions.is_empty() {
            return;
        }
        let content = self.content;
        let (heading, language) = (self.words.steps, self.language());
        let _ = write!(
            self.html,
            "<div class=\"min-w-0 only:col-span-full\"><section><div class=\"mb-4\"><h2 class=\"pt-3 text-2xl \
             font-semibold\">{heading}</h2></div>"
        );
        let mut start = 0;
        while start < content.instructions.len() {
            let is_after = |step: usize| step > start;
            let headings =
                content.step_headings.iter().map(|heading| (heading.step as usize, heading.text.as_str()));
            let end = headings.clone().map(|(step, _)| step).find(|step| is_after(*step));
            let end = end.unwrap_or(usize::MAX).min(content.instructions.len());
            self.add("<div class=\"mb-8 last:mb-0\">");
            if let Some((_, name)) = headings.clone().find(|(step, _)| *step == start) {
                let _ = write!(
                    self.html,
                    "<h3{language} class=\"mb-3 text-lg font-semibold wrap-anywhere\">{}</h3>",
                    escaped(name)
                );
            }
            let _ = write!(
                self.html,
                "<ol{language} start=\"{}\" class=\"flex max-w-prose flex-col gap-6 print:gap-2\">",
                start + 1
            );
            for (index, text) in content.instructions.iter().enumerate().take(end).skip(start) {
                self.step(index, text);
            }
            self.add("</ol></div>");
            start = end;
        }
        self.add("</section></div>");
    }

    fn step(&mut self, index: usize, text: &str) {
        let (number, text) = (index + 1, escaped(text));
        let _ = write!(
            self.html,
            "<li class=\"{STEP}\"><span class=\"-m-1 min-h-9 rounded-lg p-1 text-left font-serif text-2xl font-semibold \
             text-accent tabular-nums\">{number}</span><div><p>{text}</p>"
        );
        let content = self.content;
        let used: Vec<&Ingredient> = content
            .ingredients
            .iter()
            .filter(|line| line.step_mapping.iter().any(|step| *step as usize == index))
            .collect();
        if !used.is_empty() {
            self.add("<ul class=\"mt-1.5 flex flex-wrap gap-x-2 gap-y-1 print:hidden text-sm\">");
            for line in used {
                self.chip(line);
            }
            self.add("</ul>");
        }
        self.add("</div></li>");
    }

    fn chip(&mut self, line: &Ingredient) {
        let amount = format!("{} {}", line.quantity, line.unit);
        let (amount, name) = (escaped(amount.trim()), escaped(&line.name));
        let _ = write!(self.html, "<li class=\"{CHIP}\">");
        if amount.is_empty() {
            self.add(&name);
        } else if line.step_mapping.len() > 1 {
            let in_all = self.words.in_all.replace("{amount}", &amount);
            let _ = write!(self.html, "{name} {in_all}");
        } else {
            let _ = write!(
                self.html,
                "<span class=\"font-semibold text-ink tabular-nums\">{amount} </span>{name}"
            );
        }
        self.add("</li>");
    }

    fn language(&self) -> String {
        self.content.language.map(|language| format!(" lang=\"{}\"", language.code())).unwrap_or_default()
    }
}

fn split(line: &Ingredient) -> (&str, &str) {
    let text = line.text.as_str();
    let Some(after) = text.strip_prefix(line.quantity.as_str()).filter(|_| !line.quantity.is_empty()) else {
        return ("", text);
    };
    let after_unit = after.trim_start().strip_prefix(line.unit.as_str()).filter(|_| !line.unit.is_empty());
    let rest = after_unit.filter(|rest| ends_word(rest)).or_else(|| {
        let joins = after.trim_start().starts_with(['+', '/', '–', '-']);
        let is_decimal =
            after.strip_prefix(['.', ',']).is_some_and(|rest| rest.starts_with(char::is_numeric));
        (ends_word(after) && !joins && !is_decimal).then_some(after)
    });
    match rest {
        Some(rest) => (text.strip_suffix(rest).unwrap_or_default().trim(), rest.trim()),
        None => ("", text),
    }
}

fn ends_word(rest: &str) -> bool {
    !rest.starts_with(char::is_alphanumeric)
}

fn duration(total: u32, hour: &str) -> String {
    match (total / 60, total % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} {hour}"),
        (hours, minutes) => format!("{hours} {hour} {minutes} min"),
    }
}

/// "4" or "4 servings", as in `Summary.tsx`.
fn is_number_of_servings(yields: &str) -> bool {
    let rest = yields.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < yields.len() && rest.chars().count() <= 12 && !rest.contains(|c: char| c.is_ascii_digit())
}

fn site_of(source: &str) -> Option<String> {
    let url = Url::parse(source).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

#[cfg(test)]
mod tests;
