#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::common::{content, format, gzip, lines, read, zip};
use file_formats::exchange::{ExportError, ExportedMarks, Format};

const MEALIE: &[u8] = include_bytes!("exports/mealie.json");
const PAPRIKA: &[u8] = include_bytes!("exports/paprika.json");
const RECIPE_KEEPER: &[u8] = include_bytes!("exports/recipekeeper.html");
const MEAL_MASTER: &[u8] = include_bytes!("exports/mealmaster.mmf");
const PICTURE: [u8; 10] = *b"\xff\xd8\xff\xe0\x00\x10JFIF";

#[test]
fn mealie_lines_are_displayed_or_composed() {
    let entries = read("bizcocho.json", MEALIE).unwrap();
    let recipe = content(&entries[0]);
    assert_eq!(
        lines(&entries[0]),
        [
            "[Para la masa] 250 g harina, tamizada",
            "[Para la masa] 3 huevos",
            "[Para la masa] 1 1/2 tazas azúcar",
            "[Para el glaseado] El zumo de 1 naranja",
            "[Para el glaseado] 2 cucharadas de miel",
        ]
    );
    assert_eq!(
        recipe.instructions,
        ["Bate los huevos con el azúcar.", "Hornea 50 minutos a 180 °C. Deja enfriar."]
    );
    assert_eq!(
        (recipe.prep_minutes, recipe.cook_minutes, recipe.total_minutes),
        (Some(20), Some(50), Some(70))
    );
    assert_eq!((recipe.servings, recipe.yields.as_deref()), (Some(8), Some("1 molde")));
    assert_eq!(recipe.tags, ["Postres", "naranja"]);
    assert_eq!(recipe.nutrition.calories.as_deref(), Some("310 kcal"));
    assert_eq!(recipe.nutrition.carbs.as_deref(), Some("52 g"));
    assert_eq!(recipe.language, Some(recipe::Language::Es));
}

#[test]
fn mealie_archives_have_recipes_and_photos() {
    let one = zip(&[
        ("bizcocho-de-naranja/bizcocho-de-naranja.json", MEALIE.to_vec()),
        ("bizcocho-de-naranja/images/min-original.webp", b"small".to_vec()),
        ("bizcocho-de-naranja/images/original.webp", PICTURE.to_vec()),
    ]);
    let entries = read("export.zip", &one).unwrap();
    assert_eq!(entries[0].picture.as_deref(), Some(&PICTURE[..]));

    let backup = zip(&[
        ("database.json", include_bytes!("exports/mealie-database.json").to_vec()),
        ("data/recipes/22-bb/images/original.webp", PICTURE.to_vec()),
    ]);
    let entries = read("backup.zip", &backup).unwrap();
    assert_eq!(lines(&entries[0]), ["[Soup] 1 litre water", "[Soup] 3 leeks, in rings"]);
    assert_eq!(content(&entries[0]).instructions, ["Boil all of it.", "Serve."]);
    assert_eq!(
        (content(&entries[0]).servings, content(&entries[0]).tags.as_slice()),
        (Some(4), &["soup".to_owned()][..])
    );
    assert_eq!(lines(&entries[1]), ["2 slices of bread"]);
    assert_eq!((entries[0].picture.is_some(), entries[1].picture.is_some()), (false, true));
}

#[test]
fn paprika_has_headings_steps_and_photo() {
    let archive = zip(&[("Gratin.paprikarecipe", gzip(PAPRIKA))]);
    assert_eq!(format("Export.paprikarecipes", &archive), Some(Format::Archive));
    for (name, bytes) in [
        ("Export.paprikarecipes", archive),
        ("Gratin.paprikarecipe", gzip(PAPRIKA)),
        ("p.json", PAPRIKA.to_vec()),
    ] {
        let entries = read(name, &bytes).unwrap();
        let recipe = content(&entries[0]);
        assert_eq!(
            lines(&entries[0]),
            [
                "1 kg de pommes de terre",
                "1 gousse d'ail",
                "[Pour la crème] 30 cl de crème",
                "[Pour la crème] ½ c. à c. de muscade (facultatif)"
            ]
        );
        assert_eq!(
            recipe.instructions,
            ["Épluchez les pommes de terre.", "Versez la crème, voir Crème maison.", "Enfournez 1 h."]
        );
        assert_eq!(
            (recipe.prep_minutes, recipe.cook_minutes, recipe.servings),
            (Some(20), Some(65), Some(6))
        );
        assert_eq!(recipe.description.as_deref(), Some("Celui de Lucie & Paul"));
        assert_eq!(recipe.nutrition.fat.as_deref(), Some("22 g"));
        assert_eq!(recipe.tags, ["Plats", "Hiver"]);
        assert_eq!(recipe.author.as_deref(), Some("Lucie Martin"));
        assert_eq!(entries[0].picture.as_deref(), Some(&PICTURE[..]), "{name}");
    }
}

