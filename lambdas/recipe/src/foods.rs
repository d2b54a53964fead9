//! The foods that recipes are made of: names in every language, what they hold, what a cup or a piece of them weighs.
//!
//! The table is data, in `foods/`, one file an aisle; `foods/README.md` explains its columns and names its source.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

use crate::Language;
use crate::kitchen_words::KITCHEN_WORDS;
use crate::unit::Unit;
use crate::words::Words;

/// One food, as recipes mean its name: rice is dry, meat is raw.
#[derive(Debug)]
pub(crate) struct Food {
    /// Its first English name.
    pub(crate) name: &'static str,
    /// Which file it stands in: foods of one aisle are alike.
    pub(crate) aisle: &'static str,
    /// Per 100 g: kilocalories, and grams of fat, carbohydrate and protein.
    pub(crate) per_100_g: Amounts,
    /// What a millilitre of it weighs as cooks measure it, chopped or heaped.
    pub(crate) grams_per_ml: Option<f32>,
    /// What one of it weighs, medium-sized.
    pub(crate) grams_a_piece: Option<f32>,
    /// What one of a unit, or of a word such as `fillet`, weighs.
    portions: Vec<Portion>,
    /// The share that is eaten of what is bought by weight or by the piece.
    pub(crate) edible: f32,
    /// What it is or holds.
    pub(crate) kinds: Kinds,
}

#[derive(Debug)]
struct Portion {
    /// The stem of its name.
    word: String,
    /// The unit of that name, if it is one.
    unit: Option<Unit>,
    grams: f32,
}

/// Energy in kilocalories, the rest in grams.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Amounts {
    pub(crate) kcal: f32,
    pub(crate) fat: f32,
    pub(crate) carbohydrate: f32,
    pub(crate) protein: f32,
}

/// A set of the kinds that the table's column of that name may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u32);

macro_rules! kinds {
    ($($constant:ident $word:literal $bit:literal)*) => {
        #[allow(missing_docs, reason = "each is the word that it stands for")]
        impl Kinds {
            $(pub(crate) const $constant: Self = Self(1 << $bit);)*

            fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$constant),)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    MEAT "meat" 0
    FISH "fish" 1
    DAIRY "dairy" 2
    EGG "egg" 3
    HONEY "honey" 4
    GELATIN "gelatin" 5
    RENNET "rennet" 6
    GLUTEN "gluten" 7
    NUT "nut" 8
    ALCOHOL "alcohol" 9
    UNSURE "unsure" 10
    SWEET "sweet" 11
    COCOA "cocoa" 12
    CHEESE "cheese" 13
    PASTA "pasta" 14
    FLOUR "flour" 15
    LEAVENING "leavening" 16
    SPICE "spice" 17
    HERB "herb" 18
    SEASONING "seasoning" 19
    FLAVORING "flavoring" 20
    VINEGAR "vinegar" 21
    WATER "water" 22
    OIL "oil" 23
    BROTH "broth" 24
    SAUCE "sauce" 25
    LEGUME "legume" 26
    DRY "dry" 27
}

impl Kinds {
    /// Both sets together.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets share a kind.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Food {
    /// What one of `unit` weighs, when the table or the usual size of that unit says so. A package is what the line
    /// calls it: a sachet of yeast weighs less than a box of it.
    pub(crate) fn grams_of_unit(&self, unit: Unit, words: &Words) -> Option<f32> {
        let own =
            || self.portions.iter().find(|portion| portion.unit == Some(unit)).map(|portion| portion.grams);
        match unit {
            Unit::Package => self.grams_of_word(words).or_else(own),
            Unit::Piece => own().or_else(|| self.grams_of_word(words)).or(self.grams_a_piece),
            _ => own(),
        }
        .or_else(|| TABLE.usual_portions.get(&unit).copied())
    }

    /// What one of the thing weighs that a word of the line names: a "salmon fillet", a "celery stalk".
    pub(crate) fn grams_of_word(&self, words: &Words) -> Option<f32> {
        let portion = self.portions.iter().find(|portion| words.stems().any(|word| word == portion.word));
        portion.map(|portion| portion.grams)
    }
}

impl Food {
    /// Whether it is of a kind, or stands in an aisle, of that name.
    pub(crate) fn is_of(&self, group: &str) -> bool {
        self.aisle == group || Kinds::of_word(group).is_some_and(|kind| self.kinds.any(kind))
    }
}

