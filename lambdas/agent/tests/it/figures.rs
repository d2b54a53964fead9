use agent::figures::{Kind, Known, have_equal_figures, scan};
use agent::label_sentence;
use proptest::prelude::*;
use recipe::Language;
use serde_json::json;

use crate::kit::{Memory, Stage, cook, pancakes};
use crate::model::{Scripted, calls, replies};

use Language::{En, Es, Fr};

type Readings = Vec<(Kind, f64)>;

#[test]
fn figures_are_found_in_three_languages() {
    use Kind::{
        Celsius, Clock, Count, Degrees, Fahrenheit, Grams, Kilocalories, Millilitres, Millimetres, Seconds,
    };
    let rows: Vec<(Language, &str, Readings)> = vec![
        (En, "Bake at 350°F for 20 minutes.", vec![(Fahrenheit, 350.0), (Seconds, 1200.0)]),
        (En, "Bake at 180 degrees.", vec![(Degrees, 180.0)]),
        (En, "Bake at 180C", vec![(Celsius, 180.0)]),
        (En, "Add 250g of flour and 1.5 l of milk.", vec![(Grams, 250.0), (Millilitres, 1500.0)]),
        (En, "Add 20-25 minutes", vec![(Seconds, 1200.0), (Seconds, 1500.0)]),
        (En, "20 to 25 min", vec![(Seconds, 1200.0), (Seconds, 1500.0)]),
        (En, "a 20-minute rest", vec![(Seconds, 1200.0)]),
        (En, "1 hour and 30 minutes", vec![(Seconds, 5400.0)]),
        (En, "1 h 30", vec![(Seconds, 5400.0)]),
        (En, "half an hour", vec![(Seconds, 1800.0)]),
        (En, "an hour", vec![(Seconds, 3600.0)]),
        (En, "two hours, ten minutes", vec![(Seconds, 7200.0), (Seconds, 600.0)]),
        (En, "Use 3 large eggs", vec![(Count, 3.0)]),
        (En, "two eggs", vec![(Count, 2.0)]),
        (En, "2 cloves", vec![(Count, 2.0)]),
        (En, "See step 3.", vec![(Count, 3.0)]),
        (En, "Begin at 18:05 or 7:30 pm", vec![(Clock, 1085.0), (Clock, 1170.0)]),
        (En, "a 5 cm piece", vec![(Millimetres, 50.0)]),
        (En, "320 kcal", vec![(Kilocalories, 320.0)]),
        (En, "1 kg", vec![(Grams, 1000.0)]),
        (En, "Add ½ cup", vec![(Millilitres, 118.294_118_25)]),
        (En, "a pinch of salt in a minute", vec![]),
        (En, "Simply delicious.", vec![]),
        (Es, "Hornea a 180 ºC durante 20 minutos.", vec![(Celsius, 180.0), (Seconds, 1200.0)]),
        (Es, "a 200 grados", vec![(Degrees, 200.0)]),
        (Es, "media hora", vec![(Seconds, 1800.0)]),
        (Es, "una hora y 10 minutos", vec![(Seconds, 4200.0)]),
        (Es, "2 cucharadas soperas de aceite", vec![(Millilitres, 30.0)]),
        (Es, "dos huevos y 1,5 kg de patatas", vec![(Count, 2.0), (Grams, 1500.0)]),
        (Es, "de 20 a 25 minutos", vec![(Seconds, 1200.0), (Seconds, 1500.0)]),
        (Fr, "Enfournez à 180 °C pendant 20 minutes.", vec![(Celsius, 180.0), (Seconds, 1200.0)]),
        (Fr, "une demi-heure", vec![(Seconds, 1800.0)]),
        (Fr, "2 cuillères à soupe de sucre", vec![(Millilitres, 30.0)]),
        (Fr, "3 œufs", vec![(Count, 3.0)]),
        (Fr, "25 cl de lait", vec![(Millilitres, 250.0)]),
        (Fr, "20 à 25 minutes", vec![(Seconds, 1200.0), (Seconds, 1500.0)]),
    ];
    for (language, text, expected) in rows {
        let found: Vec<(Kind, f64)> =
            scan(text, Some(language)).iter().map(|figure| figure.readings[0]).collect();
        assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
        for ((kind, value), (expected_kind, expected)) in found.iter().zip(&expected) {
            assert!(kind == expected_kind && (value - expected).abs() < 1e-6, "{text}: {found:?}");
        }
    }
}

