#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::common::{content, lines, read};
use file_formats::exchange::{ExportedLink, ExportedMarks};
use recipe::{Content, Language, StepHeading};

macro_rules! golden {
    ($name:literal) => {
        include_bytes!(concat!("../../../../../frontend/src/shared/lib/export/golden/", $name)).as_slice()
    };
}

fn check_tart(recipe: &Content, name: &str) {
    assert_eq!(recipe.title.as_deref(), Some("Lemon & thyme tart #1"), "{name}");
    assert_eq!(recipe.description.as_deref(), Some("Sharp, *not* sweet. Better the next day."));
    assert_eq!(recipe.author.as_deref(), Some("Ann Lee, Léa"));
    assert_eq!(
        (recipe.prep_minutes, recipe.cook_minutes, recipe.total_minutes),
        (Some(25), Some(65), Some(90))
    );
    assert_eq!((recipe.servings, recipe.yields.as_deref()), (Some(8), Some("1 tart of 24 cm")));
    assert_eq!(recipe.tags, ["dessert", "make-ahead"]);
    assert_eq!(recipe.language, Some(Language::En));
    let facts = &recipe.nutrition;
    let facts = [&facts.calories, &facts.fat, &facts.carbs, &facts.protein];
    assert_eq!(facts.map(|fact| fact.as_deref().unwrap()), ["320 kcal", "14 g", "41 g", "4 g"]);
    assert!(recipe.picture_url.as_deref().unwrap().ends_with("/tart"));
    assert_eq!(
        recipe.instructions,
        [
            "Rub the butter into the flour -- quickly -- until it looks like crumbs. Chill for 30 minutes.",
            "Whisk the sugar with the juice of the lemons {all of it}. Pour it over the pastry.",
            "1. Bake at 180 °C (350 °F) for 35 minutes, ~5 minutes longer in an old oven.",
        ]
    );
    let heading = |step, text: &str| StepHeading { step, text: text.to_owned() };
    assert_eq!(recipe.step_headings, [heading(1, "For the filling"), heading(2, "Day #2: baking")], "{name}");
}

/// Expected marks of the owner; JSON-LD and Cooklang have no standard terms for them.
fn tart_marks() -> ExportedMarks {
    let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
    ExportedMarks {
        favourite: true,
        rating: Some(4),
        collections: texts(["Noël", "on \"good\" days"]),
        made_on: texts(["2026-11-20", "2026-02-01"]),
    }
}

const TART_LINES: [&str; 6] = [
    "1 pinch of salt",
    "[For the pastry] 200 g flour, sifted",
    "[For the pastry] 100g cold butter (82% fat)",
    "[For the filling] 2-3 lemons",
    "[For the filling] 1 ½ cups sugar",
    "[For the filling] thyme @ will",
];

#[test]
fn recipe_with_headings_round_trips() {
    for (name, bytes) in [("tart.json", golden!("tart.json")), ("tart.cook", golden!("tart.cook"))] {
        let entries = read(name, bytes).unwrap();
        check_tart(content(&entries[0]), name);
        assert_eq!(lines(&entries[0]), TART_LINES, "{name}");
        assert_eq!(entries[0].marks, tart_marks(), "{name}");
    }
}

#[test]
fn lines_within_steps_round_trip() {
    for (name, bytes) in [("stew.json", golden!("stew.json")), ("stew.cook", golden!("stew.cook"))] {
        let entries = read(name, bytes).unwrap();
        let recipe = content(&entries[0]);
        assert_eq!(
            lines(&entries[0]),
            [
                "400 g de garbanzos",
                "1 cebolla grande, picada",
                "2 dientes de ajo",
                "200 g de espinacas",
                "sal"
            ],
            "{name}"
        );
        assert_eq!(
            recipe.instructions,
            [
                "Deja los garbanzos en remojo toda la noche.",
                "Sofríe la cebolla y el ajo, añade los garbanzos y cuece 2 horas.",
                "Añade las espinacas (lavadas) y la sal."
            ]
        );
        assert_eq!(
            (recipe.servings, recipe.cook_minutes, recipe.language),
            (Some(4), Some(120), Some(Language::Es))
        );
    }
}

#[test]
fn lines_not_used_in_steps_come_first_in_cooklang() {
    let entries = read("crepes.cook", golden!("crepes.cook")).unwrap();
    assert_eq!(lines(&entries[0]), ["1 c. à s. de rhum", "250 g de farine", "4 œufs", "½ litre de lait"]);
    let recipe = content(&entries[0]);
    assert_eq!(
        recipe.instructions,
        ["Mélangez la farine et les œufs.", "Versez le lait peu à peu. Laissez reposer 1 heure."]
    );
    assert_eq!((recipe.servings, recipe.yields.as_deref()), (None, Some("12 crêpes")));
}

