//! Generated layouts of recipes with two parts. No ingredient or step may be missing, even if both parts have it.

use crate::common::pages::{lines, read};
use extract::{Text, TextLine, read_text};

struct Part {
    name: &'static str,
    ingredients: &'static [&'static str],
    steps: &'static [&'static str],
}

struct Recipe {
    title: &'static str,
    ingredients: &'static str,
    method: &'static str,
    parts: [Part; 2],
}

const RECIPES: [Recipe; 3] = [
    Recipe {
        title: "Plum crumble cake",
        ingredients: "Ingredients",
        method: "Method",
        parts: [
            Part {
                name: "Dough",
                ingredients: &["250 g flour", "100 g sugar", "80 g butter", "1 egg", "a pinch of salt"],
                steps: &["Knead it all and chill it for an hour.", "Roll it out, and line a tin with it."],
            },
            Part {
                name: "Topping",
                ingredients: &["1 egg", "50 g sugar", "120 g flour", "90 g butter"],
                steps: &[
                    "Rub it to crumbs.",
                    "Stir.",
                    "Add the egg to it.",
                    "Stir.",
                    "Bake the cake for 40 minutes, until golden.",
                ],
            },
        ],
    },
    Recipe {
        title: "Tarta de ciruelas",
        ingredients: "Ingredientes",
        method: "Preparación",
        parts: [
            Part {
                name: "Masa",
                ingredients: &["250 g de harina", "2 huevos", "100 g de azúcar", "sal"],
                steps: &["Mezclamos la harina con los huevos.", "Dejamos reposar la masa una hora."],
            },
            Part {
                name: "Relleno",
                ingredients: &["2 huevos", "500 g de ciruelas", "100 g de azúcar"],
                steps: &["Cortamos las ciruelas en cuartos.", "Horneamos 40 minutos a 180 °C."],
            },
        ],
    },
    Recipe {
        title: "Tarte aux prunes",
        ingredients: "Ingrédients",
        method: "Préparation",
        parts: [
            Part {
                name: "Pâte",
                ingredients: &["250 g de farine", "125 g de beurre", "1 œuf", "sel"],
                steps: &["Mélangez la farine et le beurre.", "Laissez reposer la pâte une heure."],
            },
            Part {
                name: "Garniture",
                ingredients: &["1 œuf", "500 g de prunes", "sel"],
                steps: &["Coupez les prunes en quatre.", "Enfournez 40 minutes à 180 °C."],
            },
        ],
    },
];

#[derive(Clone, Copy, Debug)]
enum Order {
    /// All ingredients, then all steps, each below the names of the parts.
    ByList,
    /// Ingredients and steps of one part, then of the next.
    ByPart,
}

fn rows(form: &str, rows: &[&str]) -> String {
    match form {
        "br" => format!("<p>{}</p>", rows.join("<br>")),
        "table" => format!("<table><tr><td>{}</td></tr></table>", rows.join("</td></tr><tr><td>")),
        "ul" | "ol" => format!("<{form}><li>{}</li></{form}>", rows.join("</li><li>")),
        _ => rows.iter().map(|row| format!("<{form}>{row}</{form}>")).collect(),
    }
}

fn heading(form: &str, text: &str) -> String {
    if form == "b" { format!("<p><b>{text}</b></p>") } else { format!("<{form}>{text}</{form}>") }
}

fn page(recipe: &Recipe, list: &str, steps: &str, (high, low): (&str, &str), order: Order) -> String {
    let lists = |part: &Part| rows(list, part.ingredients);
    let methods = |part: &Part| rows(steps, part.steps);
    let named = |rows: &dyn Fn(&Part) -> String| -> String {
        recipe.parts.iter().map(|part| heading(low, part.name) + &rows(part)).collect()
    };
    let content: String = match order {
        Order::ByList => {
            heading(high, recipe.ingredients)
                + &named(&lists)
                + &heading(high, recipe.method)
                + &named(&methods)
        }
        Order::ByPart => recipe
            .parts
            .iter()
            .map(|part| {
                [
                    heading(high, part.name),
                    heading(low, recipe.ingredients) + &lists(part),
                    heading(low, recipe.method) + &methods(part),
                ]
                .concat()
            })
            .collect(),
    };
    format!(
        "<title>{0}</title><h1>{0}</h1><p>We make it each summer.</p>{content}<h2>Comments</h2><p>So good!</p>",
        recipe.title
    )
}

fn expected(recipe: &Recipe, of: impl Fn(&Part) -> &'static [&'static str]) -> Vec<&'static str> {
    recipe.parts.iter().flat_map(|part| of(part).iter().copied()).collect()
}

#[test]
fn pages_keep_all_ingredients_and_steps() {
    for recipe in &RECIPES {
        for list in ["ul", "p", "br", "div", "table"] {
            for form in ["ol", "p", "br", "div"] {
                for headings in [("h2", "h3"), ("h2", "b"), ("b", "b")] {
                    for order in [Order::ByList, Order::ByPart] {
                        let page = page(recipe, list, form, headings, order);
                        let found = read(&page);
                        assert_eq!(lines(&found), expected(recipe, |part| part.ingredients), "{page}");
                        assert_eq!(found.content.instructions, expected(recipe, |part| part.steps), "{page}");
                    }
                }
            }
        }
    }
}

#[test]
fn texts_keep_all_ingredients_and_steps() {
    for recipe in &RECIPES {
        let part = |part: &Part| {
            let (list, steps) = (part.ingredients.join("\n"), part.steps.join("\n"));
            format!("{}\n\n{}\n{list}\n\n{}\n{steps}\n\n", part.name, recipe.ingredients, recipe.method)
        };
        let written = format!("{}\n\n{}", recipe.title, recipe.parts.iter().map(part).collect::<String>());
        let line = |text: &str| TextLine { text: text.to_owned(), ..TextLine::default() };
        let text = Text { lines: written.lines().map(line).collect(), ..Text::default() };
        let found = read_text(&text);
        assert_eq!(found.len(), 1, "{written}");
        assert_eq!(lines(&found[0]), expected(recipe, |part| part.ingredients), "{written}");
        assert_eq!(found[0].content.instructions, expected(recipe, |part| part.steps), "{written}");
    }
}
