//! Food table: names, nutrients, weights of cups and pieces. The data is in `foods/`, one file per aisle; see
//! `foods/README.md`.

mod heads;
mod kinds;
mod table;

pub(crate) use heads::is_head_noun;
pub(crate) use kinds::Kinds;
#[cfg(test)]
pub(crate) use table::has_group;
pub(crate) use table::is_named;

use table::{NO_WORDS, OTHER, TABLE, Table};

use crate::Language;
use crate::kitchen_words::KITCHEN_WORDS;
use crate::unit::Unit;
use crate::words::Words;

/// A food, in the form that recipes usually mean: rice is dry, meat is raw.
#[derive(Debug)]
pub(crate) struct Food {
    /// First English name; identifies the food.
    pub(crate) name: &'static str,
    /// First name per [`Language`].
    names: [&'static str; 3],
    pub(crate) aisle: &'static str,
    pub(crate) per_100_g: Amounts,
    /// Density in g/ml as measured in kitchens (chopped, heaped).
    pub(crate) grams_per_ml: Option<f32>,
    /// Weight of one medium piece in grams.
    pub(crate) grams_a_piece: Option<f32>,
    /// Weights of units, and of words such as `fillet`.
    portions: Vec<Portion>,
    /// Edible share of the purchased weight.
    pub(crate) edible: f32,
    pub(crate) kinds: Kinds,
}

#[derive(Debug)]
struct Portion {
    word: String,
    unit: Option<Unit>,
    grams: f32,
}

/// Energy in kcal, others in grams.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Amounts {
    pub(crate) kcal: f32,
    pub(crate) fat: f32,
    pub(crate) carbohydrate: f32,
    pub(crate) protein: f32,
}

impl Food {
    pub(crate) fn name_in(&self, language: Language) -> &'static str {
        self.names.get(language as usize).copied().unwrap_or(self.name)
    }

    /// Weight in grams of one `unit`: the food's own portion, otherwise the default. For packages, the line's
    /// word decides (sachet, box).
    pub(crate) fn grams_of_unit(&self, unit: Unit, words: &Words) -> Option<f32> {
        let own =
            || self.portions.iter().find(|portion| portion.unit == Some(unit)).map(|portion| portion.grams);
        // A "stem" of an herb is a sprig.
        let unit = if unit == Unit::Stalk && self.kinds.any(Kinds::HERB) { Unit::Sprig } else { unit };
        match unit {
            Unit::Package => self.grams_of_word(words).or_else(own),
            Unit::Piece => own().or_else(|| self.grams_of_word(words)).or(self.grams_a_piece),
            _ => own(),
        }
        .or_else(|| TABLE.usual_portions.get(&unit).copied())
    }

    pub(crate) fn canned(&'static self) -> &'static Self {
        let words = Words::of(&format!("canned {}", self.name), LONGEST_NAME);
        let name = words.stems().fold(NO_WORDS, Table::extended_name_hash);
        let named = TABLE.named(name).and_then(|foods| *foods.get(Language::En as usize)?);
        let canned = named.and_then(|food| TABLE.foods.get(usize::from(food)));
        // Only in the same aisle: canned chili is a dish.
        canned.filter(|canned| canned.aisle == self.aisle).unwrap_or(self)
    }

    /// Grams of the first portion that the words name: "salmon fillet", "celery stalk".
    pub(crate) fn grams_of_word(&self, words: &Words) -> Option<f32> {
        let portion = self.portions.iter().find(|portion| words.stems().any(|word| word == portion.word));
        portion.map(|portion| portion.grams)
    }
}

impl Food {
    pub(crate) fn is_of(&self, group: &str) -> bool {
        self.aisle == group || Kinds::of_word(group).is_some_and(|kind| self.kinds.any(kind))
    }
}

impl PartialEq for Food {
    /// Each food exists once, so comparing addresses is sufficient.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) food: &'static Food,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Finds the food of an ingredient name, preferably before a comma, bracket or "with". English names end with
/// the head noun; Spanish and French names begin with it.
pub(crate) fn find(words: &Words, language: Option<Language>) -> Option<&'static Food> {
    let own = match language {
        Some(language) => main_of(words, Names::Of(language)),
        // Text in another language may match `names.tsv`.
        None => main_of(words, Names::Other).or_else(|| main_of(words, Names::Of(Language::En))),
    };
    own.or_else(|| main_of(words, Names::Any))
}

#[derive(Clone, Copy, PartialEq)]
enum Names {
    Of(Language),
    /// Languages in `names.tsv`, which have no column.
    Other,
    /// Any language with a column.
    Any,
}

impl Names {
    fn best(self, ends: [Option<(u16, usize)>; OTHER + 1]) -> Option<(u16, usize)> {
        match self {
            Self::Of(language) => ends.get(language as usize).copied().flatten(),
            Self::Other => ends.get(OTHER).copied().flatten(),
            Self::Any => ends.into_iter().take(OTHER).flatten().max_by_key(|(_, end)| *end),
        }
    }
}

