#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::book::{self, PageReading, ReadAgain, ReadAgainPorts};
use app::fetching::FetchError;
use app::limits::UseLimits;
use app::model::{Field, Source};
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::{AppError, Caller, ErrorCode, OwnerId, Recipe};
use extract::{Code, Page};
use test_support::fakes::{MemoryCounters, MemoryRecipes, ScriptedWeb};
use test_support::samples::{at, bearer, finished, guest, id, ring, submitted};
use zest_core::Timestamp;

const ADDRESS: &str = "https://example.com/recipe";
const HOUR: i64 = 60 * 60;

fn page(title: &str, lines: &[&str], steps: &[&str]) -> Vec<u8> {
    let node = serde_json::json!({
        "@context": "https://schema.org", "@type": "Recipe", "name": title, "recipeIngredient": lines,
        "recipeInstructions": steps, "totalTime": "PT40M", "recipeYield": "4 servings",
    });
    format!(r#"<!doctype html><title>{title}</title><script type="application/ld+json">{node}</script>"#)
        .into()
}

fn before() -> Vec<u8> {
    page("Leek soup", &["2 leeks", "1 l stock"], &["Cut the leeks.", "Simmer them in the stock."])
}

fn after() -> Vec<u8> {
    page(
        "Leek and potato soup",
        &["2 leeks", "1 l stock", "300 g potatoes"],
        &["Cut everything.", "Simmer it."],
    )
}

fn soup() -> Recipe {
    let url = url::Url::parse(ADDRESS).unwrap();
    let read = extract::read(&Page { url, content_type: None, bytes: before() });
    Recipe {
        content: read.content.clone(),
        raw_extraction: Some(read.to_json_within(100_000)),
        ..finished(id(1), &OwnerId::new("ann"), at(0))
    }
}

#[derive(Default)]
struct World {
    recipes: MemoryRecipes,
    web: ScriptedWeb,
    counters: MemoryCounters,
    limits: Option<UseLimits>,
}

impl World {
    async fn with(recipe: &Recipe) -> Self {
        let world = Self::default();
        world.recipes.create(recipe).await.unwrap();
        world.web.put_page(ADDRESS, &after());
        world
    }

    async fn read_again(&self, caller: &Caller, now: Timestamp) -> Result<ReadAgain, AppError> {
        let ring = ring();
        let ports = ReadAgainPorts {
            recipes: &self.recipes,
            web: &self.web,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: None,
        };
        book::read_again(&ports, caller, id(1).as_str(), now).await
    }

    async fn stored(&self) -> Recipe {
        self.recipes.get(&id(1)).await.unwrap().unwrap()
    }
}

fn lines(reading: &PageReading) -> Vec<&str> {
    reading.ingredients.iter().map(|line| line.text.as_str()).collect()
}

#[tokio::test]
async fn current_and_former_page_are_returned_without_changes() {
    let world = World::with(&soup()).await;
    let read = world.read_again(&bearer("ann"), at(1)).await.unwrap();
    assert_eq!(read.now.title.as_deref(), Some("Leek and potato soup"));
    assert_eq!(lines(&read.now), ["2 leeks", "1 l stock", "300 g potatoes"]);
    assert_eq!(read.now.instructions, ["Cut everything.", "Simmer it."]);
    assert_eq!((read.now.total_minutes, read.now.servings), (Some(40), Some(4)));
    assert_eq!(read.before, PageReading::from(soup().content));
    assert!(read.lost.is_empty());
    assert_eq!(read.warnings, []);
    assert_eq!(world.stored().await, soup());
}

#[tokio::test]
async fn edited_fields_are_restored_from_the_raw_extraction() {
    let mut recipe = soup();
    recipe.content.title = Some("My soup".to_owned());
    recipe.content.ingredients.pop();
    recipe.content.total_minutes = Some(60);
    recipe.content.servings = Some(2);
    recipe.content.description = Some("Ours.".to_owned());
    recipe.edited =
        [Field::Title, Field::Description, Field::Ingredients, Field::Times, Field::Servings, Field::Tags]
            .into();
    let world = World::with(&recipe).await;
    let read = world.read_again(&bearer("ann"), at(1)).await.unwrap();
    assert_eq!(read.before, PageReading::from(soup().content));
    assert!(read.lost.is_empty(), "{:?}", read.lost);
    assert_eq!(world.stored().await, recipe);
}

#[tokio::test]
async fn fields_missing_from_the_raw_extraction_are_lost() {
    let edited = [Field::Title, Field::Description, Field::Instructions, Field::Times, Field::Servings];
    let long =
        serde_json::from_str::<extract::Extraction>(&soup().raw_extraction.unwrap()).map(|mut read| {
            read.content.description = Some("d".repeat(10_000));
            read.to_json_within(9_000)
        });
    for (raw, lost) in [
        (long.unwrap(), &["description"][..]),
        (
            "{}".to_owned(),
            &[
                "title",
                "description",
                "instructions",
                "prep_time",
                "cook_time",
                "total_time",
                "servings",
                "yield",
            ],
        ),
        (
            "cut off".to_owned(),
            &[
                "title",
                "description",
                "instructions",
                "prep_time",
                "cook_time",
                "total_time",
                "servings",
                "yield",
            ],
        ),
    ] {
        let recipe = Recipe { edited: edited.into(), raw_extraction: Some(raw), ..soup() };
        let read = World::with(&recipe).await.read_again(&bearer("ann"), at(1)).await.unwrap();
        assert_eq!(read.lost, lost);
        assert_eq!(read.before.ingredients, soup().content.ingredients, "nobody has edited these");
        assert_eq!(read.before.description, None);
    }
}

#[tokio::test]
async fn others_cannot_read_again_and_nothing_is_fetched_or_counted() {
    let mut world = World::with(&soup()).await;
    world.limits = UseLimits::parse("addressImports=1").unwrap();
    for stranger in [bearer("bob"), guest("ann"), guest("bob"), Caller::Anonymous] {
        assert_eq!(world.read_again(&stranger, at(1)).await.err(), Some(AppError::Unauthorized));
    }
    assert!(world.read_again(&bearer("ann"), at(1)).await.is_ok(), "nothing was counted");
}

#[tokio::test]
async fn reading_again_counts_as_an_address_import() {
    let mut world = World::with(&soup()).await;
    world.limits = UseLimits::parse("addressImports=2").unwrap();
    for _ in 0..2 {
        assert!(world.read_again(&bearer("ann"), at(0)).await.is_ok());
    }
    let refused = world.read_again(&bearer("ann"), at(0)).await;
    assert!(matches!(refused, Err(AppError::LimitReached { .. })), "{refused:?}");
    assert!(world.read_again(&bearer("ann"), at(HOUR)).await.is_ok(), "an hour later");
}

#[tokio::test]
async fn page_without_a_recipe_fails_with_a_reason() {
    for (answer, code) in [
        (Err(FetchError::NotFound), ErrorCode::NotFound),
        (Err(FetchError::Blocked), ErrorCode::SiteBlocked),
        (Err(FetchError::TimedOut), ErrorCode::TimedOut),
        (Err(FetchError::NotAllowed), ErrorCode::AddressNotAllowed),
        (Err(FetchError::TooLarge), ErrorCode::TooLarge),
        (
            Ok(&b"<!doctype html><title>Sign in</title><form><input type=password></form><p>Sign in"[..]),
            ErrorCode::NotARecipe,
        ),
        (Ok(b"%PDF-1.7 no page"), ErrorCode::NotAPage),
        (Ok(b""), ErrorCode::NotARecipe),
    ] {
        let world = World::with(&soup()).await;
        match answer {
            Ok(body) => world.web.put_page(ADDRESS, body),
            Err(error) => world.web.put(ADDRESS, Err(error)),
        }
        let refused = world.read_again(&bearer("ann"), at(1)).await;
        assert_eq!(refused.err(), Some(AppError::ImportFailed(code)));
        assert_eq!(world.stored().await, soup());
    }
}

#[tokio::test]
async fn recipe_without_address_pending_or_missing_is_not_read_again() {
    let ann = OwnerId::new("ann");
    let blank = Recipe::blank(id(1), ann.clone(), [ann.clone()].into(), None, at(0));
    for (recipe, refusal) in
        [(blank, Refusal::NoAddress), (submitted(id(1), &ann, at(0)), Refusal::StillImporting)]
    {
        let refused = World::with(&recipe).await.read_again(&bearer("ann"), at(1)).await;
        assert_eq!(refused.err(), Some(AppError::InvalidInput(refusal)));
    }
    let nothing = World::default().read_again(&bearer("ann"), at(1)).await;
    assert_eq!(nothing.err(), Some(AppError::RecipeNotFound(id(1))));
}

#[tokio::test]
async fn page_without_steps_has_a_warning() {
    let world = World::with(&soup()).await;
    world.web.put_page(ADDRESS, &page("Leek soup", &["2 leeks", "1 l stock"], &[]));
    let read = world.read_again(&bearer("ann"), at(1)).await.unwrap();
    assert_eq!((read.now.instructions.len(), read.warnings), (0, vec![Code::InstructionsMissing]));
}

#[tokio::test]
async fn part_of_a_page_is_read_again_as_that_part_also_for_a_copy() {
    let node = |name: &str| {
        serde_json::json!({ "@type": "Recipe", "name": name, "recipeIngredient": [format!("1 {name}"), "salt"],
            "recipeInstructions": [format!("Cook the {name}.")] })
    };
    let html = |names: &[&str]| {
        let nodes = serde_json::Value::from_iter(names.iter().map(|name| node(name)));
        format!(
            r#"<title>Leek</title><h1>Leek</h1><p>Two.<script type="application/ld+json">{nodes}</script>"#
        )
    };
    let page = |names: &[&str]| Page {
        url: url::Url::parse(ADDRESS).unwrap(),
        content_type: None,
        bytes: html(names).into(),
    };
    let read = extract::read_part(&page(&["Leek", "Fig"]), "Fig");
    let fig = Recipe {
        source: Source::Address { part: Some("Fig".to_owned()) },
        content: read.content.clone(),
        raw_extraction: Some(read.to_json_within(100_000)),
        ..finished(id(1), &OwnerId::new("ann"), at(0))
    };
    let copy = Recipe { source: Source::Copy(id(2)), ..fig.clone() };
    for recipe in [&fig, &copy] {
        let world = World::with(recipe).await;
        world.web.put_page(ADDRESS, html(&["Leek", "Fig"]).as_bytes());
        let again = world.read_again(&bearer("ann"), at(1)).await.unwrap();
        assert_eq!(again.now, again.before);
    }
    let world = World::with(&fig).await;
    world.web.put_page(ADDRESS, html(&["Leek"]).as_bytes());
    let gone = world.read_again(&bearer("ann"), at(1)).await;
    assert_eq!(gone.err(), Some(AppError::ImportFailed(ErrorCode::PartMissing)));
}