#[test]
fn recipe_keeper_has_each_recipe_and_reports_empty_ones() {
    let archive = zip(&[("recipes.html", RECIPE_KEEPER.to_vec()), ("images/1_0.jpg", PICTURE.to_vec())]);
    let entries = read("RecipeKeeper.zip", &archive).unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(
        lines(&entries[0]),
        ["[Batter] 200 g flour, sifted", "[Batter] 1 ½ cups beer", "[Batter] 4 fillets of haddock"]
    );
    let recipe = content(&entries[0]);
    assert_eq!(recipe.title.as_deref(), Some("Fish & chips"));
    assert_eq!(recipe.instructions, ["Whisk the batter.", "Fry the fish.", "Drain it well."]);
    assert_eq!((recipe.servings, recipe.prep_minutes, recipe.cook_minutes), (Some(4), Some(15), None));
    assert_eq!(recipe.tags, ["Main Dish", "Dinner", "British"]);
    assert_eq!(recipe.nutrition.calories.as_deref(), Some("640 kcal"));
    assert_eq!(recipe.nutrition.protein, None);
    assert_eq!(recipe.author, None, "an address is nobody");
    assert_eq!(entries[0].picture.as_deref(), Some(&PICTURE[..]));
    assert_eq!(content(&entries[1]).title.as_deref(), Some("Caldo"));
    assert_eq!((entries[2].title.as_deref(), &entries[2].recipe), (Some("Vide"), &None));
    let page = read("recipes.html", RECIPE_KEEPER).unwrap();
    assert_eq!((page.len(), &page[0].picture), (3, &None));
}

#[test]
fn recipe_sage_headings_are_read_in_both_exports() {
    let entries = read("recipesage.json", include_bytes!("exports/recipesage.json")).unwrap();
    let expected = ["[Filling] 500 g pork", "[Filling] 1 onion, diced", "[To serve] 12 tortillas"];
    assert_eq!(lines(&entries[0]), expected);
    let recipe = content(&entries[0]);
    assert_eq!(recipe.instructions, ["Brown the pork.", "Add the onion.", "Serve in tortillas."]);
    assert_eq!((recipe.prep_minutes, recipe.total_minutes, recipe.servings), (Some(20), Some(60), Some(4)));
    assert_eq!(recipe.tags, ["mexican"]);
    assert_eq!(recipe.author.as_deref(), Some("Ana"));
    assert_eq!(recipe.picture_url.as_deref(), Some("https://pictures.example/tacos.jpg"));

    let linked = br#"[{"@context": "http://schema.org", "@type": "Recipe", "name": "Tacos", "recipeYield": "4 servings",
        "totalTime": "1 hour", "recipeIngredient": ["[Filling]", "500 g pork", "1 onion, diced", "[To serve]", "12 tortillas"],
        "recipeInstructions": [{"@type": "HowToStep", "text": "Brown the pork."}], "recipeCategory": ["mexican"],
        "author": {"@type": "Person", "name": "Ana"}}]"#;
    let entries = read("recipesage-data.json", linked).unwrap();
    assert_eq!(lines(&entries[0]), expected);
    assert_eq!((content(&entries[0]).servings, content(&entries[0]).total_minutes), (Some(4), Some(60)));
    assert_eq!(content(&entries[0]).author.as_deref(), Some("Ana"));
}

fn marks(favourite: bool, rating: Option<u8>, collections: &[&str], made_on: &[&str]) -> ExportedMarks {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    ExportedMarks { favourite, rating, collections: texts(collections), made_on: texts(made_on) }
}

