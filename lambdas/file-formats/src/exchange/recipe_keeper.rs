//! Recipe Keeper: an HTML page of all recipes with a folder of photos.

use crate::unpack::{Element, Node, parse_html};
use extract::{ExportLine, Marked};
use recipe::{Content, Nutrition};
use serde_json::Value;

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::fields::minutes;
use crate::exchange::marks::{ExportedMarks, is_set, rating};

/// Reads all recipes of the page; `picture` finds a photo by its address.
pub(crate) fn read(
    bytes: &[u8],
    mut picture: impl FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let root = parse_html(&crate::unpack::decode(bytes)).map_err(|_| ExportError::TooLarge)?;
    let is_recipe = |element: &Element| {
        element
            .attribute("class")
            .is_some_and(|classes| classes.split_whitespace().any(|class| class == "recipe-details"))
    };
    for (index, element) in root.outermost(is_recipe).into_iter().enumerate() {
        let (marked, marks, address) = recipe(element, format!("recipe-details[{index}]"));
        let picture = address.and_then(|address| picture(&address));
        entries.add_marked(marked, picture)?;
        entries.mark(marks);
    }
    Ok(())
}

fn recipe(element: &Element, path: String) -> (Marked, ExportedMarks, Option<String>) {
    let parts = element.descendants();
    let all = |name: &'static str| {
        parts.iter().filter(move |part| part.attribute("itemprop") == Some(name)).map(|part| value(part))
    };
    let one = |name: &'static str| all(name).find(|value| !value.is_empty());
    let lines_of = |name: &str| {
        let found = parts.iter().find(|part| part.attribute("itemprop") == Some(name));
        found.map(|part| lines(part)).unwrap_or_default()
    };
    let measured = |name: &'static str, unit: &str| {
        let said = one(name)?;
        let is_bare = said.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
        Some(if is_bare { format!("{said} {unit}") } else { said })
    };
    let mut marked = Marked {
        content: Content {
            title: one("name"),
            prep_minutes: minutes(one("prepTime")),
            cook_minutes: minutes(one("cookTime")),
            total_minutes: minutes(one("totalTime")),
            nutrition: Nutrition {
                calories: measured("recipeNutCalories", "kcal"),
                fat: measured("recipeNutTotalFat", "g"),
                carbs: measured("recipeNutTotalCarbohydrate", "g"),
                protein: measured("recipeNutProtein", "g"),
            },
            ..Content::default()
        },
        ingredients: ExportLine::grouped(lines_of("recipeIngredients")),
        instructions: ExportLine::steps(lines_of("recipeDirections")),
        path,
    };
    marked.set_yield(&one("recipeYield").unwrap_or_default());
    let tags: Vec<String> = ["recipeCourse", "recipeCategory"].into_iter().flat_map(all).collect();
    marked.set_tags(tags.iter().map(String::as_str));
    marked.set_author(&one("recipeSource").unwrap_or_default());
    let shown = parts.iter().filter(|part| part.name == "img").find_map(|part| part.attribute("src"));
    let address = shown.map(str::to_owned).or_else(|| one("photo0"));
    let marks = ExportedMarks {
        favourite: is_set(one("recipeIsFavourite").map(Value::from).as_ref()),
        rating: rating(one("recipeRating").map(Value::from).as_ref()),
        collections: all("recipeCollection").filter(|name| !name.is_empty()).collect(),
        made_on: Vec::new(),
    };
    (marked, marks, address.filter(|address| !address.is_empty()))
}

fn value(element: &Element) -> String {
    let said = element.attribute("content").map_or_else(|| element.text(), str::to_owned);
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn lines(element: &Element) -> Vec<String> {
    fn walk(element: &Element, out: &mut Vec<String>) {
        for child in &element.children {
            match child {
                Node::Text(text) => {
                    // Line breaks in the HTML source do not count.
                    if let Some(last) = out.last_mut() {
                        last.push_str(text);
                    }
                }
                Node::Element(inner) => {
                    let is_block = matches!(
                        inner.name.as_str(),
                        "p" | "div" | "li" | "br" | "ul" | "ol" | "tr" | "h3" | "h4"
                    );
                    if is_block {
                        out.push(String::new());
                    }
                    walk(inner, out);
                    if is_block && inner.name != "br" {
                        out.push(String::new());
                    }
                }
            }
        }
    }
    let mut out = vec![String::new()];
    walk(element, &mut out);
    out.retain(|line| !line.trim().is_empty());
    out
}
