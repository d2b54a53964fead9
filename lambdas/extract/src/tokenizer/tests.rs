#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fmt::Write;

use proptest::prelude::*;

use crate::dom::{Dom, Kind, Step};
use crate::parse;

fn dump(dom: &Dom) -> String {
    let (mut text, mut depth, mut unread) = (String::new(), 0, None);
    for step in dom.walk(Dom::ROOT) {
        let (id, is_entered) = match step {
            Step::Enter(id) => (id, true),
            Step::Leave(id) => (id, false),
        };
        if !is_entered {
            depth -= 1;
            if unread == Some(id) {
                unread = None;
            }
            continue;
        }
        depth += 1;
        if unread.is_some() {
            continue;
        }
        match &dom.node(id).kind {
            Kind::Document => {}
            Kind::Text(piece) => writeln!(text, "{depth} {:?}", &**piece).unwrap(),
            Kind::Element { name, attributes } => {
                write!(text, "{depth} {}:{}", name.ns, name.local).unwrap();
                for attribute in attributes {
                    let prefix = attribute.name.prefix.as_deref().unwrap_or_default();
                    write!(text, " {prefix}:{}={:?}", attribute.name.local, &*attribute.value).unwrap();
                }
                text.push('\n');
                let is_read = || dom.attribute(id, "type").is_some_and(parse::is_json_ld);
                if dom.name(id) == "style" || (dom.name(id) == "script" && !is_read()) {
                    unread = Some(id);
                }
            }
        }
    }
    text
}

fn assert_same(page: &str) {
    let page = parse::normalize_line_breaks(page.into());
    let (ours, theirs) = (dump(&parse::parse(&page)), dump(&parse::parse_as_html5ever(&page)));
    if ours != theirs {
        let at =
            ours.lines().zip(theirs.lines()).position(|(ours, theirs)| ours != theirs).unwrap_or_default();
        let around =
            |text: &str| text.lines().skip(at.saturating_sub(2)).take(6).collect::<Vec<_>>().join("\n");
        panic!(
            "{}\n--- ours\n{}\n--- html5ever\n{}",
            page.chars().take(2000).collect::<String>(),
            around(&ours),
            around(&theirs)
        );
    }
}

#[test]
fn odd_markup_yields_the_tree_of_html5ever() {
    for page in [
        "",
        "<",
        "</",
        "</>a",
        "a < b <3 </ b> c",
        "<a href=x/y>1</a><a href='x>y'>2<A HREF=\"x\"y=1 / z>3",
        "<a =x = y ==z a=1 A=2 b=>4",
        "<p/><br/>x</br></p>",
        "<!-->a<!--->b<!-- x -- y -->c<!-- --!>d<!---->e<!----->f<!-- <!-- --> g-->h<!--",
        "<!doctype html><p>a<table>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'http://www.w3.org/TR/html4/strict.dtd'><p>a<table>",
        "<!doctype html public \"-//W3C//DTD HTML 3.2//EN\"><p>a<table>",
        "<!doctype html system><p><table>",
        "<!doctype><p><table>",
        "<!doctype html x><p><table>",
        "<!doctype html public 'a>b'><p><table>",
        "<!doctype html",
        "<!-x><?php a > b ?>c<!x>d",
        "<![CDATA[a]]>b<svg><![CDATA[a<b]]>c<![CDATA[d",
        "<svg><script>a<b></b></script><title>a<b>c</b></title><style>a<i></i></style></svg>d",
        "<math><mi>a</mi><annotation-xml encoding='text/html'><p>b</math>c",
        "&amp;&lt&notit;&notin;&not;&no;&AMP;&CounterClockwiseContourIntegral;&#x41;&#65&#0;&#x80;&#xd800;&#99999999999;&#;&#x;&;& &unknown;&NotEqualTilde;",
        "<a title='&amp&lt=1&ltx&lt;&copy=&copy;&copy &#65x' href=?a=1&copy=2&reg;=3&amp>x",
        "<title>a&amp;b<b>c</b></titles></title >d",
        "<textarea>\n\na&lt;<p></textarea>b",
        "<script>if (a < b) '<!--<script></script>-->'</script>c",
        "<script type=application/ld+json>{\"a\": \"</b>&amp;\"}</script><p>c",
        "<style>a{}</styles></style>b<noscript><p>c</noscript>",
        "<iframe><p></iframe><xmp><b></xmp>a<noembed><b></noembed><noframes><b></noframes>b",
        "<plaintext>a<b>&amp;",
        "<script>never closed <p>a",
        "<title>never closed <p>a",
        "<p id='never closed <p>a",
        "<p id=a",
        "<p",
        "a\0b<p\0 i\0d=\0>c</p\0><title>a\0b</title><svg>a\0</svg>",
        "a\r\nb\rc<pre>\r\nd</pre>",
        "<P CLASS=A>\u{130}<ÄB c>d",
        "<frameset><frame></frameset>a",
        "<select><option>a<p>b<optgroup></select>c",
        "<table><tr><td>a<p>b</table>c<b><p>d</b>e",
    ] {
        assert_same(page);
    }
}

#[test]
fn sample_pages_yield_the_tree_of_html5ever() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "html") {
            assert_same(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn attributes_over_the_limit_are_dropped() {
    let many: String = (0..3000).map(|number| format!(" a{number}=b")).collect();
    let dom = parse::parse(&format!("<p{many}>text</p>after"));
    assert!(dom.is_cut);
    assert!(dump(&dom).contains("a255") && !dump(&dom).contains("a256") && dump(&dom).contains("after"));
}

fn piece() -> impl Strategy<Value = String> {
    let signs = prop::sample::select(vec![
        "<", ">", "/", "=", "\"", "'", "&", ";", "!", "-", "--", "#", "x", " ", "\n", "\t", "\r", "\0",
        "]]>", "é", "<!", "</", "/>", "?",
    ]);
    let names = prop::sample::select(vec![
        "a",
        "p",
        "b",
        "i",
        "div",
        "li",
        "ul",
        "table",
        "tr",
        "td",
        "script",
        "style",
        "title",
        "textarea",
        "svg",
        "math",
        "select",
        "option",
        "template",
        "noscript",
        "iframe",
        "xmp",
        "pre",
        "br",
        "img",
        "html",
        "head",
        "body",
        "form",
        "DIV",
        "sCript",
        "desc",
        "foreignObject",
        "mi",
        "frameset",
        "plaintext",
        "h1",
    ]);
    let words = prop::sample::select(vec![
        "text",
        "&amp;",
        "&lt",
        "&notit;",
        "&#x41;",
        "&#",
        "class",
        "type=application/ld+json",
        "<!--",
        "-->",
        "<![CDATA[",
        "<!doctype html>",
        "public",
        "id='a b'",
        "{\"a\": 1}",
        "&copy=",
    ]);
    prop_oneof![
        3 => names.clone().prop_map(|name| format!("<{name}>")),
        2 => names.clone().prop_map(|name| format!("</{name}>")),
        1 => names.prop_map(|name| format!("<{name} ")),
        3 => words.prop_map(str::to_owned),
        3 => signs.prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn random_markup_yields_the_tree_of_html5ever(pieces in prop::collection::vec(piece(), 0..40)) {
        assert_same(&pieces.concat());
    }
}
