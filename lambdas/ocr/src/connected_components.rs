use crate::plane::Plane;
use recipe::{Places, Span};

/// Grey level below which a flattened pixel is ink.
pub(crate) const INK: u8 = 150;
/// Maximum components; the rest is ignored as noise.
const MAX_COMPONENTS: usize = 60_000;

/// Bounding box of a component in pixels; `right` and `bottom` are inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) right: usize,
    pub(crate) bottom: usize,
    pub(crate) ink: usize,
    /// A column with ink in the first row.
    pub(crate) seed: usize,
}

impl Component {
    pub(crate) fn width(&self) -> usize {
        self.right + 1 - self.left
    }

    pub(crate) fn height(&self) -> usize {
        self.bottom + 1 - self.top
    }

    fn join(&mut self, other: &Self) {
        if other.top < self.top {
            self.seed = other.seed;
        }
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
        self.ink += other.ink;
    }
}

#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
    set: usize,
}

pub(crate) fn components(flat: &Plane) -> Vec<Component> {
    components_below(flat, INK)
}

/// Components darker than `ink`, in order of their top.
pub(crate) fn components_below(flat: &Plane, ink: u8) -> Vec<Component> {
    let mut sets: Vec<usize> = Vec::new();
    let mut found: Vec<Component> = Vec::new();
    let mut above: Vec<Run> = Vec::new();
    let mut here: Vec<Run> = Vec::new();
    for y in 0..flat.height {
        here.clear();
        let mut next_above = 0;
        for (start, end) in runs(flat.row(y), ink) {
            let mut set = usize::MAX;
            while above.get(next_above).is_some_and(|run| run.end < start) {
                next_above += 1;
            }
            let mut touching = next_above;
            while let Some(run) = above.get(touching).filter(|run| run.start <= end) {
                let other = root(&mut sets, run.set);
                if set == usize::MAX {
                    set = other;
                } else if set != other {
                    // The older set absorbs the younger, to keep the order.
                    let (keep, drop) = (set.min(other), set.max(other));
                    sets.put(drop, keep);
                    let joined = found.get(drop).copied();
                    join(&mut found, keep, joined);
                    set = keep;
                }
                touching += 1;
            }
            let part =
                Component { left: start, top: y, right: end - 1, bottom: y, ink: end - start, seed: start };
            if set == usize::MAX {
                set = sets.len();
                sets.push(set);
                found.push(part);
            } else {
                join(&mut found, set, Some(part));
            }
            here.push(Run { start, end, set });
        }
        std::mem::swap(&mut above, &mut here);
    }
    found
        .into_iter()
        .zip(sets)
        .enumerate()
        .filter(|(own, (_, set))| own == set)
        .map(|(_, (component, _))| component)
        .filter(|component| component.ink > 3)
        .take(MAX_COMPONENTS)
        .collect()
}

fn root(sets: &mut [usize], mut set: usize) -> usize {
    while sets.at(set) != set {
        sets.put(set, sets.at(sets.at(set)));
        set = sets.at(set);
    }
    set
}

fn join(found: &mut [Component], set: usize, other: Option<Component>) {
    if let (Some(component), Some(other)) = (found.get_mut(set), other) {
        component.join(&other);
    }
}

fn runs(row: &[u8], ink: u8) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + row.span(at..).iter().position(|v| *v < ink)?;
        let end = row.span(start..).iter().position(|v| *v >= ink).map_or(row.len(), |n| start + n);
        at = end;
        Some((start, end))
    })
}

/// Typical height of letters in pixels, weighted by height, so that noise has little weight; `None` below 12
/// letters.
pub(crate) fn letter_height(components: &[Component]) -> Option<usize> {
    let mut counts = vec![0f32; 400];
    let mut letters = 0;
    for component in components {
        let (width, height) = (component.width(), component.height());
        let is_letter_like = height >= 5
            && height < counts.len()
            && width <= 4 * height
            && height <= 6 * width
            && component.ink * 10 >= width * height;
        if is_letter_like {
            letters += 1;
            let weight = counts.at(height);
            counts.put(height, weight + height as f32);
        }
    }
    if letters < 12 {
        return None;
    }
    // The height with the greatest weight in its neighbourhood.
    let weight = |height: usize| -> f32 {
        let reach = height / 8 + 1;
        counts.span(height.saturating_sub(reach)..=(height + reach).min(counts.len() - 1)).iter().sum::<f32>()
            / (2 * reach + 1) as f32
    };
    (5..counts.len()).max_by(|a, b| weight(*a).total_cmp(&weight(*b)))
}