impl PartialEq for Food {
    /// There is only one of each.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A food that a text names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) food: &'static Food,
    /// Its words: the first, and the one after the last.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The food that the name of an ingredient means; `None` when the table has none.
///
/// The name's first stretch up to a comma, a bracket or a word such as "with" counts first. Within it English names
/// the thing last ("chicken broth") and Spanish and French first ("caldo de pollo"). What the text's own language
/// doesn't know may be the whole of another one's name.
pub(crate) fn find(words: &Words, language: Option<Language>) -> Option<&'static Food> {
    main_of(words, Some(language.unwrap_or(Language::En))).or_else(|| main_of(words, None))
}

/// As [`find`] in one language, or in all of them; then only if nothing else is said.
fn main_of(words: &Words, language: Option<Language>) -> Option<&'static Food> {
    let mut best: Option<Match> = None;
    let mut at = 0;
    while at < words.len() {
        let is_over = words.breaks(at) || KITCHEN_WORDS.stops.contains(words.stem(at));
        if best.is_some() && is_over {
            break;
        }
        let Some(found) = longest_at(words, at, language) else {
            if language.is_none() && !KITCHEN_WORDS.descriptors.contains(words.stem(at)) {
                return None;
            }
            at += 1;
            continue;
        };
        let is_better = best.is_none_or(|best| language == Some(Language::En) && !best.covers(&found, words));
        if is_better {
            best = Some(found);
        }
        at = found.end;
    }
    best.map(|best| best.food)
}

impl Match {
    /// Whether what follows only says once more what this one is: "gorgonzola cheese", "halibut steaks".
    fn covers(&self, next: &Self, words: &Words) -> bool {
        let group = KITCHEN_WORDS.groups.get(words.stem(next.start));
        let is_its_group = group.is_some_and(|group| self.food.is_of(group)) && next.end == next.start + 1;
        let is_portion = self.food.grams_of_word(&words.only(next.start)).is_some();
        next.start == self.end && (is_its_group || is_portion)
    }
}

/// All foods that a text names in its own language (English when that isn't known), in order; the longest name at each
/// place.
pub(crate) fn find_all(words: &Words, language: Option<Language>) -> Vec<Match> {
    let language = Some(language.unwrap_or(Language::En));
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match longest_at(words, at, language) {
            Some(food) => {
                at = food.end;
                found.push(food);
            }
            None => at += 1,
        }
    }
    found
}

/// The longest name that starts at `at`, in one language or in whichever has one. Words such as "chopped" may stand
/// within it.
pub(crate) fn longest_at(words: &Words, at: usize, language: Option<Language>) -> Option<Match> {
    let table = &*TABLE;
    let mut node = ROOT;
    let mut ends: [Option<(u16, usize)>; 3] = [None; 3];
    let mut next = at;
    while next < words.len() && (next == at || !words.breaks(next)) {
        let step = table.stems.get(words.stem(next)).and_then(|stem| table.edges.get(&(node, *stem)));
        match step {
            Some(to) => {
                node = *to;
                for (end, food) in ends.iter_mut().zip(table.ends[node as usize]) {
                    if let Some(food) = food {
                        *end = Some((food, next + 1));
                    }
                }
            }
            None if next > at && KITCHEN_WORDS.descriptors.contains(words.stem(next)) => {}
            None => break,
        }
        next += 1;
    }
    let (food, end) = match language {
        Some(language) => ends[language as usize]?,
        None => ends.into_iter().flatten().max_by_key(|(_, end)| *end)?,
    };
    Some(Match { food: &table.foods[usize::from(food)], start: at, end })
}

struct Table {
    foods: Vec<Food>,
    stems: HashMap<String, u32>,
    /// A tree of names: from a node by a stem to the next node.
    edges: HashMap<(u32, u32), u32>,
    /// Which food's name ends at a node, by language.
    ends: Vec<[Option<u16>; 3]>,
    /// What one of a unit weighs when the food doesn't say.
    usual_portions: HashMap<Unit, f32>,
}

const ROOT: u32 = 0;

