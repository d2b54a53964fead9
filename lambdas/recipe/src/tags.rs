//! Derives course, diet and cuisine tags for recipes without tags.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::diet::{NOT_GLUTEN_FREE, NOT_VEGAN, NOT_VEGETARIAN};
use crate::foods::{self, Food, Kinds, Match};
use crate::kitchen_words::KITCHEN_WORDS;
use crate::words::Words;
use crate::{Content, Ingredient, Language};

const MAX_LINES: usize = 200;
const MAX_WORDS_OF_A_LINE: usize = 60;
const MAX_WORDS_OF_A_STEP: usize = 400;
const MAX_TAGS: usize = 5;
const FEWEST_LINES: usize = 3;

/// Derives tags in the recipe's language.
///
/// A diet requires every line to be a known suitable food, and no unsuitable food elsewhere. Course and
/// cuisine require a word in the title and a matching food.
#[must_use]
pub fn derive(content: &Content) -> Vec<String> {
    let Some(language) = content.language else { return Vec::new() };
    let lines: Vec<Line> =
        content.ingredients.iter().take(MAX_LINES).map(|line| Line::of(line, Some(language))).collect();
    if lines.len() < FEWEST_LINES {
        return Vec::new();
    }
    let title = Words::of(content.title.as_deref().unwrap_or_default(), MAX_WORDS_OF_A_LINE);
    let foods: Vec<&Food> = lines.iter().flat_map(|line| &line.foods).map(|found| found.food).collect();
    let data = &*DATA;
    let courses = data.courses.iter().find(|course| {
        course.title.are_in(&title, language)
            && foods
                .iter()
                .any(|food| course.needs.iter().any(|group| food.is_of(group) || food.name == *group))
            && !foods
                .iter()
                .any(|food| course.bars.iter().any(|group| food.is_of(group) || food.name == *group))
    });
    let cuisines = data.cuisines.iter().find(|cuisine| {
        cuisine.title.are_in(&title, language)
            && foods.iter().any(|food| cuisine.foods.iter().any(|name| food.name == name))
    });
    let mut tags: Vec<&Names> = Vec::new();
    tags.extend(courses.map(|course| &course.names));
    tags.extend(diets(content, &lines, &title));
    tags.extend(cuisines.map(|cuisine| &cuisine.names));
    tags.truncate(MAX_TAGS);
    tags.into_iter().map(|names| names.of(language).to_owned()).collect()
}

struct Line {
    foods: Vec<Match>,
    is_understood: bool,
}

impl Line {
    fn of(ingredient: &Ingredient, language: Option<Language>) -> Self {
        let text = Words::of(&ingredient.text, MAX_WORDS_OF_A_LINE);
        let name = Words::of(&ingredient.name, MAX_WORDS_OF_A_LINE);
        let named = foods::find_all(&name, language);
        let is_food = |at: usize| named.iter().any(|found| (found.start..found.end).contains(&at));
        let is_plain = |stem: &str| {
            stem.len() == 1
                || KITCHEN_WORDS.descriptors.contains(stem)
                || KITCHEN_WORDS.stops.contains(stem)
                || KITCHEN_WORDS.aside.contains(stem)
        };
        let end = (1..name.len()).find(|at| name.breaks(*at) && !named.is_empty()).unwrap_or(name.len());
        let is_understood = !named.is_empty() && (0..end).all(|at| is_food(at) || is_plain(name.stem(at)));
        let mut foods = foods::find_all(&text, language);
        foods.extend(named);
        Self { foods, is_understood }
    }

    fn any(&self, kinds: Kinds) -> bool {
        self.foods.iter().any(|found| found.food.kinds.any(kinds))
    }
}

/// Diets of the dish; of vegan and vegetarian, only the stricter one.
fn diets(content: &Content, lines: &[Line], title: &Words) -> Vec<&'static Names> {
    if !lines.iter().all(|line| line.is_understood) {
        return Vec::new();
    }
    let mut elsewhere = foods::find_all(title, content.language);
    for step in content.instructions.iter().take(MAX_LINES) {
        elsewhere.extend(foods::find_all(&Words::of(step, MAX_WORDS_OF_A_STEP), content.language));
    }
    let has = |kinds: Kinds| {
        lines.iter().any(|line| line.any(kinds)) || elsewhere.iter().any(|found| found.food.kinds.any(kinds))
    };
    // Chocolate, oats and bread may contain milk, egg or gluten, but never meat.
    let has_doubtful = lines.iter().flat_map(|line| &line.foods).any(|found| {
        let Food { kinds, aisle, .. } = found.food;
        kinds.any(Kinds::UNSURE) && !kinds.any(Kinds::COCOA) && !matches!(*aisle, "grains" | "bakery")
    });
    let mut diets = Vec::new();
    if !has(NOT_VEGAN) {
        diets.push(&DATA.diets.vegan);
    } else if !has(NOT_VEGETARIAN) && !has_doubtful {
        diets.push(&DATA.diets.vegetarian);
    }
    if !has(NOT_GLUTEN_FREE) {
        diets.push(&DATA.diets.gluten_free);
    }
    diets
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    en: String,
    es: String,
    fr: String,
}

