#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use app::book::Change;
use app::caller::ADMINS;
use app::feedback::{
    self, CreateFeedback, CreatePorts, Feedback, FeedbackCaller, FeedbackKind, FeedbackStatus, ListFeedback,
    RecipePart, UpdateFeedback,
};
use app::limits::UseLimits;
use app::owners::Owners;
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::source_address::SourceAddress;
use app::{AppError, Caller, OwnerId};
use serde_json::{Value, json};
use test_support::fakes::{MemoryCounters, MemoryRecipes};
use test_support::feedback::MemoryFeedback;
use test_support::samples::{at, bearer, finished, guest, id, ring};
use zest_core::Timestamp;

#[derive(Default)]
struct World {
    store: MemoryFeedback,
    recipes: MemoryRecipes,
    counters: MemoryCounters,
    limits: Option<UseLimits>,
}

fn asker(caller: Caller) -> FeedbackCaller {
    FeedbackCaller::new(caller, &[])
}

fn member(user: &str) -> Caller {
    Caller::Member { user: OwnerId::new(user), identity: Some(OwnerId::new(format!("{user}-id"))) }
}

fn admin(user: &str) -> FeedbackCaller {
    FeedbackCaller::new(member(user), &[ADMINS.to_owned()])
}

fn new(number: u128) -> CreateFeedback {
    CreateFeedback {
        id: id(number).to_string(),
        kind: FeedbackKind::Question,
        message: "Is it soup?".to_owned(),
        email: Some(" ann@zest.example ".to_owned()),
        recipe_id: None,
        wrong_part: None,
    }
}

impl World {
    async fn create(&self, caller: Caller, input: CreateFeedback) -> Result<Value, AppError> {
        self.create_from(caller, input, None, at(0)).await
    }

    async fn create_from(
        &self,
        caller: Caller,
        input: CreateFeedback,
        source: Option<&str>,
        now: Timestamp,
    ) -> Result<Value, AppError> {
        let source = source.and_then(SourceAddress::parse);
        let ring = ring();
        let ports = CreatePorts {
            store: &self.store,
            recipes: &self.recipes,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: source.as_ref(),
        };
        feedback::create(&ports, &asker(caller), input, now).await.map(|view| json!(view))
    }

    async fn get(&self, asker: &FeedbackCaller, number: u128) -> Result<Value, AppError> {
        let id = id(number);
        feedback::get(&self.store, &self.recipes, asker, id.as_str()).await.map(|view| json!(view))
    }

    async fn update(&self, asker: &FeedbackCaller, input: UpdateFeedback) -> Result<Value, AppError> {
        feedback::update(&self.store, &self.recipes, asker, input, at(9)).await.map(|view| json!(view))
    }

    async fn delete(&self, asker: &FeedbackCaller, number: u128) -> Result<(), AppError> {
        let id = id(number);
        feedback::delete(&self.store, &self.recipes, asker, id.as_str()).await.map(drop)
    }

    async fn listed(&self, asker: &FeedbackCaller, arguments: Value) -> Result<Vec<u32>, AppError> {
        let arguments: ListFeedback = serde_json::from_value(arguments).unwrap();
        let listing = feedback::list(&self.store, &self.recipes, asker, &arguments).await?;
        let number = |item: &Value| u32::from_str_radix(item["id"].as_str().unwrap(), 16).unwrap();
        Ok(listing.items.iter().map(number).collect())
    }

    fn kept(&self) -> Feedback {
        let [kept] = <[Feedback; 1]>::try_from(self.store.kept()).unwrap();
        kept
    }
}

fn changed(number: u128) -> UpdateFeedback {
    UpdateFeedback { id: id(number).to_string(), ..UpdateFeedback::default() }
}

#[tokio::test]
async fn author_sees_own_feedback_and_strangers_only_its_existence() {
    let world = World::default();
    world.create(guest("ann"), new(1)).await.unwrap();
    let answered = UpdateFeedback {
        answer: Change::To("It is.".to_owned()),
        note: Change::To("asks often".to_owned()),
        ..changed(1)
    };
    let answer = world.update(&admin("boss"), answered).await.unwrap();
    assert_eq!(
        (&answer["note"], &answer["handledBy"], &answer["createdBy"]),
        (&json!("asks often"), &json!("boss"), &json!(null))
    );
    let anns = world.get(&asker(guest("ann")), 1).await.unwrap();
    for (name, value) in [
        ("mine", json!(true)),
        ("message", json!("Is it soup?")),
        ("email", json!("ann@zest.example")),
        ("status", json!("ANSWERED")),
        ("answer", json!("It is.")),
        ("answeredAt", json!(at(9))),
        ("createdBy", json!("ann")),
        ("note", json!(null)),
        ("handledBy", json!(null)),
        ("handledAt", json!(null)),
    ] {
        assert_eq!(anns[name], value, "{name}");
    }
    assert_eq!(world.get(&asker(bearer("ann")), 1).await.unwrap(), anns, "also by token");
    for stranger in [guest("bob"), member("bob"), bearer("bob"), Caller::Anonymous] {
        let seen = world.get(&asker(stranger), 1).await.unwrap();
        let visible: Vec<_> =
            seen.as_object().unwrap().iter().filter(|(_, value)| !value.is_null()).collect();
        let names: BTreeSet<_> = visible.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, BTreeSet::from(["createdAt", "id", "mine", "type", "updatedAt", "version"]));
        assert_eq!(seen["mine"], json!(false));
    }
    assert!(matches!(world.get(&asker(guest("ann")), 2).await, Err(AppError::FeedbackNotFound(_))));
}

