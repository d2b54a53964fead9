#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use app::addresses::Guard;
use app::book::{self, CopyPlan};
use app::import::{self, Admitted};
use app::media::MediaStore;
use app::model::{Day, Field, Marks, NutritionSource, Source};
use app::recipe_store::RecipeStore;
use app::view::RecipeView;
use app::workflows::Workflow;
use app::{AppError, Caller, ErrorCode, Failure, Language, NutritionStatus, OwnerId, Recipe, Status};
use extract::Code;
use serde_json::json;
use test_support::fakes::{MemoryMedia, MemoryRecipes, MemoryWorkflows};
use test_support::samples::{at, bearer, finished, guest, id, submitted};

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    media: MemoryMedia,
    machines: MemoryWorkflows,
}

impl World {
    async fn with(recipe: &Recipe) -> Self {
        let world = Self::default();
        world.store.create(recipe).await.expect("a free id");
        if let Some(key) = &recipe.image_url {
            world.media.put(key, "image/jpeg", vec![]).await.expect("a media store");
        }
        world
    }

    async fn blank(&self, caller: &Caller, number: u128) -> Result<RecipeView, AppError> {
        book::create_blank(&self.store, caller, id(number).as_str(), Some(Language::Es), at(1)).await
    }

    async fn copy(&self, caller: &Caller, source: &str, number: u128) -> Result<RecipeView, AppError> {
        let Self { store, media, machines } = self;
        match book::plan_copy(store, caller, source, id(number).as_str()).await? {
            CopyPlan::Copy(original, id) => book::copy(store, media, caller, *original, id, at(5)).await,
            CopyPlan::Import(input) => {
                let (guard, admitted) = (Guard::default(), Admitted::default());
                import::create(store, machines, &guard, caller, input, admitted, at(5))
                    .await
                    .map(RecipeView::for_owner)
            }
        }
    }

    async fn stored(&self, number: u128) -> Option<Recipe> {
        self.store.get(&id(number)).await.expect("a store")
    }
}

fn original() -> Recipe {
    let mut recipe = finished(id(1), &OwnerId::new("ann"), at(0));
    recipe.url = Some("https://example.com/soup?for=ann#top".to_owned());
    recipe.content.tags = vec!["soup".to_owned()];
    recipe.requested_language = Some(Language::Es);
    recipe.nutrition_status = NutritionStatus::Success;
    recipe.nutrition_source = Some(NutritionSource::Page);
    recipe.image_url = Some(format!("media/{}/abc", id(1)));
    recipe.notes = Some("For ann's birthday.".to_owned());
    recipe.marks = Marks {
        favourite: true,
        rating: Some(5),
        collections: vec!["Ann's best".to_owned()],
        made_on: vec![Day::latest_at(at(0))],
    };
    recipe.raw_extraction = Some("{}".to_owned());
    recipe.warnings = vec![Code::TextGarbled];
    recipe.edited = [Field::Tags].into();
    recipe
}

#[tokio::test]
async fn blank_recipe_is_success_and_has_only_a_title() {
    let world = World::default();
    let shown = serde_json::to_value(world.blank(&guest("ann"), 1).await.unwrap()).unwrap();
    assert_eq!(shown["title"], "New Recipe");
    assert_eq!(
        (&shown["status"], &shown["language"], &shown["version"]),
        (&json!("SUCCESS"), &json!("es"), &json!(1))
    );
    assert_eq!(shown["nutritionalInformation"]["status"], "SUCCESS");
    for empty in ["description", "url", "imageUrl", "servings", "yield", "notes", "stage", "errorCode"] {
        assert!(shown[empty].is_null(), "{empty}");
    }
    for empty in ["ingredients", "instructions", "tags", "warnings"] {
        assert_eq!(shown[empty], json!([]), "{empty}");
    }
    let recipe = world.stored(1).await.unwrap();
    assert!(!recipe.is_unsettled(), "the sweep has nothing to do with it");
    assert!(!world.machines.has_started(Workflow::Processing, &recipe.job()));
}

#[tokio::test]
async fn member_owns_recipes_under_both_names() {
    let world = World::default();
    let (user, identity) = (OwnerId::new("sub"), OwnerId::new("us-east-1:i"));
    let member = Caller::Member { user: user.clone(), identity: Some(identity.clone()) };
    world.blank(&member, 1).await.unwrap();
    let recipe = world.stored(1).await.unwrap();
    assert_eq!((recipe.owner, recipe.owners), (user.clone(), BTreeSet::from([user, identity])));
}

#[tokio::test]
async fn repeated_create_succeeds_and_a_taken_id_is_rejected() {
    let world = World::with(&original()).await;
    let blank = world.blank(&guest("bob"), 2).await.unwrap();
    assert_eq!(world.blank(&guest("bob"), 2).await, Ok(blank));
    let copied = world.copy(&guest("bob"), id(1).as_str(), 3).await.unwrap();
    assert_eq!(world.copy(&guest("bob"), id(1).as_str(), 3).await, Ok(copied));
    for taken in [1, 2, 3] {
        assert_eq!(world.blank(&guest("eve"), taken).await, Err(AppError::Unauthorized));
        assert_eq!(world.copy(&guest("eve"), id(1).as_str(), taken).await, Err(AppError::Unauthorized));
    }
    assert_eq!(world.blank(&guest("bob"), 3).await, Err(AppError::Unauthorized), "it is a copy");
    assert_eq!(
        world.copy(&guest("bob"), id(1).as_str(), 2).await,
        Err(AppError::Unauthorized),
        "it is a blank one"
    );
    assert_eq!(
        world.copy(&guest("bob"), id(2).as_str(), 3).await,
        Err(AppError::Unauthorized),
        "of another original"
    );
    let keys: Vec<_> = world.media.kept().into_keys().collect();
    assert_eq!(
        keys,
        [1, 3].map(|number| format!("media/{}/abc", id(number))),
        "a refused copy leaves no picture"
    );
}