impl Names {
    fn of(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::Fr => &self.fr,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(from = "TitleSource")]
struct Titles([Vec<Words>; 3]);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TitleSource {
    en: Vec<String>,
    es: Vec<String>,
    fr: Vec<String>,
}

impl From<TitleSource> for Titles {
    fn from(source: TitleSource) -> Self {
        let read = |all: Vec<String>| all.iter().map(|words| Words::of(words, MAX_WORDS_OF_A_LINE)).collect();
        Self([read(source.en), read(source.es), read(source.fr)])
    }
}

impl Titles {
    /// Whether the title has one of the names before any word such as "with".
    fn are_in(&self, title: &Words, language: Language) -> bool {
        let end = title.stems().position(|word| KITCHEN_WORDS.stops.contains(word)).unwrap_or(title.len());
        self.0.get(language as usize).is_some_and(|all| {
            all.iter().any(|words| {
                let starts = 0..(end + 1).saturating_sub(words.len());
                words.len() > 0
                    && starts
                        .into_iter()
                        .any(|at| (0..words.len()).all(|i| title.stem(at + i) == words.stem(i)))
            })
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Diets {
    vegan: Names,
    vegetarian: Names,
    gluten_free: Names,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    names: Names,
    title: Titles,
    needs: Vec<String>,
    bars: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cuisine {
    names: Names,
    title: Titles,
    foods: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    diets: Diets,
    courses: Vec<Course>,
    cuisines: Vec<Cuisine>,
}

static DATA: LazyLock<Data> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    toml::from_str(include_str!("../languages/tags.toml")).expect("the tags are well-formed")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_tags_are_derived() {
        use Language::{En, Es, Fr};
        type Row = (Language, &'static str, &'static [&'static str], &'static str, &'static [&'static str]);
        let rows: &[Row] = &[
            (
                En,
                "Lentil soup",
                &["1 cup red lentils", "2 carrots, diced", "4 cups water", "1 tsp salt"],
                "Simmer.",
                &["soup", "vegan", "gluten-free"],
            ),
            (
                En,
                "Tomato soup",
                &["4 tomatoes", "2 cups vegetable broth", "50 g feta"],
                "Blend.",
                &["soup", "vegetarian"],
            ),
            (
                En,
                "Green beans",
                &["300 g green beans", "1 lemon", "salt"],
                "Toss with butter.",
                &["vegetarian", "gluten-free"],
            ),
            (
                En,
                "Green beans",
                &["300 g green beans", "1 lemon", "salt"],
                "Serve with grilled chicken.",
                &["gluten-free"],
            ),
            (En, "Bowl", &["1 cup rice", "200 g snarkle beans", "salt"], "Cook.", &[]),
            (En, "Rice", &["1 cup rice", "2 cups vegetable or chicken broth", "salt"], "Cook.", &[]),
            (En, "Chicken rice", &["1 cup rice", "2 cups water", "salt"], "Cook.", &["gluten-free"]),
            (
                En,
                "Vegan cake",
                &["2 cups flour", "1 cup sugar", "3 eggs"],
                "Bake.",
                &["dessert", "vegetarian"],
            ),
            (En, "Crab cakes", &["200 g crab meat", "1 egg", "1 tbsp sugar"], "Fry.", &[]),
            (
                En,
                "Thai curry",
                &["400 ml coconut milk", "2 limes", "1 stalk lemongrass"],
                "Simmer.",
                &["vegan", "gluten-free", "Thai"],
            ),
            (En, "Thai boxing buns", &["2 cups flour", "1 cup milk", "1 egg"], "Bake.", &["vegetarian"]),
            (
                Es,
                "Ensalada de tomate",
                &["3 tomates", "1 cebolla", "aceite de oliva", "sal"],
                "Mezcla.",
                &["ensalada", "vegano", "sin gluten"],
            ),
            (
                Fr,
                "Tarte aux pommes",
                &["1 pâte brisée", "4 pommes", "50 g de sucre", "30 g de beurre"],
                "Cuire.",
                &["dessert", "végétarien"],
            ),
            (Fr, "Riz", &["200 g de riz"], "Cuire.", &[]),
            (
                En,
                "Onion tart",
                &["1 pie crust", "3 onions", "1 tbsp sugar", "2 eggs"],
                "Bake.",
                &["vegetarian"],
            ),
            (En, "Lamb with tomato salad", &["500 g lamb", "3 tomatoes", "salt"], "Roast.", &["gluten-free"]),
        ];
        for (language, title, lines, step, expected) in rows {
            let content = Content {
                title: Some((*title).to_owned()),
                ingredients: lines.iter().map(|line| crate::line::read(line, Some(*language))).collect(),
                instructions: vec![(*step).to_owned()],
                language: Some(*language),
                ..Content::default()
            };
            assert_eq!(derive(&content), *expected, "{title}: {lines:?}");
        }
    }

    #[test]
    fn tag_data_refers_to_existing_kinds_aisles_and_foods() {
        for course in &DATA.courses {
            for group in course.needs.iter().chain(&course.bars) {
                let named = foods::find(&Words::of(group, 10), Some(Language::En));
                assert!(foods::has_group(group) || named.is_some_and(|food| food.name == group), "{group}");
            }
        }
        for name in DATA.cuisines.iter().flat_map(|cuisine| &cuisine.foods) {
            let found = foods::find(&Words::of(name, 10), Some(Language::En));
            assert_eq!(found.map(|food| food.name), Some(name.as_str()));
        }
    }
}
