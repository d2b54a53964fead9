use std::collections::HashMap;

use crate::unpack::Element;

use super::numbering::{ListLevel, NamedList};

/// Maximum inheritance depth; longer chains are cyclic.
const MAX_CHAIN: usize = 12;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Style {
    pub(super) is_title: bool,
    pub(super) heading: Option<u8>,
    pub(super) list: Option<ListLevel>,
    pub(super) named_list: Option<NamedList>,
    pub(super) is_bold: bool,
    pub(super) points: Option<f32>,
}

#[derive(Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    usual: Style,
}

impl Styles {
    pub(super) fn of(root: Option<&Element>) -> Self {
        let Some(root) = root else { return Self::default() };
        let points = |of: &Element| -> Option<f32> {
            let halves: f32 = of.child("rPr")?.child("sz")?.attribute("val")?.parse().ok()?;
            Some(halves / 2.0)
        };
        let defaults = root.child("docDefaults").and_then(|of| of.child("rPrDefault"));
        let usual = Style { points: defaults.and_then(points), ..Style::default() };
        let elements: HashMap<&str, &Element> = root
            .elements()
            .filter(|of| of.name == "style" && matches!(of.attribute("type"), Some("paragraph") | None))
            .filter_map(|of| Some((of.attribute("styleId")?, of)))
            .collect();
        let resolved = |id: &str| {
            let mut style = usual;
            let mut chain = Vec::new();
            let mut next = Some(id);
            while let Some(of) = next.and_then(|id| elements.get(id)).filter(|_| chain.len() < MAX_CHAIN) {
                chain.push(*of);
                next = of.child("basedOn").and_then(|of| of.attribute("val"));
            }
            for (distance, of) in chain.iter().enumerate().rev() {
                let name = of.child("name").and_then(|of| of.attribute("val")).unwrap_or_default();
                let own = named(name);
                // A title style is not inherited: some templates base "Subtitle" on "Title".
                style.is_title = own.is_title && distance == 0;
                style.heading = own.heading.or(style.heading);
                style.named_list = own.named_list.or(style.named_list);
                let paragraph = of.child("pPr");
                let outline =
                    paragraph.and_then(|of| of.child("outlineLvl")?.attribute("val")?.parse::<u8>().ok());
                style.heading =
                    outline.filter(|level| *level < 9).map(|level| level.saturating_add(1)).or(style.heading);
                style.list = paragraph.and_then(|of| of.child("numPr")).map(ListLevel::of).or(style.list);
                let bold = of.child("rPr").and_then(|of| of.child("b"));
                if let Some(bold) = bold {
                    style.is_bold = !matches!(bold.attribute("val"), Some("0" | "false"));
                }
                style.points = points(of).or(style.points);
            }
            style
        };
        let by_id = elements.keys().map(|id| ((*id).to_owned(), resolved(id))).collect();
        Self { by_id, usual }
    }

    /// An undefined style gets its properties from the id.
    pub(super) fn get(&self, id: Option<&str>) -> Style {
        let Some(id) = id else { return self.usual };
        self.by_id.get(id).copied().unwrap_or_else(|| Style { points: self.usual.points, ..named(id) })
    }
}

/// Properties implied by a style's name: `heading 2`, `Title`, `List Bullet`. Word stores English names in
/// every language; other programs do not.
fn named(name: &str) -> Style {
    let letters: String = name.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    let level = name.chars().rev().find(char::is_ascii_digit).and_then(|digit| digit.to_digit(10));
    let heading = ["heading", "titre", "título", "ttulo", "titulo"]
        .contains(&letters.as_str())
        .then(|| level.and_then(|level| u8::try_from(level).ok()))
        .flatten()
        .filter(|level| *level > 0);
    let named_list = match letters.as_str() {
        "listbullet" | "listepuces" | "listaconviñetas" => Some(NamedList::Bullets),
        "listnumber" | "listenumros" | "listaconnúmeros" => Some(NamedList::Numbers),
        _ => None,
    };
    let is_title = matches!(letters.as_str(), "title" | "titre" | "título" | "puesto") && level.is_none();
    Style { is_title, heading, named_list, ..Style::default() }
}