#[tokio::test]
async fn only_a_member_of_the_admin_group_is_an_admin() {
    let groups = [ADMINS.to_owned()];
    for (caller, groups, is_admin) in [
        (member("boss"), &groups[..], true),
        (member("boss"), &["admin".to_owned(), "Admins".to_owned()][..], false),
        (guest("boss"), &groups, false),
        (bearer("boss"), &groups, false),
        (Caller::Anonymous, &groups, false),
    ] {
        assert_eq!(FeedbackCaller::new(caller, groups).is_admin, is_admin);
    }
}

#[tokio::test]
async fn repeated_create_succeeds_and_anothers_id_is_rejected() {
    let world = World::default();
    let first = world.create(guest("ann"), new(1)).await.unwrap();
    let again = CreateFeedback { message: "Or stew?".to_owned(), ..new(1) };
    assert_eq!(world.create(guest("ann"), again).await.unwrap(), first);
    assert_eq!(world.create(guest("bob"), new(1)).await, Err(AppError::Unauthorized));
    assert_eq!(world.create(bearer("ann"), new(2)).await, Err(AppError::Unauthorized));
    assert_eq!(world.create(Caller::Anonymous, new(2)).await, Err(AppError::Unauthorized));
    assert_eq!(world.kept().message, "Is it soup?");
}

#[tokio::test]
async fn invalid_feedback_is_rejected_and_not_counted() {
    let world = World { limits: Some(UseLimits::parse("feedback=1").unwrap().unwrap()), ..World::default() };
    let invalid = |refusal| Err(AppError::InvalidInput(refusal));
    for (message, refusal) in [
        ("ü".repeat(5_001), Refusal::LongMessage),
        ("a".repeat(50_000), Refusal::LongMessage),
        (" \u{0}\u{7f}\n ".to_owned(), Refusal::EmptyMessage),
    ] {
        let input = CreateFeedback { message, ..new(1) };
        assert_eq!(world.create(guest("ann"), input).await, invalid(refusal));
    }
    let input = CreateFeedback { email: Some("ann".to_owned()), ..new(1) };
    assert_eq!(world.create(guest("ann"), input).await, invalid(Refusal::MalformedEmail));
    let input = CreateFeedback { id: "1".to_owned(), ..new(1) };
    assert_eq!(world.create(guest("ann"), input).await, invalid(Refusal::MalformedId));
    let html = "<script>alert(1)</script>";
    let input = CreateFeedback { message: html.to_owned(), email: Some(" ".to_owned()), ..new(1) };
    let kept = world.create(guest("ann"), input).await.unwrap();
    assert_eq!((&kept["message"], &kept["email"]), (&json!(html), &json!(null)), "text stays text");
}

#[tokio::test]
async fn feedback_is_limited_per_day() {
    let world = World { limits: Some(UseLimits::default()), ..World::default() };
    let mut number = 0;
    let mut written = async |caller: &Caller, source: &str, now| {
        let mut count = 0;
        loop {
            number += 1;
            match world.create_from(caller.clone(), new(number), Some(source), now).await {
                Ok(_) => count += 1,
                Err(AppError::LimitReached { again }) => return (count, again),
                Err(error) => panic!("{error}"),
            }
        }
    };
    let midnight = Timestamp::try_from("2026-11-22T00:00:00.000Z".to_owned()).unwrap();
    assert_eq!(written(&guest("ann"), "192.0.2.1", at(0)).await, (10, midnight));
    assert_eq!(written(&member("bea"), "192.0.2.2", at(0)).await, (30, midnight));
    // The limit of one address (an IPv6 /64) is forty; Ann has used ten of them.
    let mut of_address = 0;
    for n in 0..5 {
        let source = if n == 0 { "2001:db8::1" } else { "2001:db8::2:1" };
        of_address += written(&guest(&format!("guest {n}")), source, at(0)).await.0;
    }
    assert_eq!(of_address, 40);
    assert_eq!(written(&guest("ann"), "192.0.2.1", midnight).await.0, 10, "a new day");
    assert!(world.create_from(guest("ann"), new(1), Some("192.0.2.1"), at(1)).await.is_ok());
}

