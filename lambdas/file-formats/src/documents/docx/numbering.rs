//! Bulleted and numbered lists, with their counters.

use std::collections::HashMap;

use crate::unpack::Element;
use extract::Role;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ListLevel {
    /// List id; 0 excludes the paragraph from the list of its style.
    list: u32,
    level: u32,
}

impl ListLevel {
    pub(super) fn of(properties: &Element) -> Self {
        let number = |name: &str| properties.child(name).and_then(|of| of.attribute("val")?.parse().ok());
        Self { list: number("numId").unwrap_or_default(), level: number("ilvl").unwrap_or_default() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NamedList {
    Bullets,
    Numbers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Bullet,
    Number { start: u32 },
    None,
}

#[derive(Default)]
pub(super) struct Numbering {
    marks: HashMap<ListLevel, Mark>,
    counts: HashMap<ListLevel, u32>,
    named_count: u32,
}

impl Numbering {
    pub(super) fn of(root: Option<&Element>) -> Self {
        let Some(root) = root else { return Self::default() };
        let id = |of: &Element, name: &str| of.attribute(name).and_then(|id| id.parse::<u32>().ok());
        let mut abstracts: HashMap<u32, Vec<(u32, Mark)>> = HashMap::new();
        for of in root.elements().filter(|of| of.name == "abstractNum") {
            let Some(number) = id(of, "abstractNumId") else { continue };
            let levels = of.elements().filter(|of| of.name == "lvl");
            abstracts
                .insert(number, levels.filter_map(|level| Some((id(level, "ilvl")?, mark(level)))).collect());
        }
        let mut marks = HashMap::new();
        for of in root.elements().filter(|of| of.name == "num") {
            let Some(list) = id(of, "numId") else { continue };
            let base = of.child("abstractNumId").and_then(|of| id(of, "val"));
            for (level, mark) in base.and_then(|base| abstracts.get(&base)).into_iter().flatten() {
                marks.insert(ListLevel { list, level: *level }, *mark);
            }
            for changed in of.elements().filter(|of| of.name == "lvlOverride") {
                if let (Some(level), Some(by)) = (id(changed, "ilvl"), changed.child("lvl")) {
                    marks.insert(ListLevel { list, level }, mark(by));
                }
            }
        }
        Self { marks, ..Self::default() }
    }

    pub(super) fn role(&mut self, place: Option<ListLevel>, named: Option<NamedList>) -> Role {
        let place = place.filter(|place| place.list > 0);
        let known = place.and_then(|place| self.marks.get(&place).copied().map(|mark| (place, mark)));
        match (known, named) {
            (Some((_, Mark::Bullet)), _) => Role::Item,
            (Some((place, Mark::Number { start })), _) => {
                let count = self.counts.entry(place).or_insert(start.saturating_sub(1));
                *count = count.saturating_add(1);
                let number = *count;
                // A new item restarts the counters of deeper levels.
                self.counts.retain(|other, _| other.list != place.list || other.level <= place.level);
                Role::Numbered(number)
            }
            (Some((_, Mark::None)), _) => Role::Plain,
            // The list has no definition.
            (None, None) => place.map_or(Role::Plain, |_| Role::Item),
            (None, Some(NamedList::Bullets)) => Role::Item,
            (None, Some(NamedList::Numbers)) => {
                self.named_count = self.named_count.saturating_add(1);
                Role::Numbered(self.named_count)
            }
        }
    }
}

fn mark(level: &Element) -> Mark {
    let value = |name: &str| level.child(name).and_then(|of| of.attribute("val"));
    match value("numFmt") {
        Some("bullet") => Mark::Bullet,
        Some("none") => Mark::None,
        _ => Mark::Number { start: value("start").and_then(|start| start.parse().ok()).unwrap_or(1) },
    }
}
