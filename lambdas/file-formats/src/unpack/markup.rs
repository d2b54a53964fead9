use quick_xml::escape::{resolve_html5_entity, resolve_xml_entity};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::unpack::UnpackError;

/// Maximum elements and attributes; each uses up to 200 bytes.
const MAX_PARTS: usize = 600_000;
/// Maximum nesting depth, which bounds the recursion.
const MAX_DEPTH: usize = 200;
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// A child of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A nested element.
    Element(Element),
    /// Text with entities decoded.
    Text(String),
}

/// An element. Names have no namespace prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Name without prefix; lowercase for HTML.
    pub name: String,
    /// Names and values in order.
    pub attributes: Vec<(String, String)>,
    /// Children in document order.
    pub children: Vec<Node>,
}

impl Element {
    /// Value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Child elements.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first child element with this name.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.elements().find(|element| element.name == name)
    }

    /// This element and all elements below it, in document order.
    #[must_use]
    pub fn descendants(&self) -> Vec<&Self> {
        let mut open = vec![self];
        let mut all = Vec::new();
        while let Some(element) = open.pop() {
            all.push(element);
            open.extend(element.elements().collect::<Vec<_>>().into_iter().rev());
        }
        all
    }

    /// Matching elements below this one, without those inside another match.
    pub fn outermost(&self, is_wanted: impl Fn(&Self) -> bool) -> Vec<&Self> {
        let mut open: Vec<&Self> = self.elements().collect::<Vec<_>>().into_iter().rev().collect();
        let mut found = Vec::new();
        while let Some(element) = open.pop() {
            if is_wanted(element) {
                found.push(element);
            } else {
                open.extend(element.elements().collect::<Vec<_>>().into_iter().rev());
            }
        }
        found
    }

    /// The first element with this name, at any depth.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Self> {
        self.descendants().into_iter().find(|element| element.name == name)
    }

    /// All text below this element.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.add_text(&mut out);
        out
    }

    fn add_text(&self, out: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) => element.add_text(out),
            }
        }
    }
}

/// Parses XML and returns the root element.
///
/// # Errors
/// `Broken` if it is invalid, too deep, or declares entities; `TooLarge` above 600,000 parts.
pub fn parse_xml(text: &str) -> Result<Element, UnpackError> {
    let root = Builder { is_html: false, parts: 0, open: vec![Element::default()] }.run(text)?;
    let outermost = root.children.into_iter().find_map(|child| match child {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    });
    outermost.ok_or(UnpackError::Broken)
}

/// Parses XHTML or generated HTML leniently. Returns an element without a name that contains everything.
///
/// # Errors
/// `TooLarge` above 600,000 parts.
pub fn parse_html(text: &str) -> Result<Element, UnpackError> {
    Builder { is_html: true, parts: 0, open: vec![Element::default()] }.run(text)
}

struct Builder {
    is_html: bool,
    parts: usize,
    /// Path from the root; never empty.
    open: Vec<Element>,
}

impl Builder {
    fn run(mut self, text: &str) -> Result<Element, UnpackError> {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_end_names = !self.is_html;
        config.allow_unmatched_ends = self.is_html;
        config.allow_dangling_amp = self.is_html;
        loop {
            match reader.read_event() {
                Ok(Event::Eof) => break,
                Ok(event) => self.take(event)?,
                Err(_) if self.is_html => break,
                Err(_) => return Err(UnpackError::Broken),
            }
        }
        if !self.is_html && self.open.len() > 1 {
            return Err(UnpackError::Broken);
        }
        while self.open.len() > 1 {
            self.close();
        }
        self.open.pop().ok_or(UnpackError::Broken)
    }