#[test]
fn figure_is_known_in_any_notation() {
    let mut known = Known::default();
    known.add_recipe(&pancakes());
    known.add_json(&json!({ "takesMinutes": 90, "begin": "18:05", "lines": ["250 g flour"] }), None);
    for (text, is_known) in [
        ("2 cups of flour", true),
        ("1.5 cups", true),
        ("1 1/2 cups", true),
        ("3 minutes", true),
        ("180 seconds", true),
        ("200 degrees", true),
        ("1 hour 30 minutes", true),
        ("18:05", true),
        ("0.25 kg", true),
        ("4 eggs", true),
        ("5 eggs", false),
        ("3 cups of flour", false),
        ("4 minutes", false),
        ("200 °C", false),
        ("251 g", false),
        ("18:06", false),
    ] {
        assert_eq!(known.unknown(text, Some(En)).is_empty(), is_known, "{text}");
    }
}

#[test]
fn bare_number_in_an_answer_is_not_checked() {
    let known = Known::default();
    for text in ["1. Melt it.", "See step 12.", "Here are 3 ideas.", "In 2026", "Option 2: bake it"] {
        assert_eq!(known.unknown(text, Some(En)), [], "{text}");
        assert_ne!(known.unsourced_numbers(text, Some(En)), [], "{text}");
    }
}

#[test]
fn texts_with_equal_figures_match_across_languages() {
    for (english, other, language, is_same) in [
        ("Bake at 350°F for 20 minutes.", "Hornea a 350 °F durante 20 minutos.", Es, true),
        ("Bake at 350°F for 20 minutes.", "Hornea 20 minutos a 350 °F.", Es, true),
        ("2 tins (400 g) tomatoes", "2 boîtes (400 g) de tomates", Fr, true),
        ("Rest for half an hour.", "Laissez reposer 30 minutes.", Fr, true),
        ("Cut into 8 pieces.", "Córtalo en 8 trozos.", Es, true),
        ("Cut into 8 pieces.", "Córtalo en 6 trozos.", Es, false),
        ("Bake at 350°F.", "Hornea a 180 °C.", Es, false),
        ("Bake for 20 minutes.", "Hornea.", Es, false),
        ("Bake.", "Hornea 20 minutos.", Es, false),
        ("2 cups", "2 cuillères à soupe", Fr, false),
        ("Stir, wait 5 minutes, stir, wait 5 minutes.", "Remuez, attendez 5 minutes, remuez.", Fr, false),
    ] {
        assert_eq!(
            have_equal_figures((english, Some(En)), (other, Some(language))),
            is_same,
            "{english} / {other}"
        );
    }
}

async fn answered(asked: &str, language: &str, reply: &str) -> String {
    let mut question = cook(asked);
    question.ai_context =
        Some(json!({ "recipeId": "0000000000000000000000000000000a", "language": language }));
    let stage = Stage::new(Scripted::of([replies(reply)]), Memory::with(vec![question]));
    stage.run().await;
    stage.text()
}

#[tokio::test]
async fn unsourced_figure_is_marked_in_the_users_language() {
    for (language, reply, marked) in [
        (
            "en",
            "Fry them for 25 minutes.",
            "Neither your recipe nor a calculation says this; check it before you rely on it: 25 minutes.",
        ),
        (
            "es",
            "Añade 300 g de azúcar y 4 cucharadas de aceite.",
            "Esto no lo dice tu receta ni sale de un cálculo; compruébalo antes de fiarte: 300 g, 4 cucharadas.",
        ),
        (
            "fr",
            "Enfournez à 220 °C.",
            "Ni votre recette ni un calcul ne le dit ; vérifiez-le avant de vous y fier : 220 °C.",
        ),
    ] {
        assert_eq!(answered("Well?", language, reply).await, format!("{reply}\n{marked}"));
    }
}

