use agent::{Outcome, PROPOSE_EDIT, PROPOSE_IMPORT, PROPOSE_SHOPPING, StopReason};
use recipe::adapt::Verdict;
use recipe::{Language, StepHeading};
use serde_json::{Value, json};

use crate::kit::{MemoryLibrary, Stage, content, lines, pancakes};
use crate::model::{Scripted, calls, replies};

async fn used(text: &str, tool: &str, input: Value) -> Stage {
    let stage = Stage::asked(text, Scripted::of([calls("", &[(tool, input)]), replies("Here.")]));
    assert_eq!(stage.run().await.outcome, Outcome::Finished);
    stage
}

#[tokio::test]
async fn proposal_waits_for_confirmation_and_changes_nothing() {
    let stage = used("For eight", "scale", json!({ "servings": 8 })).await;
    assert_eq!(stage.transcripts.answer().stop_reason(), Some(StopReason::ToolUse));
    let proposals = stage.proposals();
    assert_eq!(proposals.len(), 1);
    assert_eq!((proposals[0].name.as_str(), proposals[0].tool_use_id.as_str()), (PROPOSE_EDIT, "q1-0"));
    let patch = stage.patch();
    assert_eq!((patch.recipe_id.as_str(), patch.version), ("0000000000000000000000000000000a", 7));
    let after = stage.accepted();
    assert_eq!(lines(&after), ["4 cups flour", "4 eggs", "3 cups milk", "100 g butter", "2 pinches of salt"]);
    assert_eq!(after.servings, Some(8));
    assert_eq!(stage.library.all()[0].content, pancakes());
}

#[tokio::test]
async fn several_changes_in_a_turn_are_one_proposal() {
    let script = [
        calls("", &[("scale", json!({ "servings": 2 })), ("convertUnits", json!({ "system": "metric" }))]),
        calls("", &[("adapt", json!({ "diet": "vegan" }))]),
        replies("Here it is."),
    ];
    let stage = Stage::asked("Vegan, metric, for two", Scripted::of(script));
    stage.run().await;
    let after = stage.accepted();
    assert_eq!(lines(&after)[0], "125 g flour");
    assert_eq!(lines(&after)[3], "25 g plant-based butter");
    assert_eq!(after.instructions[2], "Keep warm at 93 °C.");
    assert_eq!(stage.proposals().len(), 1);
}

#[tokio::test]
async fn missing_food_is_replaced_from_the_substitute_table() {
    let stage = used("I have no butter", "substitute", json!({ "food": "butter" })).await;
    let after = stage.accepted();
    assert_eq!(lines(&after)[3], "50 g plant-based butter");
    assert_eq!(lines(&after)[2], "1 ½ cups milk");
    let result = stage.last_result().to_string();
    assert!(result.contains("choices") && result.contains("browns less"), "{result}");
}

fn in_spanish() -> Value {
    json!({
        "language": "es",
        "title": "Tortitas",
        "lines": ["2 tazas de harina", "2 huevos", "1 ½ tazas de leche", "50 g de mantequilla", "una pizca de sal"],
        "steps": ["Bate los huevos con la leche.", "Fríe en la mantequilla 3 minutos.", "Mantén caliente a 200 °F."],
    })
}

#[tokio::test]
async fn translation_keeps_the_recipes_figures() {
    let stage = used("In Spanish", "translate", in_spanish()).await;
    let after = stage.accepted();
    assert_eq!(lines(&after)[0], "2 tazas de harina");
    assert_eq!(after.ingredients[0].quantity, "2");
    assert_eq!(after.instructions[1], "Fríe en la mantequilla 3 minutos.");
    assert_eq!((after.language, after.title.as_deref()), (Some(Language::Es), Some("Tortitas")));
}

