//! OCR of print: multi-line titles with specks, facts and groups within lists.
#![allow(clippy::unwrap_used, missing_docs)]

use extract::{Extraction, Place, Text, TextLine, Wrapping, read_text};

fn printed(rows: &[(f32, &str)]) -> Extraction {
    let mut top = 300.0;
    let mut text =
        Text { wrapping: Wrapping::Printed, is_recognised: true, is_inexact: true, ..Text::default() };
    for (size, words) in rows {
        let right = 600.0 + words.chars().count() as f32 * 85.0 * size;
        let bottom = top + 120.0 * size;
        let place = Place { page: 0, left: 600, top: top as u16, right: right as u16, bottom: bottom as u16 };
        text.lines.push(TextLine {
            text: (*words).to_owned(),
            place: Some(place),
            size: *size,
            confidence: 95,
            ..TextLine::default()
        });
        top += 180.0 * size;
    }
    read_text(&text).remove(0)
}

fn below(title: &[(f32, &str)]) -> Extraction {
    let recipe = [
        (1.4, "Ingredients"),
        (1.0, "300 g plums"),
        (1.0, "80 g butter"),
        (1.0, "2 eggs"),
        (1.4, "Method"),
        (1.0, "1. Stone the plums and lay them in a dish."),
        (1.0, "2. Pour the batter over them and bake for 40 minutes."),
    ];
    printed(&[title, &recipe].concat())
}

fn title(rows: &[(f32, &str)]) -> String {
    below(rows).content.title.unwrap()
}

#[test]
fn sentence_of_the_same_size_is_not_part_of_the_title() {
    let rows = [(1.9, "Plum Pudding"), (1.8, "It is made in one dish and needs no stirring at all.")];
    assert_eq!(title(&rows), "Plum Pudding");
}

#[test]
fn specks_beside_a_title_are_removed() {
    assert_eq!(title(&[(1.9, ". Plum Pudding with"), (1.9, "Almonds | .")]), "Plum Pudding with Almonds");
}

#[test]
fn facts_between_heading_and_list_are_not_ingredients() {
    let rows = [
        (1.9, "Plum Pudding"),
        (1.4, "Ingredients"),
        (1.0, "6 servings / Prep 20 min"),
        (1.0, "300 g plums"),
        (1.0, "2 eggs"),
        (1.4, "Method"),
        (1.0, "1. Stone the plums and lay them in a dish."),
        (1.0, "2. Pour the batter over them and bake for 40 minutes."),
    ];
    let read = printed(&rows);
    let lines: Vec<&str> = read.content.ingredients.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["300 g plums", "2 eggs"]);
}

#[test]
fn group_of_a_side_dish_belongs_to_the_list() {
    let rows = [
        (1.9, "Poulet aux prunes"),
        (1.4, "Ingrédients"),
        (1.2, "Pour le poulet"),
        (1.0, "1 poulet fermier"),
        (1.0, "60 g de beurre"),
        (1.2, "Pour l'accompagnement"),
        (1.0, "800 g de pommes de terre"),
        (1.0, "3 brins de romarin"),
        (1.4, "Préparation"),
        (1.0, "1. Frotter le poulet avec le beurre et le poser dans un plat."),
        (1.0, "2. Ajouter les pommes de terre et cuire 50 minutes au four."),
    ];
    let read = printed(&rows);
    let lines: Vec<&str> = read.content.ingredients.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        lines,
        ["1 poulet fermier", "60 g de beurre", "800 g de pommes de terre", "3 brins de romarin"]
    );
}