#[tokio::test]
async fn figure_from_recipe_or_user_is_not_marked() {
    for (asked, reply) in [
        ("Well?", "Fry for 3 minutes, with 50 g of butter."),
        ("I have 25 minutes.", "25 minutes will do."),
        ("Well?", "Here are 3 ideas: 1. Add cinnamon. 2. Add vanilla."),
    ] {
        assert_eq!(answered(asked, "en", reply).await, reply);
    }
    let script =
        [calls("", &[("convertUnits", json!({ "system": "metric" }))]), replies("That is 250 g of flour.")];
    let stage = Stage::asked("Metric", Scripted::of(script));
    stage.run().await;
    assert_eq!(stage.text(), "That is 250 g of flour.");
}

#[tokio::test]
async fn freedom_claim_gets_the_label_sentence() {
    for (language, code, reply) in [
        (En, "en", "Now it is dairy-free."),
        (Es, "es", "Ahora es sin lactosa."),
        (Fr, "fr", "C'est maintenant sans gluten."),
    ] {
        let sentence = label_sentence(language);
        assert_eq!(answered("Well?", code, reply).await, format!("{reply}\n{sentence}"));
    }
}

#[tokio::test]
async fn figure_marked_in_an_earlier_answer_is_marked_again() {
    use agent::{Block, Role};
    let text = |text: &str| Block::Text(text.to_owned());
    let mark = "Neither your recipe nor a calculation says this; check it before you rely on it: 25 minutes.";
    let earlier = vec![text("It takes 25 minutes, and 250 g of flour."), text(mark)];
    let messages = vec![
        crate::kit::message("q0", Role::User, vec![text("How long?")]),
        crate::kit::message("q0.a", Role::Assistant, earlier),
        cook("Sure?"),
    ];
    let reply = "Yes: 25 minutes and 250 g.";
    let stage = Stage::new(Scripted::of([replies(reply)]), Memory::with(messages));
    stage.run().await;
    assert_eq!(stage.text(), format!("{reply}\n{mark}"));
}

#[tokio::test]
async fn figures_of_a_file_are_known() {
    let mut question = cook("What does it say?");
    let bytes = b"Knead for 17 minutes.".to_vec();
    question.content.push(agent::Block::Document(agent::Document {
        format: agent::DocumentFormat::Txt,
        name: "bread.txt".to_owned(),
        source: agent::Source { bytes },
    }));
    let reply = "It says to knead for 17 minutes.";
    let stage = Stage::new(Scripted::of([replies(reply)]), Memory::with(vec![question]));
    stage.run().await;
    assert_eq!(stage.text(), reply);
}

fn any_text() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(vec![
        "1",
        "20",
        "350",
        "1/2",
        "\u{bd}",
        " ",
        " ",
        "-",
        "\u{2013}",
        "\u{b0}",
        "\u{ba}C",
        "F",
        "min",
        "hour",
        "h",
        ":",
        "30",
        ",",
        ".",
        "cup",
        "g",
        "\u{e0}",
        "to",
        "half",
        "media",
        "demi",
        "an",
        "d'",
        "\u{2019}",
        "heure",
        "eggs",
        "c. \u{e0} s.",
        "\n",
        "kcal",
        "degrees",
        "\u{1f372}",
        "\u{a0}",
    ]);
    prop_oneof![proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat()), "\\PC{0,60}",]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn scanned_figure_is_part_of_the_text_and_known_after_learning(text in any_text()) {
        for language in [None, Some(En), Some(Es), Some(Fr)] {
            let mut known = Known::default();
            known.learn(&text, language);
            for figure in scan(&text, language) {
                prop_assert!(text.contains(&figure.words), "{:?} in {text:?}", figure.words);
                prop_assert!(!figure.readings.is_empty() && known.has(&figure));
            }
            prop_assert!(known.unsourced_numbers(&text, language).is_empty());
            prop_assert!(have_equal_figures((&text, language), (&text, language)), "{text:?}");
        }
    }
}