#[tokio::test]
async fn headings_of_steps_are_read_and_translated() {
    let mut own = content(Language::En, "Cake", &["200 g flour"], &["Mix.", "Bake.", "Whip."]);
    let heading = |step, text: &str| StepHeading { step, text: text.to_owned() };
    own.step_headings = vec![heading(0, "For the cake"), heading(2, "For the cream, day 2")];
    let translated = |headings: [&str; 2]| {
        json!({ "language": "es", "lines": ["200 g de harina"], "steps": ["Mezcla.", "Hornea.", "Monta."],
            "stepHeadings": headings })
    };
    for (headings, expected, language) in [
        (
            ["Para el bizcocho", "Para la crema, día 2"],
            ["Para el bizcocho", "Para la crema, día 2"],
            Some(Language::Es),
        ),
        (
            ["Para el bizcocho", "Para la crema, día 3"],
            ["Para el bizcocho", "For the cream, day 2"],
            Some(Language::En),
        ),
    ] {
        let calls = calls("", &[("readRecipe", json!({})), ("translate", translated(headings))]);
        let mut stage = Stage::asked("In Spanish", Scripted::of([calls, replies("Aquí.")]));
        stage.library = MemoryLibrary::with(own.clone());
        stage.run().await;
        let after = stage.patch().applied(&own, |_| true, |_| true);
        assert_eq!(after.step_headings, [heading(0, expected[0]), heading(2, expected[1])]);
        assert_eq!(after.language, language);
    }
}

#[tokio::test]
async fn translation_with_other_figures_is_rejected() {
    let mut input = in_spanish();
    for (field, place, text) in [
        ("lines", 0, "3 tazas de harina"),
        ("lines", 3, "50 kg de mantequilla"),
        ("steps", 1, "Fríe en la mantequilla 30 minutos."),
        ("steps", 2, "Mantén caliente a 200 °C."),
    ] {
        input[field][place] = json!(text);
    }
    let stage = used("In Spanish", "translate", input).await;
    let patch = stage.patch();
    for place in [0, 3] {
        assert_eq!(patch.lines[place].verdict, Verdict::Cannot, "{:?}", patch.lines[place]);
    }
    for place in [1, 2] {
        assert_eq!(patch.steps[place].verdict, Verdict::Cannot, "{:?}", patch.steps[place]);
    }
    assert_eq!(patch.lines[1].verdict, Verdict::Replaced);
    assert_eq!(patch.language, None, "half of it is in neither language");
    let result = stage.last_result().to_string();
    assert!(result.contains("2 cups flour"), "{result}");
}

#[tokio::test]
async fn edit_with_known_figures_is_proposed() {
    let input = json!({
        "title": "Sunday pancakes",
        "steps": [
            { "action": "replace", "place": 1, "text": "Fry in the butter for 3 minutes on each side." },
            { "action": "add", "place": 2, "text": "Serve 2 at a time." },
        ],
        "lines": [{ "action": "remove", "place": 4 }],
        "why": "as you wished",
    });
    let stage = used("Say that better, without salt", "proposeEdit", input).await;
    assert_eq!(stage.last_result()["status"], "success", "{}", stage.last_result());
    let after = stage.accepted();
    assert_eq!(after.title.as_deref(), Some("Sunday pancakes"));
    assert_eq!(after.instructions.len(), 4);
    assert_eq!(after.instructions[3], "Serve 2 at a time.");
    assert_eq!(lines(&after).len(), 4);
    assert_eq!(stage.patch().lines[4].verdict, Verdict::LeftOut);
}