#[tokio::test]
async fn own_recipe_is_copied_completely() {
    let world = World::with(&original()).await;
    world.copy(&guest("ann"), id(1).as_str(), 2).await.unwrap();
    let copy = world.stored(2).await.unwrap();
    let expected = Recipe {
        id: id(2),
        source: Source::Copy(id(1)),
        image_url: Some(format!("media/{}/abc", id(2))),
        version: original().version + 1,
        created_at: at(5),
        updated_at: at(5),
        marks: Marks { collections: original().marks.collections, ..Marks::default() },
        ..original()
    };
    assert_eq!(copy, expected);
    assert_eq!(world.stored(1).await, Some(original()));
    assert_eq!(world.media.kept().len(), 2, "each has a picture of its own");
}

#[tokio::test]
async fn copy_of_anothers_recipe_has_only_the_public_part() {
    let world = World::with(&original()).await;
    let copied = world.copy(&guest("bob"), id(1).as_str(), 2).await.unwrap();
    let shown = serde_json::to_value(copied).unwrap();
    assert_eq!(shown["url"], "https://example.com/soup");
    assert_eq!((&shown["title"], &shown["tags"]), (&json!("Soup"), &json!([{ "name": "soup" }])));
    assert_eq!(shown["owners"], json!(["bob"]));
    assert_eq!(
        (&shown["favourite"], &shown["collections"], &shown["madeOn"]),
        (&json!(false), &json!([]), &json!([]))
    );
    for private in ["notes", "externalApiJson", "rating"] {
        assert!(shown[private].is_null(), "{private}");
    }
    assert_eq!(shown["warnings"], json!([]));
    assert!(!shown.to_string().to_lowercase().contains("ann"), "{shown}");
}

#[tokio::test]
async fn copy_keeps_linked_recipes_only_for_their_owner() {
    let link = Some(id(9).to_string());
    let mut linked = original();
    linked.content.ingredients =
        vec![recipe::Ingredient { recipe: link.clone(), ..recipe::Ingredient::default() }];
    let world = World::with(&linked).await;
    for (name, number, expected) in [("ann", 2, link), ("bob", 3, None)] {
        world.copy(&guest(name), id(1).as_str(), number).await.unwrap();
        let copy = world.stored(number).await.unwrap();
        assert_eq!(copy.content.ingredients[0].recipe, expected, "{name}");
    }
}

#[tokio::test]
async fn missing_or_invisible_recipe_cannot_be_copied() {
    let mut failed = submitted(id(2), &OwnerId::new("ann"), at(0));
    failed.fail(Failure::from(ErrorCode::NotFound)).unwrap();
    let world = World::with(&submitted(id(1), &OwnerId::new("ann"), at(0))).await;
    world.store.create(&failed).await.unwrap();
    for source in [id(1).as_str(), id(2).as_str(), id(9).as_str(), "", "../x"] {
        let refused = world.copy(&guest("bob"), source, 3).await;
        assert_eq!(refused, Err(AppError::OriginalNotFound), "{source}");
    }
    assert_eq!(AppError::OriginalNotFound.to_string(), "Original recipe not found");
    for caller in [bearer("ann"), Caller::Anonymous] {
        assert_eq!(world.copy(&caller, id(1).as_str(), 3).await, Err(AppError::Unauthorized));
        assert_eq!(world.blank(&caller, 3).await, Err(AppError::Unauthorized));
    }
    assert_eq!(world.stored(3).await, None);
}

#[tokio::test]
async fn copy_of_an_own_unfinished_recipe_is_imported_again() {
    let mut failed = submitted(id(1), &OwnerId::new("ann"), at(0));
    failed.fail(Failure::from(ErrorCode::NotFound)).unwrap();
    for source in [submitted(id(1), &OwnerId::new("ann"), at(0)), failed] {
        let world = World::with(&source).await;
        let first = world.copy(&guest("ann"), id(1).as_str(), 2).await.unwrap();
        let copy = world.stored(2).await.unwrap();
        assert_eq!((copy.status(), copy.nutrition_status), (Status::Pending, NutritionStatus::Pending));
        assert_eq!((&copy.url, copy.content.title.as_ref()), (&source.url, None));
        assert!(world.machines.has_started(Workflow::Processing, &copy.job()));
        assert_eq!(world.copy(&guest("ann"), id(1).as_str(), 2).await, Ok(first));
    }
}

#[tokio::test]
async fn copy_does_not_wait_for_post_processing_of_the_original() {
    let mut unsettled = finished(id(1), &OwnerId::new("ann"), at(0));
    unsettled.image_url = Some(format!("media/{}/lost", id(1)));
    let world = World::default();
    world.store.create(&unsettled).await.unwrap();
    world.copy(&guest("bob"), id(1).as_str(), 2).await.unwrap();
    let copy = world.stored(2).await.unwrap();
    assert!(unsettled.is_unsettled() && !copy.is_unsettled());
    assert_eq!(copy.image_url, None, "its picture is not there");
}
