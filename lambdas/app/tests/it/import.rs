use app::addresses::Guard;
use app::enrich::{self, Enrichment};
use app::error::WriteError;
use app::fetching::{FetchError, Fetched};
use app::import::{self, Admitted, CreateRecipe, ExtractPorts, NewSource, Slice};
use app::media::MediaStore;
use app::model::NutritionSource;
use app::recipe_store::RecipeStore;
use app::workflows::Workflow;
use app::{AppError, Attempt, Caller, ErrorCode, NutritionStatus, OwnerId, Recipe, Stage, Status};
use extract::Code;
use test_support::fakes::{
    MemoryArtifacts, MemoryMedia, MemoryRecipes, MemoryWorkflows, SampleReducer, ScriptedWeb,
};
use test_support::samples::{at, id, import_of_address, job};
use test_support::uploads::MemoryUploads;
use zest_core::PortError;

const ADDRESS: &str = "https://example.com/soup";
const PAGE: &str = r#"<!doctype html><html lang="en"><title>Soup</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Recipe","name":"Leek soup","image":"/leek.jpg",
 "recipeIngredient":["2 leeks","1 l stock"],"recipeInstructions":["Cut the leeks.","Simmer them in the stock."],
 "recipeYield":"4 servings","totalTime":"PT40M","keywords":"soup, winter",
 "nutrition":{"@type":"NutritionInformation","calories":"180 kcal"}}</script></html>"#;

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    artifacts: MemoryArtifacts,
    machines: MemoryWorkflows,
    web: ScriptedWeb,
    media: MemoryMedia,
    uploads: MemoryUploads,
}

fn guest(name: &str) -> Caller {
    Caller::Guest { identity: OwnerId::new(name) }
}

fn input(number: u128, url: &str) -> CreateRecipe {
    import_of_address(id(number), url)
}

impl World {
    async fn submit(&self, number: u128, url: &str) -> Result<Recipe, AppError> {
        let guard = Guard::default();
        import::create(
            &self.store,
            &self.machines,
            &guard,
            &guest("ann"),
            input(number, url),
            Admitted::default(),
            at(0),
        )
        .await
    }

    async fn process(&self, recipe: &Recipe) -> Result<(), AppError> {
        let job = recipe.job();
        let steps = async {
            import::fetch_page(&self.store, &self.web, &self.artifacts, &job).await?;
            self.extract(&job).await?;
            import::finish(&self.store, &self.uploads, &self.artifacts, &self.machines, &job, at(2)).await
        };
        match steps.await {
            Err(AppError::ImportFailed(code) | AppError::ImportFailedForNow(code)) => {
                import::fail(&self.store, &job, code, at(3)).await
            }
            other => other,
        }
    }

    async fn extract(&self, job: &app::job::Job) -> Result<Slice, AppError> {
        let reading = ExtractPorts { recipes: &self.store, media: &self.media, artifacts: &self.artifacts };
        import::extract_recipe(&reading, job, at(1), || false).await
    }

    async fn stored(&self, recipe: &Recipe) -> Recipe {
        match self.store.get(&recipe.id).await {
            Ok(Some(stored)) => stored,
            other => panic!("the recipe is not there: {other:?}"),
        }
    }
}

#[tokio::test]
async fn address_becomes_a_recipe() {
    let world = World::default();
    world.web.put_page(ADDRESS, PAGE.as_bytes());
    let pending = world.submit(1, ADDRESS).await.unwrap();
    assert_eq!((pending.status(), pending.stage()), (Status::Pending, Some(Stage::Fetching)));
    assert!(world.machines.has_started(Workflow::Processing, &pending.job()));

    world.process(&pending).await.unwrap();
    let done = world.stored(&pending).await;
    assert_eq!((done.status(), done.stage(), done.failure()), (Status::Success, None, None));
    assert_eq!(done.content.title.as_deref(), Some("Leek soup"));
    assert_eq!(done.content.ingredients.len(), 2);
    assert_eq!(done.content.instructions.len(), 2);
    assert_eq!(done.nutrition_status, NutritionStatus::Pending, "that is post-processing's");
    assert!(done.content.tags.is_empty());
    assert!(done.raw_extraction.is_some());
    assert_eq!(done.warnings, [], "nothing is missing");
    assert!(world.machines.has_started(Workflow::PostProcessing, &done.job()));
}