#[test]
fn all_recipes_of_a_file_round_trip() {
    let entries = read("all.json", golden!("all.json")).unwrap();
    let titles: Vec<_> = entries.iter().filter_map(|entry| entry.title.as_deref()).collect();
    assert_eq!(titles, ["Lemon & thyme tart #1", "Potaje de garbanzos", "Crêpes de ma grand-mère"]);
    check_tart(content(&entries[0]), "all.json");
    assert_eq!(entries[0].marks, tart_marks());
    assert!(entries[1..].iter().all(|entry| entry.marks == ExportedMarks::default()), "nothing is on these");
    assert_eq!(lines(&entries[0]), TART_LINES);
    let crepes = "c".repeat(32);
    assert_eq!(entries[0].links, [ExportedLink { line: 4, recipe: crepes.clone() }]);
    assert_eq!(entries[2].id, Some(crepes));
    assert!(entries[1..].iter().all(|entry| entry.links.is_empty()));
}

#[test]
fn data_export_names_linked_recipes() {
    let text = r#"{"format": "zest-export/1", "recipes": [
        {"id": "0123", "title": "Pizza", "total_time": null, "ingredients": [{"text": " "}, {"text": "salt"}, {"text": "2 portions of dough"}],
         "instructions": ["Bake."], "recipeLinks": [{"line": 2, "recipe": "4567"}, {"line": 0, "recipe": "4567"}, {"line": 9, "recipe": "4567"}, {"line": -1}, {"line": 1, "recipe": ""}]},
        {"id": "4567", "title": "Dough", "total_time": null, "ingredients": [{"text": "flour"}], "instructions": ["Knead."], "recipeLinks": []}]}"#;
    let entries = read("zest.json", text.as_bytes()).unwrap();
    assert_eq!(entries[0].links, [ExportedLink { line: 1, recipe: "4567".to_owned() }]);
    assert_eq!((entries[1].id.as_deref(), &entries[1].links[..]), (Some("4567"), &[][..]));
    let long = text.replace("4567", &"4".repeat(321));
    let entries = read("zest.json", long.as_bytes()).unwrap();
    assert_eq!((&entries[0].links[..], &entries[1].id), (&[][..], &None));
}

#[test]
fn data_export_can_be_imported() {
    let text = r#"{"format": "zest-export/1", "exportedAt": "2026-11-21T10:00:00Z", "account": null, "recipes": [{
        "id": "0123", "title": "Soupe", "description": null, "url": null, "prep_time": 5, "cook_time": null, "total_time": 25,
        "servings": 2, "yield": null, "language": "fr", "tags": [{"name": "hiver"}],
        "ingredients": [{"name": "poireaux", "quantity": "2", "unit": "", "note": null, "text": "2 poireaux", "group": "Base"}],
        "instructions": ["Cuire.", "Mixer."], "nutritionalInformation": {"status": "SUCCESS", "calories": "90 kcal", "fat": null},
        "status": "SUCCESS", "notes": null, "version": 3}]}"#;
    let entries = read("zest-2026-11-21.json", text.as_bytes()).unwrap();
    let recipe = content(&entries[0]);
    assert_eq!(lines(&entries[0]), ["[Base] 2 poireaux"]);
    assert_eq!(recipe.instructions, ["Cuire.", "Mixer."]);
    assert_eq!(recipe.step_headings, [], "a copy of the days before steps had headings");
    let headed = text.replace(
        r#""notes": null"#,
        r#""stepHeadings": [{"step": 1, "text": "Finition"}, {"step": 9, "text": "Rien"}, {"step": -1}]"#,
    );
    let entries = read("zest-2026-11-25.json", headed.as_bytes()).unwrap();
    let heading = StepHeading { step: 1, text: "Finition".to_owned() };
    assert_eq!(content(&entries[0]).step_headings, [heading]);
    let entries = read("zest-2026-11-21.json", text.as_bytes()).unwrap();
    let recipe = content(&entries[0]);
    assert_eq!((recipe.prep_minutes, recipe.total_minutes, recipe.servings), (Some(5), Some(25), Some(2)));
    assert_eq!((recipe.language, recipe.tags.len()), (Some(Language::Fr), 1));
    assert_eq!(recipe.author, None, "a copy of the days before recipes had authors");
    assert_eq!(entries[0].marks, ExportedMarks::default(), "or marks");
    let of_today =
        text.replace(r#""description": null"#, r#""description": null, "author": "Mamie, en 1982""#);
    let entries = read("zest-2026-11-23.json", of_today.as_bytes()).unwrap();
    assert_eq!(content(&entries[0]).author.as_deref(), Some("Mamie, en 1982"), "as it was typed");
    let marked = text.replace(
        r#""notes": null"#,
        r#""notes": null, "favourite": true, "rating": 5, "collections": ["hiver"], "madeOn": ["2026-11-02", "2026-01-03"]"#,
    );
    let [ref entry] = read("zest-2026-11-23.json", marked.as_bytes()).unwrap()[..] else {
        panic!("one recipe")
    };
    assert_eq!((entry.marks.favourite, entry.marks.rating), (true, Some(5)));
    assert_eq!(
        (&*entry.marks.collections, &*entry.marks.made_on),
        (&["hiver".to_owned()][..], &["2026-11-02".to_owned(), "2026-01-03".to_owned()][..])
    );
    let without = text.replace(r#""description": null"#, r#""description": null, "author": null"#);
    assert_eq!(content(&read("zest.json", without.as_bytes()).unwrap()[0]).author, None);
}
