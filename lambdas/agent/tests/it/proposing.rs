use agent::{Failure, ModelError, Ports, Proposed, RunId, Wish, propose, propose_without_model};
use recipe::{Content, Language};
use serde_json::json;

use crate::kit::{MemoryLibrary, Stage, lines, pancakes, recipe_id};
use crate::model::{Scripted, calls, replies};

async fn proposed_by(stage: &Stage, id: &str, wish: &str) -> Proposed {
    let Stage { model, library, budget, clock, limits, .. } = stage;
    let wish = Wish { recipe_id: recipe_id(id), wish: wish.to_owned(), language: Language::En };
    if let Some(calculated) = propose_without_model(library, &wish).await {
        return calculated;
    }
    let ports = Ports { model, library, transcripts: &(), budget, clock };
    propose(&ports, limits, &wish, &RunId::parse("run1").unwrap()).await.unwrap()
}

#[tokio::test]
async fn simple_wish_is_fulfilled_without_a_model() {
    let stage = Stage::asked("", Scripted::refusing(ModelError::Throttled));
    let Proposed::Calculated(Some(patch)) =
        proposed_by(&stage, "0000000000000000000000000000000a", "Vegan, for 8").await
    else {
        panic!()
    };
    let after = patch.applied(&pancakes(), |_| true, |_| true);
    assert_eq!(lines(&after)[3], "100 g plant-based butter");
    assert_eq!(after.servings, Some(8));
    assert_eq!(
        proposed_by(&stage, "0000000000000000000000000000000a", "for 4").await,
        Proposed::Calculated(None),
        "it is for four already"
    );
    assert_eq!(proposed_by(&stage, "0000000000000000000000000000000f", "vegan").await, Proposed::NoRecipe);
    assert!(stage.model.requests().is_empty());
}

#[tokio::test]
async fn other_wish_is_fulfilled_by_the_model() {
    let script =
        [calls("", &[("substitute", json!({ "food": "butter" }))]), replies("Use plant-based butter.")];
    let stage = Stage::asked("", Scripted::of(script));
    let Proposed::Answered { patch: Some(patch), words } =
        proposed_by(&stage, "0000000000000000000000000000000a", "I have no butter").await
    else {
        panic!()
    };
    assert_eq!(words, "Use plant-based butter.");
    assert_eq!(lines(&patch.applied(&pancakes(), |_| true, |_| true))[3], "50 g plant-based butter");
    assert!(stage.transcripts.published.lock().unwrap().is_empty(), "nobody keeps it");
}

#[tokio::test]
async fn failed_wish_returns_its_reason() {
    let stage = Stage::asked("", Scripted::refusing(ModelError::Throttled));
    assert_eq!(
        proposed_by(&stage, "0000000000000000000000000000000a", "shorter").await,
        Proposed::Failed(Failure::Throttled)
    );
    assert_eq!(proposed_by(&stage, "0000000000000000000000000000000f", "shorter").await, Proposed::NoRecipe);
    assert!(matches!(
        proposed_by(&stage, "0000000000000000000000000000000a", " ").await,
        Proposed::Refused(_)
    ));
    let mut stage = Stage::asked("", Scripted::of([replies("Well.")]));
    stage.library = MemoryLibrary::with(Content { servings: None, ..pancakes() });
    assert_eq!(proposed_by(&stage, "0000000000000000000000000000000a", "for 8").await, Proposed::NoServings);
    stage.library.is_broken = true;
    assert_eq!(
        proposed_by(&stage, "0000000000000000000000000000000a", "for 8").await,
        Proposed::Failed(Failure::Library)
    );
}