#[tokio::test]
async fn author_changes_feedback_and_admin_answers() {
    let world = World::default();
    world.create(guest("ann"), new(1)).await.unwrap();
    let ann = asker(bearer("ann"));
    let with_message = |message: &str| UpdateFeedback { message: Some(message.to_owned()), ..changed(1) };
    for stranger in [asker(bearer("bob")), asker(member("bob")), asker(guest("ann"))] {
        assert_eq!(world.update(&stranger, with_message("Mine now")).await, Err(AppError::Unauthorized));
        assert_eq!(
            world.update(&stranger, UpdateFeedback { id: id(2).to_string(), ..with_message("x") }).await,
            Err(AppError::Unauthorized)
        );
        assert_eq!(world.delete(&stranger, 1).await, Err(AppError::Unauthorized));
    }
    for of_admins in [
        UpdateFeedback { status: Some(FeedbackStatus::Closed), ..changed(1) },
        UpdateFeedback { answer: Change::To("I am good".to_owned()), ..changed(1) },
        UpdateFeedback { note: Change::Empty, ..changed(1) },
    ] {
        assert_eq!(world.update(&ann, of_admins).await, Err(AppError::Unauthorized));
    }
    let answered = UpdateFeedback { answer: Change::To(" Yes.\u{0} ".to_owned()), ..changed(1) };
    let updated = world.update(&admin("boss"), answered).await.unwrap();
    assert_eq!(
        (&updated["answer"], &updated["status"], &updated["version"]),
        (&json!("Yes."), &json!("ANSWERED"), &json!(2))
    );
    let same = UpdateFeedback { version: Some(1), ..with_message("Is it soup?") };
    assert_eq!(world.update(&ann, same).await.unwrap()["status"], json!("ANSWERED"));
    let late = UpdateFeedback { version: Some(1), ..with_message("Or stew?") };
    assert_eq!(world.update(&ann, late.clone()).await, Err(AppError::Conflict));
    let updated =
        world.update(&ann, UpdateFeedback { version: Some(2), email: Change::Empty, ..late }).await.unwrap();
    assert_eq!(
        (&updated["status"], &updated["email"], &updated["answer"]),
        (&json!("NEW"), &json!(null), &json!("Yes."))
    );
    let closed = UpdateFeedback {
        status: Some(FeedbackStatus::Closed),
        answer: Change::To("No.".to_owned()),
        ..changed(1)
    };
    assert_eq!(world.update(&admin("boss"), closed).await.unwrap()["status"], json!("CLOSED"));
    let long = UpdateFeedback { note: Change::To("n".repeat(5_001)), ..changed(1) };
    assert_eq!(world.update(&admin("boss"), long).await, Err(AppError::InvalidInput(Refusal::LongNote)));
    assert_eq!(
        world.update(&ann, with_message(" ")).await,
        Err(AppError::InvalidInput(Refusal::EmptyMessage))
    );
    assert_eq!(world.delete(&ann, 1).await, Ok(()));
    assert_eq!(world.delete(&ann, 1).await, Ok(()), "twice is no error");
    assert!(world.store.kept().is_empty());
}

#[tokio::test]
async fn lists_show_own_feedback_and_admins_all() {
    let world = World::default();
    for (number, caller) in [(1, guest("ann")), (2, guest("bob")), (3, member("boss"))] {
        let now = at(i64::try_from(number).unwrap());
        world.create_from(caller, new(number), None, now).await.unwrap();
    }
    let ann = asker(guest("ann"));
    assert_eq!(world.listed(&ann, json!({})).await, Ok(vec![1]));
    assert_eq!(world.listed(&ann, json!({ "mine": false })).await, Ok(vec![1]));
    assert_eq!(world.listed(&asker(member("boss")), json!({})).await, Ok(vec![3]));
    assert_eq!(world.listed(&admin("boss"), json!({})).await, Ok(vec![3, 2, 1]));
    assert_eq!(world.listed(&admin("boss"), json!({ "sortDirection": "ASC" })).await, Ok(vec![1, 2, 3]));
    assert_eq!(world.listed(&admin("boss"), json!({ "mine": true })).await, Ok(vec![3]));
    let filter = json!({ "filter": { "type": { "eq": "BUG_REPORT" } } });
    assert_eq!(world.listed(&admin("boss"), filter).await, Ok(vec![]));
    for nobody in [bearer("ann"), Caller::Anonymous] {
        assert_eq!(world.listed(&asker(nobody), json!({})).await, Err(AppError::Unauthorized));
    }
    let arguments: ListFeedback = serde_json::from_value(json!({ "limit": 1 })).unwrap();
    let page = feedback::list(&world.store, &world.recipes, &admin("boss"), &arguments).await.unwrap();
    let stolen = json!({ "limit": 1, "nextToken": page.next_token.unwrap() });
    assert_eq!(
        world.listed(&ann, stolen.clone()).await,
        Err(AppError::InvalidInput(Refusal::ForeignPageToken))
    );
    assert_eq!(world.listed(&admin("boss"), stolen).await, Ok(vec![2]));
}