#[test]
fn owners_marks_are_imported() {
    let backup = include_bytes!("exports/mealie-database.json");
    let of_two =
        String::from_utf8_lossy(backup).replace(r#"{"id": "u-1"}"#, r#"{"id": "u-1"}, {"id": "u-2"}"#);
    for (name, bytes, expected) in [
        ("mealie.json", MEALIE, marks(false, Some(4), &[], &["2026-03-08"])),
        ("database.json", backup, marks(true, Some(4), &[], &["2026-01-04"])),
        // With several users, it is unknown who set the favourite.
        ("database.json", of_two.as_bytes(), marks(false, Some(2), &[], &["2026-01-04"])),
        ("paprika.json", PAPRIKA, marks(true, Some(5), &[], &[])),
        ("recipes.html", RECIPE_KEEPER, marks(true, Some(4), &["Fridays"], &[])),
        ("sage.json", include_bytes!("exports/recipesage.json"), marks(false, Some(3), &[], &[])),
        ("old.mmf", MEAL_MASTER, marks(false, None, &[], &[])),
    ] {
        let entries = read(name, bytes).unwrap();
        assert_eq!(entries[0].marks, expected, "{name}");
        assert!(entries[1..].iter().all(|entry| entry.marks == ExportedMarks::default()), "{name}");
    }
    let by_hand = "---\nrating: 5\nfavorite: true\ncollections: [Sundays, Noël]\nmade on: 2026-11-02\n---\nBoil @water{1%l}.\n";
    let entries = read("broth.cook", by_hand.as_bytes()).unwrap();
    assert_eq!(entries[0].marks, marks(true, Some(5), &["Sundays", "Noël"], &["2026-11-02"]));
}

#[test]
fn ratings_by_others_are_not_owners_marks() {
    let text = br#"{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "rating": 5, "favourite": true,
        "aggregateRating": {"ratingValue": 5}, "review": {"reviewRating": {"ratingValue": 4}}}"#;
    assert_eq!(read("page.json", text).unwrap()[0].marks, ExportedMarks::default());
    let broken = br#"{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "zestMarks": [{"rating": 5}]}"#;
    assert_eq!(read("page.json", broken).unwrap()[0].marks, ExportedMarks::default());
}

#[test]
fn meal_master_columns_sections_and_units_are_read() {
    let entries = read("recipes.mmf", MEAL_MASTER).unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        lines(&entries[0]),
        [
            "6 Leeks, trimmed",
            "2 tablespoon Butter, cut into small pieces",
            "1 1/2 cup Milk",
            "2 slice Bread",
            "Salt & pepper",
            "[TOPPING] 1/2 lb Gruyere cheese, in very thin slices",
            "[TOPPING] 1 teaspoon Nutmeg",
        ]
    );
    let recipe = content(&entries[0]);
    assert_eq!((recipe.servings, recipe.tags.len()), (Some(6), 2));
    assert_eq!(
        recipe.instructions,
        [
            "Boil the leeks in salted water for ten minutes.",
            "Lay them into a dish, pour the milk over them.",
            "Bake at 400 F for 30 minutes -- until golden."
        ]
    );
    assert_eq!(lines(&entries[1]), ["250 g Farine", "1/2 l Lait", "3 Oeufs", "1 pinch Sel"]);
    assert_eq!((content(&entries[1]).servings, content(&entries[1]).tags.len()), (Some(4), 0));
    let dos = std::str::from_utf8(MEAL_MASTER).unwrap().replace("Gruyere", "Gruy\u{1}re");
    let dos: Vec<u8> = dos.bytes().map(|byte| if byte == 1 { 0x8a } else { byte }).collect();
    assert!(lines(&read("old.mmf", &dos).unwrap()[0])[5].contains("Gruyère"));
}