#[tokio::test]
async fn post_processing_adds_tags_nutrition_and_photo() {
    let world = World::default();
    world.web.put_page(ADDRESS, PAGE.as_bytes());
    world.web.put_page("https://example.com/leek.jpg", b"\xff\xd8\xff\xe0 a picture");
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.process(&recipe).await.unwrap();
    let job = recipe.job();
    let read = enrich::find(&world.artifacts, &job).await.unwrap();
    let (artifacts, web, media) = (&world.artifacts, &world.web, &world.media);
    let picture = enrich::copy_picture(artifacts, web, media, &SampleReducer, &job).await.unwrap();
    assert_eq!(read.nutrition_source, Some(NutritionSource::Page));
    let found = Enrichment { image_url: picture.image_url, ..read };
    enrich::apply(&world.store, &world.media, &world.artifacts, &job, &found, at(4)).await.unwrap();

    let done = world.stored(&recipe).await;
    assert_eq!(done.content.nutrition.calories.as_deref(), Some("180 kcal"));
    assert_eq!(done.nutrition_status, NutritionStatus::Success);
    assert_eq!(done.nutrition_source, Some(NutritionSource::Page));
    assert_eq!(done.content.tags, ["soup", "winter"]);
    let key = done.image_url.clone().unwrap();
    assert!(key.starts_with(&format!("media/{}/", done.id)), "{key}");
    assert!(key.ends_with("-480x360"), "{key}");
    assert_eq!(world.media.kept().get(&key), Some(&"image/jpeg"));
    assert_eq!(world.media.kept().get(&format!("{key}-320")), Some(&"image/jpeg"));

    enrich::apply(&world.store, &world.media, &world.artifacts, &job, &found, at(5)).await.unwrap();
    assert_eq!(world.stored(&recipe).await.version, done.version, "the same findings twice change nothing");
}