#[tokio::test]
async fn guests_feedback_moves_to_the_member() {
    let world = World::default();
    world.create(guest("ann-guest"), new(1)).await.unwrap();
    let ann = asker(member("ann"));
    assert_eq!(world.listed(&ann, json!({})).await, Ok(vec![]));
    let names = (OwnerId::new("ann-guest"), OwnerId::new("ann"));
    assert_eq!(world.recipes.link_identity_to_member(&names.0, &names.1).await, Ok(true));
    assert_eq!(world.get(&ann, 1).await.unwrap()["mine"], json!(true));
    let token = asker(Caller::Bearer { identity: OwnerId::new("ann-id"), user: Some(OwnerId::new("ann")) });
    let update = UpdateFeedback { message: Some("It is.".to_owned()), ..changed(1) };
    assert!(world.update(&token, update).await.is_ok(), "before it was moved");
    assert_eq!(world.listed(&ann, json!({})).await, Ok(vec![1]));
    let kept = world.kept();
    assert_eq!((kept.creator.secret(), kept.is_of_member, kept.version), ("ann", true, 3));
    assert_eq!(world.listed(&ann, json!({})).await, Ok(vec![1]), "and once");
}

#[tokio::test]
async fn report_of_a_wrong_part_stores_the_extraction() {
    let world = World::default();
    let owner = OwnerId::new("ann");
    let mut recipe = finished(id(7), &owner, at(0));
    recipe.url = Some("https://mail.example.com/recipe?user=ann&key=secret#top".to_owned());
    recipe.notes = Some("for Bob's birthday".to_owned());
    let line = |text: &str| recipe::Ingredient { text: text.to_owned(), ..recipe::Ingredient::default() };
    recipe.content.ingredients = vec![line("2 leeks"), line(&"l".repeat(2_000))];
    recipe.content.instructions = vec!["🍲".repeat(900); 500];
    world.recipes.create(&recipe).await.unwrap();
    let wrong = |number| CreateFeedback {
        recipe_id: Some(id(7).to_string()),
        wrong_part: Some(RecipePart::Ingredients),
        message: "3 leeks".to_owned(),
        ..new(number)
    };
    let created = world.create(guest("ann"), wrong(1)).await.unwrap();
    let reading = &created["reading"];
    assert_eq!((&created["wrongPart"], &created["recipeId"]), (&json!("INGREDIENTS"), &json!(id(7))));
    assert_eq!((&reading["title"], &reading["sourceHost"]), (&json!("Soup"), &json!("mail.example.com")));
    assert_eq!(reading["ingredients"][0], json!("2 leeks"));
    assert_eq!(reading["ingredients"][1].as_str().unwrap().len(), 1_000, "a line is cut");
    assert_eq!(reading["instructions"].as_array().unwrap().len(), 10, "so many as fit");
    for hidden in ["secret", "birthday", "top"] {
        assert!(!created.to_string().contains(hidden), "{hidden}");
    }
    let refused = Err(AppError::InvalidInput(Refusal::NoOwnRecipe));
    assert_eq!(world.create(guest("bob"), wrong(2)).await, refused, "it is Ann's");
    let unknown = CreateFeedback { recipe_id: Some(id(8).to_string()), ..wrong(2) };
    assert_eq!(world.create(guest("ann"), unknown).await, refused);
    assert_eq!(world.create(guest("ann"), CreateFeedback { recipe_id: None, ..wrong(2) }).await, refused);
    // A report with a recipe but without a wrong part stores no extraction.
    let named = CreateFeedback { wrong_part: None, ..wrong(2) };
    assert_eq!(world.create(guest("bob"), named).await.unwrap()["reading"], json!(null));
}

#[tokio::test]
async fn feedback_is_deleted_if_the_account_is_deleted_meanwhile() {
    let world = World::default();
    world.recipes.leave(&OwnerId::new("ann")).await.unwrap();
    assert_eq!(world.create(member("ann"), new(1)).await, Err(AppError::Unauthorized));
    assert!(world.store.kept().is_empty());
}