const AISLES: [(&str, &str); 14] = [
    ("bakery", include_str!("../foods/bakery.tsv")),
    ("dairy", include_str!("../foods/dairy.tsv")),
    ("drinks", include_str!("../foods/drinks.tsv")),
    ("fish", include_str!("../foods/fish.tsv")),
    ("fruits", include_str!("../foods/fruits.tsv")),
    ("grains", include_str!("../foods/grains.tsv")),
    ("legumes", include_str!("../foods/legumes.tsv")),
    ("meat", include_str!("../foods/meat.tsv")),
    ("nuts", include_str!("../foods/nuts.tsv")),
    ("oils", include_str!("../foods/oils.tsv")),
    ("pantry", include_str!("../foods/pantry.tsv")),
    ("spices", include_str!("../foods/spices.tsv")),
    ("sweets", include_str!("../foods/sweets.tsv")),
    ("vegetables", include_str!("../foods/vegetables.tsv")),
];

/// Read at the first use. A row that is not as it should be is left out here and found by a test.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        foods: Vec::new(),
        stems: HashMap::new(),
        edges: HashMap::new(),
        ends: vec![[None; 3]],
        usual_portions: rows(include_str!("../foods/portions.tsv")).filter_map(usual_portion).collect(),
    };
    for (aisle, text) in AISLES {
        for row in rows(text) {
            if let Some(food) = food(&row, aisle) {
                table.add(food, &row);
            }
        }
    }
    table
});