#[tokio::test]
async fn unstated_nutrition_and_tags_are_computed_or_left_empty() {
    let stated = r#""recipeIngredient":["2 leeks","1 l stock"]"#;
    for (lines, is_known, tags) in [
        (r#"["300 g flour","150 g butter","100 g sugar"]"#, true, &["vegetarian"][..]),
        (r#"["300 g flarn","150 g blorp","100 g quux"]"#, false, &[]),
    ] {
        let world = World::default();
        let page = PAGE
            .replace(stated, &format!(r#""recipeIngredient":{lines}"#))
            .replace("Simmer them in the stock.", "Bake.")
            .replace(r#","keywords":"soup, winter""#, "")
            .replace(r#""calories":"180 kcal""#, "");
        world.web.put_page(ADDRESS, page.as_bytes());
        let recipe = world.submit(1, ADDRESS).await.unwrap();
        world.process(&recipe).await.unwrap();
        let job = recipe.job();
        let found = enrich::find(&world.artifacts, &job).await.unwrap();
        enrich::apply(&world.store, &world.media, &world.artifacts, &job, &found, at(4)).await.unwrap();
        let done = world.stored(&recipe).await;
        let calories = done.content.nutrition.calories.as_deref();
        let kcal = calories.and_then(|text| text.strip_suffix(" kcal")?.parse::<u32>().ok());
        // 300 g flour: 1,090 kcal, 150 g butter: 1,075, 100 g sugar: 390; four servings.
        assert_eq!(kcal.is_some_and(|kcal| (620..=660).contains(&kcal)), is_known, "{lines}: {calories:?}");
        let (status, source) = if is_known {
            (NutritionStatus::Success, Some(NutritionSource::Computed))
        } else {
            (NutritionStatus::Failed, None)
        };
        assert_eq!((done.nutrition_status, done.nutrition_source), (status, source), "{lines}");
        assert_eq!(done.content.tags, tags, "{lines}");
    }
}

#[tokio::test]
async fn warnings_are_stored_without_duplicates() {
    let world = World::default();
    // Missing steps and inconsistent times are warnings; a trailing comma in the JSON is not.
    let page = PAGE
        .replace(
            r#""recipeInstructions":["Cut the leeks.","Simmer them in the stock."],"#,
            r#""cookTime":"a while","#,
        )
        .replace("PT40M", "long")
        .replace(r#""1 l stock"]"#, r#""1 l stock",]"#);
    world.web.put_page(ADDRESS, page.as_bytes());
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.process(&recipe).await.unwrap();
    let done = world.stored(&recipe).await;
    assert_eq!(done.status(), Status::Success);
    assert_eq!(done.warnings, [Code::ValueRefused, Code::InstructionsMissing]);
    let raw = done.raw_extraction.unwrap();
    assert!(raw.contains("JSON_MENDED"), "{raw}");
}

#[tokio::test]
async fn invalid_photo_is_ignored() {
    for body in [&b"<svg onload=alert(1)></svg>"[..], b"<html>not found</html>"] {
        let world = World::default();
        world.web.put_page(ADDRESS, PAGE.as_bytes());
        world.web.put_page("https://example.com/leek.jpg", body);
        let recipe = world.submit(1, ADDRESS).await.unwrap();
        world.process(&recipe).await.unwrap();
        let (artifacts, web, media) = (&world.artifacts, &world.web, &world.media);
        let found = enrich::copy_picture(artifacts, web, media, &SampleReducer, &recipe.job()).await.unwrap();
        assert_eq!(found, Enrichment::default());
        assert!(world.media.kept().is_empty());
    }
}

#[tokio::test]
async fn each_failure_ends_as_failed_with_its_code() {
    let cases: [(Result<&[u8], FetchError>, ErrorCode); 13] = [
        (Err(FetchError::NotFound), ErrorCode::NotFound),
        (Err(FetchError::Blocked), ErrorCode::SiteBlocked),
        (Err(FetchError::Unreachable), ErrorCode::Unreachable),
        (Err(FetchError::TimedOut), ErrorCode::TimedOut),
        (Err(FetchError::SiteError(503)), ErrorCode::SiteError),
        (Err(FetchError::SiteError(418)), ErrorCode::SiteError),
        (Err(FetchError::TooLarge), ErrorCode::TooLarge),
        (Err(FetchError::TooManyRedirects), ErrorCode::TooManyRedirects),
        (Err(FetchError::NotAllowed), ErrorCode::AddressNotAllowed),
        (Ok(b"%PDF-1.7 ..."), ErrorCode::NotAPage),
        (Ok(b"\xff\xd8\xff\xe0 a picture"), ErrorCode::NotAPage),
        (Ok(b"<html><p>A letter to my garden.</p></html>"), ErrorCode::NotARecipe),
        (Ok(b""), ErrorCode::NotARecipe),
    ];
    for (answer, code) in cases {
        let world = World::default();
        let url = url::Url::parse(ADDRESS).unwrap();
        let answer = answer.map(|body| Fetched { url, content_type: None, body: body.to_vec() });
        world.web.put(ADDRESS, answer);
        let recipe = world.submit(1, ADDRESS).await.unwrap();
        world.process(&recipe).await.unwrap();
        let failed = world.stored(&recipe).await;
        assert_eq!(failed.status(), Status::Failed, "{code:?}");
        let failure = failed.failure().expect("a reason");
        assert_eq!((failure.code, failure.details.as_str()), (code, code.sentence()));
        assert_eq!((failed.nutrition_status, failed.stage()), (NutritionStatus::Failed, None));
    }
}

#[tokio::test]
async fn recipe_beyond_the_row_limit_is_too_large() {
    let world = World::default();
    let step = format!("\"{}\"", "stir ".repeat(900));
    let steps = vec![step; 60].join(",");
    let page = PAGE.replace("\"Simmer them in the stock.\"", &steps);
    world.web.put_page(ADDRESS, page.as_bytes());
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.process(&recipe).await.unwrap();
    let failure = world.stored(&recipe).await.failure().cloned().expect("a reason");
    assert_eq!(failure.code, ErrorCode::TooLarge);
}

#[tokio::test]
async fn invalid_address_is_rejected_before_anything_is_stored() {
    for (address, code) in [
        ("", ErrorCode::InvalidUrl),
        ("soup", ErrorCode::InvalidUrl),
        ("ftp://example.com/soup", ErrorCode::InvalidUrl),
        ("javascript:alert(1)", ErrorCode::InvalidUrl),
        ("http://169.254.169.254/latest/meta-data", ErrorCode::AddressNotAllowed),
        ("http://localhost:3000/demo/soup.html", ErrorCode::AddressNotAllowed),
        ("http://[::1]/", ErrorCode::AddressNotAllowed),
    ] {
        let world = World::default();
        assert_eq!(world.submit(1, address).await, Err(AppError::RefusedAddress(code)), "{address}");
        assert_eq!(world.store.get(&id(1)).await, Ok(None));
    }
    let long = format!("https://example.com/{}", "a".repeat(import::URL_LIMIT));
    let refused = World::default().submit(1, &long).await;
    assert_eq!(refused, Err(AppError::RefusedAddress(ErrorCode::InvalidUrl)));
}

#[tokio::test]
async fn repeated_create_succeeds_and_foreign_id_is_rejected() {
    let world = World::default();
    let first = world.submit(1, ADDRESS).await.unwrap();
    assert_eq!(world.submit(1, ADDRESS).await, Ok(first));
    assert_eq!(world.submit(1, "https://example.com/other").await, Err(AppError::Unauthorized));
    let guard = Guard::default();
    for caller in [guest("bob"), Caller::Anonymous] {
        let taken = import::create(
            &world.store,
            &world.machines,
            &guard,
            &caller,
            input(1, ADDRESS),
            Admitted::default(),
            at(0),
        )
        .await;
        assert_eq!(taken, Err(AppError::Unauthorized), "{caller:?}");
    }
    let bearer = Caller::Bearer { identity: OwnerId::new("ann"), user: None };
    let by_token = import::create(
        &world.store,
        &world.machines,
        &guard,
        &bearer,
        input(2, ADDRESS),
        Admitted::default(),
        at(0),
    )
    .await;
    assert_eq!(by_token, Err(AppError::Unauthorized), "creating is not a token's to do");
}

#[tokio::test]
async fn repeated_step_has_the_same_result() {
    let world = World::default();
    world.web.put_page(ADDRESS, PAGE.as_bytes());
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.process(&recipe).await.unwrap();
    let done = world.stored(&recipe).await;
    let job = recipe.job();
    import::finish(&world.store, &world.uploads, &world.artifacts, &world.machines, &job, at(9))
        .await
        .unwrap();
    for late in [
        import::fetch_page(&world.store, &world.web, &world.artifacts, &job).await,
        world.extract(&job).await.map(drop),
        import::fail(&world.store, &job, ErrorCode::Internal, at(9)).await,
    ] {
        assert_eq!(late, Err(AppError::Superseded));
    }
    assert_eq!(world.stored(&recipe).await, done);
}

#[tokio::test]
async fn outdated_attempt_changes_nothing() {
    let world = World::default();
    world.web.put_page(ADDRESS, PAGE.as_bytes());
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    let mut restarted = recipe.clone();
    restarted.restart().unwrap();
    restarted.version = 2;
    world.store.replace(&restarted, 1).await.unwrap();
    assert_eq!(restarted.attempt(), Attempt(2));
    assert_eq!(world.process(&recipe).await, Err(AppError::Superseded));
    let late = enrich::apply(
        &world.store,
        &world.media,
        &world.artifacts,
        &recipe.job(),
        &Enrichment::default(),
        at(9),
    )
    .await;
    assert_eq!(late, Err(AppError::Superseded));
    let early = enrich::apply(
        &world.store,
        &world.media,
        &world.artifacts,
        &restarted.job(),
        &Enrichment::default(),
        at(9),
    )
    .await;
    assert_eq!(early, Err(AppError::Superseded), "there is no recipe to enrich yet");
    assert_eq!(world.stored(&recipe).await, restarted);
}

#[tokio::test]
async fn deleted_recipe_is_not_recreated() {
    let world = World::default();
    world.web.put_page(ADDRESS, PAGE.as_bytes());
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.store.delete(&recipe).await.unwrap();
    assert_eq!(world.process(&recipe).await, Err(AppError::Superseded));
    assert_eq!(world.store.get(&recipe.id).await, Ok(None));
}

#[tokio::test]
async fn deletion_during_import_leaves_no_artifacts_or_photo() {
    let key = format!("media/{}/1", id(1));
    let picture = || Enrichment { image_url: Some(key.clone()), ..Enrichment::default() };
    for deleted_before in ["extract", "finish", "apply"] {
        let world = World::default();
        world.web.put_page(ADDRESS, PAGE.as_bytes());
        let recipe = world.submit(1, ADDRESS).await.unwrap();
        let job = recipe.job();
        let delete = || async {
            world.store.delete(&world.stored(&recipe).await).await.unwrap();
        };
        import::fetch_page(&world.store, &world.web, &world.artifacts, &job).await.unwrap();
        if deleted_before == "extract" {
            delete().await;
        }
        let extracted = world.extract(&job).await;
        if deleted_before == "finish" {
            extracted.unwrap();
            delete().await;
        }
        let finished =
            import::finish(&world.store, &world.uploads, &world.artifacts, &world.machines, &job, at(2))
                .await;
        if deleted_before == "apply" {
            finished.unwrap();
            delete().await;
            world.media.put(&key, "image/jpeg", vec![]).await.unwrap();
            let applied =
                enrich::apply(&world.store, &world.media, &world.artifacts, &job, &picture(), at(3)).await;
            assert_eq!(applied, Err(AppError::Superseded));
        }
        assert!(
            world.artifacts.is_empty() && world.media.kept().is_empty(),
            "deleted before {deleted_before}"
        );
    }
}

#[tokio::test]
async fn late_step_keeps_the_artifacts_of_the_current_attempt() {
    let world = World::default();
    world.web.put_page(ADDRESS, PAGE.as_bytes());
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.process(&recipe).await.unwrap();
    let late = world.extract(&recipe.job()).await;
    assert_eq!(late, Err(AppError::Superseded));
    assert!(import::load_extraction(&world.artifacts, &recipe.job()).await.is_ok());
}

#[tokio::test]
async fn conflicting_write_is_retried_and_busy_store_is_reported() {
    let world = World::default();
    let recipe = world.submit(1, ADDRESS).await.unwrap();
    world.store.fail_next_writes([WriteError::Conflict, WriteError::Conflict]);
    import::fail(&world.store, &job(&recipe.id), ErrorCode::NotFound, at(1)).await.unwrap();
    assert_eq!(world.stored(&recipe).await.status(), Status::Failed);

    let second = world.submit(2, ADDRESS).await.unwrap();
    world.store.fail_next_writes([WriteError::Port(PortError::Busy("throttled".to_owned()))]);
    let busy = import::fail(&world.store, &job(&second.id), ErrorCode::NotFound, at(1)).await;
    assert_eq!(busy, Err(AppError::ServiceBusy("throttled".to_owned())));
    world.store.fail_next_writes(std::iter::repeat_n(WriteError::Conflict, 50));
    let beaten = import::fail(&world.store, &job(&second.id), ErrorCode::NotFound, at(1)).await;
    assert_eq!(beaten, Err(AppError::Busy), "it gives up, so that the state machine backs off");
}

fn several(names: &[&str]) -> Vec<u8> {
    let recipe = |name: &&str| {
        serde_json::json!({ "@type": "Recipe", "name": name, "recipeIngredient": [format!("1 {name}"), "salt"],
            "recipeInstructions": [format!("Cook the {name}.")] })
    };
    let nodes = serde_json::Value::from_iter(names.iter().map(recipe));
    format!(r#"<!doctype html><title>Leek</title><h1>Leek</h1><p>Three.<script type="application/ld+json">{nodes}</script>"#)
        .into()
}

#[tokio::test]
async fn part_of_a_page_is_imported_by_title_also_on_retry() {
    let world = World::default();
    world.web.put_page(ADDRESS, &several(&["Leek", "Fig"]));
    let ask = |number, part: Option<&str>| {
        let source = NewSource::Address { url: ADDRESS.to_owned(), part: part.map(str::to_owned) };
        let input = CreateRecipe { id: id(number), source, language: None };
        let (world, guard) = (&world, Guard::default());
        async move {
            let admitted = Admitted::default();
            import::create(&world.store, &world.machines, &guard, &guest("ann"), input, admitted, at(0)).await
        }
    };
    let main = ask(1, None).await.unwrap();
    world.process(&main).await.unwrap();
    let fig = ask(2, Some("Fig")).await.unwrap();
    world.process(&fig).await.unwrap();
    for (recipe, title, others) in [(&main, "Leek", &["Fig"][..]), (&fig, "Fig", &[])] {
        let view =
            serde_json::to_value(app::view::RecipeView::for_owner(world.stored(recipe).await)).unwrap();
        assert_eq!((&view["title"], &view["otherRecipes"]), (&title.into(), &others.into()));
        let seen = app::view::RecipeView::for_stranger(world.stored(recipe).await);
        let seen = serde_json::to_value(seen).unwrap();
        assert!(seen["part"].is_null() && seen["otherRecipes"].is_null());
    }
    assert_eq!(ask(2, Some("Fig")).await.map(|recipe| recipe.id), Ok(fig.id.clone()));
    assert_eq!(ask(2, None).await, Err(AppError::Unauthorized), "another part is another recipe");
}

#[tokio::test]
async fn missing_part_fails_and_retry_looks_for_it_again() {
    let world = World::default();
    world.web.put_page(ADDRESS, &several(&["Leek"]));
    let source = NewSource::Address { url: ADDRESS.to_owned(), part: Some("Fig".to_owned()) };
    let recipe = CreateRecipe { id: id(1), source, language: None };
    let (guard, admitted, caller) = (Guard::default(), Admitted::default(), guest("ann"));
    let recipe = import::create(&world.store, &world.machines, &guard, &caller, recipe, admitted, at(0))
        .await
        .unwrap();
    world.process(&recipe).await.unwrap();
    let code = world.stored(&recipe).await.failure().map(|failure| failure.code);
    assert_eq!(code, Some(ErrorCode::PartMissing));
    world.web.put_page(ADDRESS, &several(&["Leek", "Fig"]));
    let (bearer, free) = (test_support::samples::bearer("ann"), test_support::member_credits::FREE);
    let (one, by) = (id(1), app::book::RetryBy::Readers);
    app::book::retry(&world.store, &world.machines, free, &bearer, one.as_str(), by, at(9)).await.unwrap();
    let again = world.stored(&recipe).await;
    world.process(&again).await.unwrap();
    assert_eq!(world.stored(&recipe).await.content.title.as_deref(), Some("Fig"));
}