    fn take(&mut self, event: Event<'_>) -> Result<(), UnpackError> {
        match event {
            Event::Start(start) => {
                let element = self.element(&start)?;
                if self.is_html && VOID.contains(&element.name.as_str()) {
                    self.add(Node::Element(element));
                } else {
                    self.open(element)?;
                }
            }
            Event::Empty(start) => {
                let element = self.element(&start)?;
                self.add(Node::Element(element));
            }
            Event::End(end) => {
                let name = self.name(end.local_name().as_ref());
                // In HTML an end tag also closes unclosed elements within; an unmatched end tag is ignored.
                if let Some(at) = self.open.iter().rposition(|open| open.name == name)
                    && at > 0
                {
                    while self.open.len() > at {
                        self.close();
                    }
                }
            }
            Event::Text(text) => self.add_text(&text.xml10_content()),
            Event::CData(text) => self.add_text(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let meant = match reference.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    _ => self.entity(&reference).unwrap_or_default().to_owned(),
                };
                self.add_text(&meant);
            }
            // Custom entities are used only for decompression bombs.
            Event::DocType(declaration) if !self.is_html && declaration.contains('[') => {
                return Err(UnpackError::Broken);
            }
            _ => {}
        }
        Ok(())
    }

    fn name(&self, local: &str) -> String {
        if self.is_html { local.to_ascii_lowercase() } else { local.to_owned() }
    }

    fn entity(&self, name: &str) -> Option<&'static str> {
        if self.is_html { resolve_html5_entity(name) } else { resolve_xml_entity(name) }
    }

    fn element(&mut self, start: &BytesStart<'_>) -> Result<Element, UnpackError> {
        let name = self.name(start.local_name().as_ref());
        let mut all = if self.is_html { start.html_attributes() } else { start.attributes() };
        let mut attributes = Vec::new();
        for attribute in all.with_checks(false) {
            let Ok(attribute) = attribute else { continue };
            self.count()?;
            let known = self.name(attribute.key.local_name().as_ref());
            let value = attribute.normalized_value_with(XmlVersion::Implicit1_0, 1, |name| self.entity(name));
            attributes.push((
                known,
                value.map_or_else(|_| attribute.value.to_string(), |value| value.into_owned()),
            ));
        }
        self.count()?;
        Ok(Element { name, attributes, children: Vec::new() })
    }

    fn count(&mut self) -> Result<(), UnpackError> {
        self.parts = self.parts.saturating_add(1);
        if self.parts > MAX_PARTS { Err(UnpackError::TooLarge) } else { Ok(()) }
    }

    fn open(&mut self, element: Element) -> Result<(), UnpackError> {
        // HTML elements that end where the next element of the same kind starts.
        if self.is_html
            && ["p", "li", "td", "tr", "dt", "dd", "option"].contains(&element.name.as_str())
            && self.open.last().is_some_and(|last| last.name == element.name)
        {
            self.close();
        }
        if self.open.len() < MAX_DEPTH {
            self.open.push(element);
            return Ok(());
        }
        if self.is_html {
            // Beyond the maximum depth, HTML keeps the text without its structure.
            self.add(Node::Element(element));
            return Ok(());
        }
        Err(UnpackError::Broken)
    }

    fn close(&mut self) {
        if let Some(element) = self.open.pop() {
            self.add(Node::Element(element));
        }
    }

    fn add(&mut self, node: Node) {
        if let Some(last) = self.open.last_mut() {
            last.children.push(node);
        }
    }

    fn add_text(&mut self, text: &str) {
        let Some(last) = self.open.last_mut() else { return };
        match last.children.last_mut() {
            Some(Node::Text(before)) => before.push_str(text),
            _ => last.children.push(Node::Text(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn xml_becomes_a_tree_without_prefixes() {
        let root = parse_xml(
            "<?xml version='1.0'?><w:a xmlns:w='x' w:v='1 &lt; 2'>b<w:c/>&amp;<![CDATA[<d>]]></w:a>",
        )
        .unwrap();
        assert_eq!((root.name.as_str(), root.attribute("v")), ("a", Some("1 < 2")));
        assert_eq!(root.text(), "b&<d>");
        assert_eq!(root.child("c").map(|c| c.name.as_str()), Some("c"));
        let root = parse_xml("<a><b n='1'><b n='2'/></b><c><b n='3'/></c></a>").unwrap();
        let found = root.outermost(|element| element.name == "b");
        assert_eq!(found.iter().filter_map(|b| b.attribute("n")).collect::<String>(), "13");
    }

    #[test]
    fn custom_entities_are_rejected() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'x'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>";
        assert_eq!(parse_xml(bomb), Err(UnpackError::Broken));
        assert_eq!(parse_html(bomb).map(|root| root.text().contains('x')), Ok(false));
    }

    #[test]
    fn depth_and_size_are_bounded() {
        assert_eq!(parse_xml(&"<a>".repeat(100_000)), Err(UnpackError::Broken));
        assert!(parse_html(&"<a>".repeat(100_000)).is_ok());
        assert_eq!(parse_xml(&format!("<a>{}</a>", "<b/>".repeat(700_000))), Err(UnpackError::TooLarge));
    }

    #[test]
    fn html_is_parsed_leniently() {
        let root =
            parse_html("<DIV class=x><p>Salt &amp; pepper &frac12;<br>M&Ms<p>two</div><meta itemprop=a content='b'><p>end")
                .unwrap();
        let texts: Vec<String> =
            root.descendants().iter().filter(|element| element.name == "p").map(|p| p.text()).collect();
        assert_eq!(texts, ["Salt & pepper ½M&Ms", "two", "end"]);
        assert_eq!(root.find("meta").and_then(|meta| meta.attribute("content")), Some("b"));
        assert_eq!(root.find("div").and_then(|div| div.attribute("class")), Some("x"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn elements_hold_no_more_text_than_the_markup(text in "[<>/a-c&;!'\"= \\[\\]#x0-9é-]{0,80}") {
            for root in [parse_xml(&text), parse_html(&text)].into_iter().flatten() {
                prop_assert!(root.text().len() <= text.len(), "{:?}", root.text());
                for element in root.descendants() {
                    prop_assert!(element.name.len() <= text.len());
                }
            }
        }
    }
}