impl Table {
    fn add(&mut self, food: Food, row: &[&'static str]) {
        let Ok(id) = u16::try_from(self.foods.len()) else { return };
        self.foods.push(food);
        for (language, names) in row.iter().take(3).enumerate() {
            for name in names.split('|').filter(|name| !name.is_empty()) {
                let node = self.node(&Words::of(name, 12));
                // The first food of a name keeps it.
                self.ends[node as usize][language].get_or_insert(id);
            }
        }
    }

    fn node(&mut self, words: &Words) -> u32 {
        let mut node = ROOT;
        for word in words.stems() {
            let new_stem = u32::try_from(self.stems.len()).unwrap_or(u32::MAX);
            let stem = match self.stems.get(word) {
                Some(stem) => *stem,
                None => *self.stems.entry(word.to_owned()).or_insert(new_stem),
            };
            let new_node = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
            let ends = &mut self.ends;
            node = *self.edges.entry((node, stem)).or_insert_with(|| {
                ends.push([None; 3]);
                new_node
            });
        }
        node
    }
}

/// The rows of a table without its heading.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

fn food(row: &[&'static str], aisle: &'static str) -> Option<Food> {
    let &[english, _, _, kcal, fat, carbohydrate, protein, density, piece, portions, edible, kinds, _] = row
    else {
        return None;
    };
    let optional = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    Some(Food {
        name: english.split('|').next()?,
        aisle,
        per_100_g: Amounts {
            kcal: kcal.parse().ok()?,
            fat: fat.parse().ok()?,
            carbohydrate: carbohydrate.parse().ok()?,
            protein: protein.parse().ok()?,
        },
        grams_per_ml: optional(density)?,
        grams_a_piece: optional(piece)?,
        portions: portions.split_whitespace().map(portion).collect::<Option<_>>()?,
        edible: optional(edible)?.unwrap_or(100.0_f32) / 100.0,
        kinds: kinds
            .split_whitespace()
            .try_fold(Kinds::default(), |all, word| Some(all.or(Kinds::of_word(word)?)))?,
    })
}

/// `stick=113` or `fillet=170`.
fn portion(text: &str) -> Option<Portion> {
    let (name, grams) = text.split_once('=')?;
    let word = Words::of(name, 1).stems().collect();
    Some(Portion { word, unit: unit(name), grams: grams.parse().ok()? })
}

fn usual_portion(row: Vec<&'static str>) -> Option<(Unit, f32)> {
    Some((unit(row.first()?)?, row.get(1)?.parse().ok()?))
}

fn unit(name: &str) -> Option<Unit> {
    let name: serde::de::value::StrDeserializer<'_, Error> = name.into_deserializer();
    Unit::deserialize(name).ok()
}

/// Whether there is a kind or an aisle of that name.
#[cfg(test)]
pub(crate) fn has_group(group: &str) -> bool {
    Kinds::of_word(group).is_some() || AISLES.iter().any(|(aisle, _)| *aisle == group)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const EXEMPT: Kinds =
        Kinds::ALCOHOL.or(Kinds::LEAVENING).or(Kinds::FLAVORING).or(Kinds::SPICE).or(Kinds::HERB);

    #[test]
    fn every_row_is_read_and_plausible() {
        let mut count = 0;
        let mut odd = Vec::new();
        for (aisle, text) in AISLES {
            for row in rows(text) {
                let food = food(&row, aisle).unwrap_or_else(|| panic!("{aisle}: {row:?}"));
                count += 1;
                let Amounts { kcal, fat, carbohydrate, protein } = food.per_100_g;
                assert!(fat + carbohydrate + protein <= 101.0, "{row:?}");
                // Fibre, acids and alcohol make the difference.
                let reckoned = 9.0 * fat + 4.0 * carbohydrate + 4.0 * protein;
                // Bran and cocoa are half fibre; leaves and seeds for seasoning are stranger still.
                let is_exempt = food.kinds.any(EXEMPT);
                if !is_exempt && !(reckoned * 0.5 - 5.0..=reckoned * 1.1 + 25.0).contains(&kcal) {
                    odd.push((reckoned, row.clone()));
                }
                assert!(food.grams_per_ml.is_none_or(|density| (0.02..1.6).contains(&density)), "{row:?}");
                assert!((0.1..=1.0).contains(&food.edible), "{row:?}");
                assert!(row[..3].iter().all(|names| !names.is_empty()), "{row:?}");
                assert!(!row[12].is_empty(), "{row:?}");
            }
        }
        assert!(odd.is_empty(), "{odd:#?}");
        assert!(count >= 600, "{count}");
    }

    #[test]
    fn a_name_means_one_food() {
        let mut owners: HashMap<(usize, String), &str> = HashMap::new();
        let mut shared = Vec::new();
        for (_, text) in AISLES {
            for row in rows(text) {
                for (language, names) in row.iter().take(3).enumerate() {
                    for name in names.split('|') {
                        let key: Vec<String> = Words::of(name, 12).stems().map(str::to_owned).collect();
                        let owner = owners.insert((language, key.join(" ")), row[0]);
                        shared.extend(
                            owner.filter(|owner| *owner != row[0]).map(|owner| (name, owner, row[0])),
                        );
                    }
                }
            }
        }
        assert!(shared.is_empty(), "{shared:#?}");
    }

    #[test]
    fn names_find_the_food_they_mean() {
        use Language::{En, Es, Fr};
        for (language, name, expected) in [
            (En, "all-purpose flour", Some("flour")),
            (En, "unsalted butter, softened", Some("butter")),
            (En, "fresh flat-leaf parsley leaves", Some("parsley")),
            (En, "boneless, skinless chicken breasts", Some("chicken breast")),
            (En, "low-sodium chicken broth", Some("chicken broth")),
            (En, "butter or margarine", Some("butter")),
            (En, "courgettes", Some("zucchini")),
            (En, "tuna in olive oil", Some("tuna in oil")),
            (En, "salmon fillets with skin", Some("salmon")),
            (En, "canned diced tomatoes", Some("canned tomato")),
            (En, "juice of 1 lemon", Some("lemon juice")),
            (En, "cream of tartar", Some("cream of tartar")),
            (En, "cherries", Some("cherry")),
            (En, "unicorn tears", None),
            (Es, "papas", Some("potato")),
            (Es, "patatas medianas", Some("potato")),
            (Es, "caldo de pollo", Some("chicken broth")),
            (Es, "aceite de oliva virgen extra", Some("olive oil")),
            (Es, "dientes de ajo", Some("garlic")),
            (Es, "nata para montar", Some("heavy cream")),
            (Es, "pechugas de pollo", Some("chicken breast")),
            (Fr, "gousses d'ail", Some("garlic")),
            (Fr, "œufs", Some("egg")),
            (Fr, "crème fraîche épaisse", Some("light whipping cream")),
            (Fr, "pommes de terre", Some("potato")),
            (Fr, "huile d’olive", Some("olive oil")),
            (Fr, "bouillon de volaille", Some("chicken broth")),
            (Fr, "choux-fleurs", Some("cauliflower")),
        ] {
            let found = find(&Words::of(name, 20), Some(language)).map(|food| food.name);
            assert_eq!(found, expected, "{name:?}");
        }
    }
}