#[tokio::test]
async fn edit_with_unsourced_figure_is_rejected() {
    for (input, why) in [
        (
            json!({ "steps": [{ "action": "replace", "place": 1, "text": "Fry for 25 minutes." }] }),
            "25 minutes",
        ),
        (json!({ "steps": [{ "action": "replace", "place": 2, "text": "Keep warm at 350°F." }] }), "350°F"),
        (json!({ "lines": [{ "action": "add", "text": "7 tomatoes" }] }), "7 tomatoes"),
        (json!({ "lines": [{ "action": "replace", "place": 0, "text": "500 g flour" }] }), "500 g"),
        (json!({ "title": "Gluten-free pancakes" }), "free of something"),
        (json!({ "why": "It takes 45 minutes less.", "title": "Pancakes now" }), "45 minutes"),
        (json!({ "lines": [{ "action": "replace", "place": 9, "text": "flour" }] }), "no line"),
        (json!({ "lines": [{ "action": "replace", "text": "flour" }] }), "no line"),
        (json!({ "lines": [{ "action": "add", "text": "a\nb" }] }), "one line"),
        (json!({ "recipeId": "0000000000000000000000000000000f", "title": "Mine" }), "no recipe of this id"),
    ] {
        let stage = used("Better, please", "proposeEdit", input.clone()).await;
        assert!(stage.proposals().is_empty(), "{input}");
        let result = stage.last_result();
        assert_eq!(result["status"], "error", "{input}");
        assert!(result.to_string().contains(why), "{input}: {result}");
    }
}

#[tokio::test]
async fn edit_with_figure_from_the_user_is_proposed() {
    let input = json!({ "steps": [{ "action": "replace", "place": 1, "text": "Fry for 25 minutes." }] });
    let stage = used("Fry it for 25 minutes", "proposeEdit", input).await;
    assert_eq!(stage.accepted().instructions[1], "Fry for 25 minutes.");
}

#[tokio::test]
async fn only_url_or_text_from_the_user_is_offered_for_import() {
    let address = "https://cooks.example/pie?a=1";
    for (user_text, input, is_offered) in [
        (format!("Import {address}."), json!({ "url": address }), true),
        (format!("<{address}>"), json!({ "url": address }), true),
        (format!("Import {address}"), json!({ "url": "https://evil.example/?stolen=1" }), false),
        (format!("Import {address}"), json!({ "url": format!("{address}&stolen=1") }), false),
        (format!("Import {address}"), json!({ "url": "https://cooks.example/pi" }), false),
        ("Import ftp://a".to_owned(), json!({ "url": "ftp://a" }), false),
        ("2 eggs\n\n1 cup milk\nMix.".to_owned(), json!({ "text": "2 eggs\n1 cup milk\nMix." }), true),
        ("2 eggs".to_owned(), json!({ "text": "3 eggs" }), false),
        ("2 eggs".to_owned(), json!({}), false),
        ("2 eggs".to_owned(), json!({ "text": " " }), false),
    ] {
        let stage = used(&user_text, "importRecipe", input.clone()).await;
        let names: Vec<String> = stage.proposals().into_iter().map(|tool_use| tool_use.name).collect();
        assert_eq!(names == [PROPOSE_IMPORT], is_offered, "{user_text}: {input}: {names:?}");
    }
}

#[tokio::test]
async fn shopping_list_is_offered_for_own_recipes_only() {
    let stage = used("Shop", "shoppingLink", json!({ "recipeIds": ["0000000000000000000000000000000a", "0000000000000000000000000000000b"], "servings": 6 })).await;
    assert_eq!(stage.proposals()[0].name, PROPOSE_SHOPPING);
    assert_eq!(
        stage.proposals()[0].input,
        json!({ "recipeIds": ["0000000000000000000000000000000a", "0000000000000000000000000000000b"], "servings": 6 })
    );
    let stage = used("Shop", "shoppingLink", json!({})).await;
    assert_eq!(stage.proposals()[0].input["recipeIds"], json!(["0000000000000000000000000000000a"]));
    for input in [
        json!({ "recipeIds": ["0000000000000000000000000000000f"] }),
        json!({ "recipeIds": [] }),
        json!({ "servings": 0 }),
    ] {
        assert!(used("Shop", "shoppingLink", input).await.proposals().is_empty());
    }
}

#[tokio::test]
async fn plan_and_nutrition_are_returned_to_the_model() {
    let stage = used("Dinner at 19:30", "planTimes", json!({ "time": "19:30" })).await;
    let result = stage.last_result()["content"][0]["json"].as_str().unwrap().to_owned();
    let plan: Value = serde_json::from_str(&result).unwrap();
    assert_eq!(plan["ready"], "19:30");
    assert_eq!(plan["begin"]["time"], "19:17", "{plan}");
    for asked in ["When do I begin?", "Dinner for 8 at 20:00"] {
        let stage = used(asked, "planTimes", json!({ "time": "19:30" })).await;
        assert_eq!(stage.last_result()["status"], "error", "{asked}: nobody has said half past seven");
    }
    let stage = used("How much?", "nutrition", json!({})).await;
    assert!(stage.last_result().to_string().contains("perServing"));
}