fn main_of(words: &Words, language: Names) -> Option<&'static Food> {
    let mut best: Option<Match> = None;
    let mut at = 0;
    while at < words.len() {
        let is_over = words.breaks(at) || KITCHEN_WORDS.stops.contains(words.stem(at));
        if best.is_some() && is_over {
            break;
        }
        let Some(found) = longest_of(words, at, language) else {
            if language == Names::Any && !KITCHEN_WORDS.descriptors.contains(words.stem(at)) {
                return None;
            }
            at += 1;
            continue;
        };
        let is_better = best.is_none_or(|best| language == ENGLISH && !best.covers(&found, words));
        if is_better {
            best = Some(found);
        }
        at = found.end;
    }
    let best = best?;
    Some(best.with_shared_head(words, language).unwrap_or(best.food))
}

/// The language with the head noun last.
const ENGLISH: Names = Names::Of(Language::En);

const FARTHEST_HEAD: usize = 3;

impl Match {
    /// Resolves a shared head noun: "cherry" in "cherry or grape tomatoes" means cherry tomatoes.
    fn with_shared_head(&self, words: &Words, language: Names) -> Option<&'static Food> {
        let is_either = self.end < words.len() && KITCHEN_WORDS.either.contains(words.stem(self.end));
        if language != ENGLISH || !is_either || words.breaks(self.end) {
            return None;
        }
        let behind = self.end + 1..words.len().min(self.end + 1 + FARTHEST_HEAD);
        let behind = behind.take_while(|at| !words.breaks(*at));
        behind.skip(1).find_map(|head| {
            let name = (self.start..self.end)
                .chain([head])
                .fold(NO_WORDS, |name, at| Table::extended_name_hash(name, words.stem(at)));
            let food = (*TABLE.named(name)?.get(Language::En as usize)?)?;
            TABLE.foods.get(usize::from(food))
        })
    }

    /// Whether `next` is only the group or a portion of this food: "gorgonzola cheese", "halibut steaks".
    fn covers(&self, next: &Self, words: &Words) -> bool {
        let group = KITCHEN_WORDS.groups.get(words.stem(next.start));
        let is_its_group = group.is_some_and(|group| self.food.is_of(group)) && next.end == next.start + 1;
        let is_portion = self.food.grams_of_word(&words.only(next.start)).is_some();
        next.start == self.end && (is_its_group || is_portion)
    }
}

/// All foods in a text, in order; longer matches win. The default language is English.
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

const LONGEST_NAME: usize = 12;

/// Maximum descriptors such as "chopped" within a name.
const MAX_SKIPPED: usize = 3;

/// Longest food name that starts at `at`, in one language or any. It may contain descriptors such as
/// "chopped".
pub(crate) fn longest_at(words: &Words, at: usize, language: Option<Language>) -> Option<Match> {
    longest_of(words, at, language.map_or(Names::Any, Names::Of))
}

fn longest_of(words: &Words, at: usize, names: Names) -> Option<Match> {
    let table = &*TABLE;
    let mut name = NO_WORDS;
    let mut ends: [Option<(u16, usize)>; OTHER + 1] = [None; OTHER + 1];
    let mut next = at;
    let mut skipped = 0;
    while next < words.len() && (next == at || !words.breaks(next)) {
        let longer = Table::extended_name_hash(name, words.stem(next));
        match table.named(longer) {
            Some(foods) => {
                name = longer;
                for (end, food) in ends.iter_mut().zip(foods) {
                    if let Some(food) = food {
                        *end = Some((food, next + 1));
                    }
                }
            }
            None if next > at
                && skipped < MAX_SKIPPED
                && !KITCHEN_WORDS.either.contains(words.stem(next))
                && KITCHEN_WORDS.descriptors.contains(words.stem(next)) =>
            {
                skipped += 1;
            }
            None => break,
        }
        next += 1;
    }
    let (food, end) = names.best(ends)?;
    Some(Match { food: table.foods.get(usize::from(food))?, start: at, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn food_is_found_by_name() {
        use Language::{En, Es, Fr};
        for (language, name, expected) in [
            (En, "all-purpose flour", Some("flour")),
            (En, "unsalted butter, softened", Some("butter")),
            (En, "fresh flat-leaf parsley leaves", Some("parsley")),
            (En, "boneless, skinless chicken breasts", Some("chicken breast")),
            (En, "low-sodium chicken broth", Some("chicken broth")),
            (En, "butter or margarine", Some("butter")),
            (En, "cherry or grape tomatoes", Some("cherry tomato")),
            (En, "almond or cashew milk", Some("almond milk")),
            (En, "salmon or trout fillets", Some("salmon")),
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

    #[test]
    fn food_is_found_in_an_unsupported_language() {
        for (name, expected) in [
            ("rote Zwiebeln", Some("onion")),
            ("Eier", Some("egg")),
            ("ongezouten roomboter, gesmolten", Some("butter")),
            ("azeite", Some("olive oil")),
            ("grädde", Some("heavy cream")),
            ("mąki pszennej", Some("flour")),
            ("soku z cytryny", Some("lemon juice")),
            ("filety z kurczaka", Some("chicken breast")),
            ("Hähnchenkeulen", Some("chicken leg")),
            ("all-purpose flour", Some("flour")),
            ("snark", None),
        ] {
            let found = find(&Words::of(name, 20), None).map(|food| food.name);
            assert_eq!(found, expected, "{name:?}");
        }
        assert_eq!(find(&Words::of("ost", 20), Some(Language::En)).map(|food| food.name), None);
    }
}