#[test]
fn cooklang_lines_sections_times_and_steps_are_read() {
    let text = "---\ntitle: Sopa de ajo\nservings: 2|4\ntags: [sopa, \"de invierno\"]\nauthor: Por Ana\ntime:\n  prep: 10 min\n  cook: 20 min\nsource.url: https://sopa.example/1\n---\n\
        -- a comment\n= Base =\n\nDora los @ajos{4%dientes}(laminados) en una #cazuela{} con @aceite{2%cucharadas}.\n\n\
        == Final ==\nAñade el @pan{100%g} y\nmás @aceite{}. Cuece ~{20%minutos}. [- ¿más sal? -]\n\n> Mejor al día siguiente.\n";
    let entries = read("sopa-de-ajo.cook", text.as_bytes()).unwrap();
    assert_eq!(
        lines(&entries[0]),
        ["[Base] 4 dientes ajos, laminados", "[Base] 2 cucharadas aceite", "[Final] 100 g pan"]
    );
    let recipe = content(&entries[0]);
    assert_eq!(
        recipe.instructions,
        ["Dora los ajos en una cazuela con aceite.", "Añade el pan y más aceite. Cuece 20 minutos."]
    );
    assert_eq!((recipe.title.as_deref(), recipe.servings), (Some("Sopa de ajo"), Some(2)));
    assert_eq!(
        (recipe.prep_minutes, recipe.cook_minutes, recipe.total_minutes),
        (Some(10), Some(20), Some(30))
    );
    assert_eq!(recipe.tags, ["sopa", "de invierno"]);
    assert_eq!(recipe.author.as_deref(), Some("Ana"));

    let older = ">> servings: 3 people\n>> source: Bo Park\n>> time: 1 hour\n\nBoil @water{1%l}.\n";
    let entries = read("Clear_broth.cook", older.as_bytes()).unwrap();
    let recipe = content(&entries[0]);
    assert_eq!(
        (entries[0].title.as_deref(), recipe.servings, recipe.total_minutes),
        (Some("Clear broth"), Some(3), Some(60))
    );
    assert_eq!(recipe.author.as_deref(), Some("Bo Park"));

    let archive = zip(&[("cakes/St. Honoré.cook", older.as_bytes().to_vec())]);
    assert_eq!(read("cakes.zip", &archive).unwrap()[0].title.as_deref(), Some("St. Honoré"));
}

#[test]
fn broken_json_ld_is_read_recipe_by_recipe() {
    let text = "{\"@graph\": [{\"@type\": \"Recipe\", \"name\": \"Pain\", \"inLanguage\": \"fr\", \"recipeIngredient\": [\"500 g de\nfarine\", \"sel\",],\
        \"recipeInstructions\": \"1. Pétrir.\\n2. Cuire.\", \"recipeYield\": [\"1 pain\", 6]},\n // why\n {\"@type\": \"Recipe\", \"name\": \"Nada\"}, 7, \
        {\"@type\": [\"Thing\", \"Recipe\"], \"name\": \"Té\", \"recipeIngredient\": [\"1 l de agua\"]}";
    let entries = read("recipes.json", text.as_bytes()).unwrap();
    let titles: Vec<_> =
        entries.iter().map(|entry| (entry.title.as_deref(), entry.recipe.is_some())).collect();
    assert_eq!(titles, [(Some("Pain"), true), (Some("Nada"), false), (Some("Té"), true)]);
    assert_eq!(lines(&entries[0]), ["500 g de farine", "sel"]);
    assert_eq!(content(&entries[0]).instructions, ["Pétrir.", "Cuire."]);
    assert_eq!(
        (content(&entries[0]).servings, content(&entries[0]).yields.as_deref()),
        (Some(6), Some("1 pain"))
    );
}

#[test]
fn other_files_are_no_export() {
    let document =
        zip(&[("[Content_Types].xml", b"<Types/>".to_vec()), ("word/document.xml", b"{}".to_vec())]);
    let book = zip(&[("mimetype", b"application/epub+zip".to_vec()), ("a.html", RECIPE_KEEPER.to_vec())]);
    let pictures = zip(&[("a.jpg", PICTURE.to_vec()), ("notes.txt", b"milk, eggs".to_vec())]);
    assert_eq!(read("a.zip", &pictures), Err(ExportError::NoRecipe));
    for (name, bytes) in [
        ("a.docx", document),
        ("a.epub", book),
        ("a.html", b"<!doctype html><p>A page".to_vec()),
        ("a.txt", b"Soup\n\n1 leek".to_vec()),
        ("a.rtf", b"{\\rtf1 Soup}".to_vec()),
        ("a.jpg", PICTURE.to_vec()),
        ("a.cook", vec![0; 100]),
        ("", Vec::new()),
    ] {
        assert_eq!(format(name, &bytes), None, "{name}");
    }
}