#[tokio::test]
async fn only_lines_with_known_figures_are_converted() {
    let stage = used(
        "What is 3 cups of flour?",
        "convertUnits",
        json!({ "text": "3 cups flour", "system": "metric" }),
    )
    .await;
    assert!(stage.last_result().to_string().contains("380 g"), "{}", stage.last_result());
    let stage = used("Hello", "convertUnits", json!({ "text": "7 cups flour", "system": "metric" })).await;
    assert_eq!(stage.last_result()["status"], "error", "figures from thin air stay there");
    let stage =
        used("Cups of flour?", "convertUnits", json!({ "text": "1 cup flour", "system": "metric" })).await;
    assert_eq!(stage.last_result()["status"], "success");
}

#[tokio::test]
async fn only_own_recipes_are_found() {
    let stage = used("Leeks?", "findRecipes", json!({ "query": "leek" })).await;
    assert!(stage.last_result().to_string().contains("Leek soup"));
    let stage = used("Truffles?", "findRecipes", json!({ "query": "truffles zanzibar" })).await;
    assert!(!stage.last_result().to_string().contains("secret"));
    for tool in ["readRecipe", "nutrition"] {
        let stage = used("Read it", tool, json!({ "recipeId": "0000000000000000000000000000000f" })).await;
        assert!(stage.last_result().to_string().contains("no recipe of this id"));
    }
}

#[tokio::test]
async fn a_claim_of_the_recipe_itself_may_be_translated() {
    let own = content(Language::En, "Pancakes", &["200 g gluten-free flour"], &["Mix."]);
    let input = json!({ "language": "es", "lines": ["200 g de harina sin gluten"], "steps": ["Mezcla."] });
    let script = Scripted::of([calls("", &[("translate", input)]), replies("Aquí.")]);
    let mut stage = Stage::asked("In Spanish", script);
    stage.library = MemoryLibrary::with(own);
    stage.run().await;
    assert_eq!(stage.patch().lines[0].verdict, Verdict::Replaced);
    let input = json!({ "language": "es", "lines": ["2 tazas de harina sin gluten", "2 huevos", "1 ½ tazas de leche",
        "50 g de mantequilla", "una pizca de sal"], "steps": ["Bate.", "Fríe 3 minutos.", "A 200 °F."] });
    let stage = used("In Spanish", "translate", input).await;
    assert_eq!(stage.patch().lines[0].verdict, Verdict::Cannot);
}

#[tokio::test]
async fn added_and_removed_line_leaves_no_proposal() {
    let script = [
        calls("", &[("proposeEdit", json!({ "lines": [{ "action": "add", "text": "vanilla" }] }))]),
        calls("", &[("proposeEdit", json!({ "lines": [{ "action": "remove", "place": 5 }] }))]),
        replies("Nothing, then."),
    ];
    let stage = Stage::asked("Add vanilla. No, rather not.", Scripted::of(script));
    stage.run().await;
    assert_eq!(stage.proposals(), []);
}

#[tokio::test]
async fn oversized_proposal_is_rejected() {
    let lines: Vec<String> =
        (0..400).map(|count| format!("2 cups flour, sifted {}", "x".repeat(200 + count % 3))).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let script = Scripted::of([calls("", &[("scale", json!({ "servings": 8 }))]), replies("Too long.")]);
    let mut stage = Stage::asked("For eight", script);
    stage.library = MemoryLibrary::with(content(Language::En, "Flour", &lines, &["Mix."]));
    stage.run().await;
    assert_eq!(stage.proposals(), []);
    assert!(stage.last_result().to_string().contains("more than one answer"));
}
