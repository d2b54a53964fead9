use app::extracted_recipe::ExtractedRecipe;
use app::fetching::FetchError;
use app::limits::UseLimits;
use app::owners::Owners;
use app::personal_tokens::{
    self, Admission, CreateToken, Created, Kept, PersonalToken, PersonalTokens, Program, Refused, Scope,
    TokenText,
};
use app::program_extraction::{ExtractInput, ExtractionPorts, Sent, extract};
use app::refusal::Refusal;
use app::source_address::SourceAddress;
use app::{AppError, Caller, ErrorCode, OwnerId};
use test_support::fakes::{MemoryCounters, MemoryRecipes, ScriptedWeb};
use test_support::personal_tokens::MemoryPersonalTokens;
use test_support::samples::{at, id, ring};
use zest_core::Timestamp;

const ADDRESS: &str = "https://example.com/soup";
const DAY: i64 = 24 * 60 * 60;

fn ann() -> OwnerId {
    OwnerId::new("ann")
}

fn wanted(name: &str, scopes: &[Scope], days: Option<u32>) -> CreateToken {
    CreateToken { name: name.to_owned(), scopes: scopes.iter().copied().collect(), expires_in_days: days }
}

#[derive(Default)]
struct World {
    tokens: MemoryPersonalTokens,
    recipes: MemoryRecipes,
    counters: MemoryCounters,
    web: ScriptedWeb,
    limits: Option<UseLimits>,
}

impl World {
    async fn create(&self, number: u8, input: CreateToken) -> Result<Created, AppError> {
        let text = TokenText::new([number; 32]);
        personal_tokens::create(&self.tokens, ann(), input, id(number.into()), &text, at(0)).await
    }

    async fn with(scopes: &[Scope], days: Option<u32>) -> (Self, String) {
        let world = Self::default();
        let created = world.create(1, wanted("script", scopes, days)).await.unwrap();
        assert!(matches!(created, Created::Token(_)));
        (world, TokenText::new([1; 32]).secret().to_owned())
    }

    async fn admit(&self, token: Option<&str>, now: Timestamp) -> Result<Program, Refused> {
        self.admit_from(token, None, now).await
    }

    async fn admit_from(
        &self,
        token: Option<&str>,
        source: Option<&str>,
        now: Timestamp,
    ) -> Result<Program, Refused> {
        let (ring, source) = (ring(), source.and_then(SourceAddress::parse));
        let admission = Admission {
            tokens: &self.tokens,
            owners: &self.recipes,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: source.as_ref(),
        };
        personal_tokens::admit(&admission, token, now).await
    }

    async fn extract(&self, input: ExtractInput) -> Result<ExtractedRecipe, AppError> {
        let ring = ring();
        let ports = ExtractionPorts {
            web: &self.web,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: None,
        };
        let member = Caller::Member { user: ann(), identity: None };
        let Sent::Source(source) = input.parse()? else { panic!("a file is not a free source") };
        extract(&ports, &member, source, layout, at(0)).await
    }
}

fn layout(text: &str) -> Option<extract::Text> {
    let line = |text: &str| extract::TextLine { text: text.to_owned(), ..extract::TextLine::default() };
    let lines = text.lines().filter(|text| !text.is_empty()).map(line).collect();
    Some(extract::Text { lines, ..extract::Text::default() })
}

#[tokio::test]
async fn token_admits_its_member_with_its_scopes_only() {
    let (world, token) = World::with(&[Scope::Extract], None).await;
    let program = world.admit(Some(&token), at(1)).await.unwrap();
    assert_eq!(program.member, Caller::Member { user: ann(), identity: None });
    assert_eq!(program.require(Scope::Extract), Ok(()));

    let bare = TokenText::new([9; 32]);
    let mut stored = world.tokens.list(&ann()).await.unwrap().remove(0);
    (stored.id, stored.scopes) = (id(9), [].into());
    assert_eq!(world.tokens.keep(&bare.hash(), &stored).await, Ok(Kept::Stored));
    let program = world.admit(Some(bare.secret()), at(1)).await.unwrap();
    assert_eq!(program.require(Scope::Extract), Err(Refused::NoScope(Scope::Extract)));
}

#[tokio::test]
async fn unknown_revoked_and_expired_tokens_are_refused_at_once() {
    let (world, token) = World::with(&[Scope::Extract], Some(2)).await;
    let other = TokenText::new([2; 32]);
    for text in [None, Some(""), Some("zest_"), Some(other.secret())] {
        assert_eq!(world.admit(text, at(1)).await, Err(Refused::NoToken), "{text:?}");
    }
    assert!(world.admit(Some(&token), at(2 * DAY - 1)).await.is_ok());
    assert_eq!(world.admit(Some(&token), at(2 * DAY)).await, Err(Refused::NoToken));
    let id = id(1);
    assert_eq!(personal_tokens::revoke(&world.tokens, &OwnerId::new("bob"), id.as_str()).await, Ok(false));
    assert!(world.admit(Some(&token), at(1)).await.is_ok());
    assert_eq!(personal_tokens::revoke(&world.tokens, &ann(), id.as_str()).await, Ok(true));
    assert_eq!(world.admit(Some(&token), at(1)).await, Err(Refused::NoToken));
}

#[tokio::test]
async fn token_of_a_leaving_member_is_refused() {
    let (world, token) = World::with(&[Scope::Extract], None).await;
    world.recipes.leave(&ann()).await.unwrap();
    assert_eq!(world.admit(Some(&token), at(1)).await, Err(Refused::NoToken));
}

#[tokio::test]
async fn last_use_is_recorded_every_ten_minutes() {
    let (world, token) = World::with(&[Scope::Extract], None).await;
    let used = async |seconds| {
        world.admit(Some(&token), at(seconds)).await.unwrap();
        let listed: Vec<PersonalToken> = personal_tokens::list(&world.tokens, &ann()).await.unwrap();
        listed.first().unwrap().used_at
    };
    assert_eq!(used(5).await, Some(at(5)));
    assert_eq!(used(604).await, Some(at(5)));
    assert_eq!(used(605).await, Some(at(605)));
}

#[tokio::test]
async fn calls_are_limited_per_token_and_per_address() {
    let (mut world, token) = World::with(&[Scope::Extract], None).await;
    world.create(2, wanted("other", &[Scope::Extract], None)).await.unwrap();
    let other = TokenText::new([2; 32]).secret().to_owned();
    world.limits = UseLimits::parse("tokenCalls=2").unwrap();
    let again = at(0).seconds().div_euclid(3600) * 3600 + 3600;
    let limited = Err(Refused::Error(AppError::LimitReached { again: Timestamp::from_millis(again * 1000) }));
    for allowed in [true, true, false] {
        let admitted = world.admit(Some(&token), at(1)).await;
        assert_eq!(admitted.is_ok(), allowed);
        assert!(allowed || admitted == limited);
    }
    assert!(world.admit(Some(&other), at(1)).await.is_ok(), "another token");

    // An address may make eight calls, as many as four tokens.
    let mut counted = Vec::new();
    for number in 3..8 {
        world.create(number, wanted("more", &[Scope::Extract], None)).await.unwrap();
        let token = TokenText::new([number; 32]).secret().to_owned();
        for _ in 0..2 {
            counted.push(world.admit_from(Some(&token), Some("192.0.2.1"), at(1)).await.is_ok());
        }
    }
    assert_eq!(counted, [[true; 8].as_slice(), &[false; 2]].concat());
}

#[tokio::test]
async fn token_input_is_bounded() {
    let world = World::default();
    let all = [Scope::Extract];
    for (input, refusal) in [
        (wanted(" ", &all, None), Refusal::TokenName),
        (wanted(&"é".repeat(61), &all, None), Refusal::TokenName),
        (wanted("a\nb", &all, None), Refusal::TokenName),
        (wanted("a", &[], None), Refusal::TokenScopes),
        (wanted("a", &all, Some(0)), Refusal::TokenLifetime),
        (wanted("a", &all, Some(367)), Refusal::TokenLifetime),
    ] {
        assert_eq!(world.create(1, input).await, Err(AppError::InvalidInput(refusal)));
    }
    for number in 1..=10 {
        let created = world.create(number, wanted(&"é".repeat(60), &all, Some(366))).await;
        assert!(matches!(created, Ok(Created::Token(_))), "{number}");
    }
    assert_eq!(world.create(11, wanted("a", &all, None)).await, Ok(Created::Full));
}

#[tokio::test]
async fn fault_of_the_store_admits_nobody_and_reports_busy() {
    let (world, token) = World::with(&[Scope::Extract], None).await;
    let busy = || AppError::ServiceBusy("injected".to_owned());
    for number in [1, 2] {
        world.tokens.fail_at(number);
        assert_eq!(world.admit(Some(&token), at(1)).await, Err(Refused::Error(busy())));
    }
    world.tokens.fail_at(1);
    assert_eq!(world.create(2, wanted("a", &[Scope::Extract], None)).await, Err(busy()));
    world.tokens.fail_at(1);
    assert_eq!(personal_tokens::revoke(&world.tokens, &ann(), id(1).as_str()).await, Err(busy()));
    assert_eq!(world.tokens.list(&ann()).await.map(|all| all.len()), Ok(1), "nothing has changed");
}

fn page() -> String {
    let node = serde_json::json!({
        "@context": "https://schema.org", "@type": "Recipe", "name": "Leek soup",
        "recipeIngredient": ["2 leeks", "1 l stock"], "recipeInstructions": ["Cut the leeks.", "Simmer them."],
    });
    format!(r#"<!doctype html><title>Soup</title><script type="application/ld+json">{node}</script>"#)
}

#[tokio::test]
async fn address_html_and_text_give_recipe_json_ld_and_provenance() {
    let world = World::default();
    world.web.put_page(ADDRESS, page().as_bytes());
    let text = "Leek soup\n\nIngredients\n2 leeks\n1 l stock\n\nPreparation\nCut the leeks.\nSimmer them in the stock.";
    for (input, url) in [
        (ExtractInput { url: Some(ADDRESS.to_owned()), ..ExtractInput::default() }, Some(ADDRESS)),
        (ExtractInput { html: Some(page()), ..ExtractInput::default() }, None),
        (
            ExtractInput {
                html: Some(page()),
                source_url: Some(ADDRESS.to_owned()),
                ..ExtractInput::default()
            },
            Some(ADDRESS),
        ),
        (ExtractInput { text: Some(text.to_owned()), ..ExtractInput::default() }, None),
    ] {
        let read = world.extract(input).await.unwrap();
        assert_eq!(read.url.as_deref(), url);
        assert_eq!(read.recipe.title.as_deref(), Some("Leek soup"));
        assert_eq!(read.json_ld["@type"], "Recipe");
        assert_eq!(read.json_ld["recipeIngredient"][0], "2 leeks");
        assert!(!read.provenance.is_empty());
    }
}

#[tokio::test]
async fn extract_input_names_one_source_within_its_limits() {
    let some = |text: &str| Some(text.to_owned());
    let none = ExtractInput::default;
    for (input, refusal) in [
        (none(), Refusal::ExtractSource),
        (ExtractInput { url: some(ADDRESS), text: some("a"), ..none() }, Refusal::ExtractSource),
        (ExtractInput { url: some(ADDRESS), source_url: some(ADDRESS), ..none() }, Refusal::ExtractSource),
        (ExtractInput { text: some("a"), part: some("b"), ..none() }, Refusal::ExtractSource),
        (ExtractInput { text: Some("a".repeat(200_001)), ..none() }, Refusal::LongText),
        (ExtractInput { html: Some("a".repeat((4 << 20) + 1)), ..none() }, Refusal::PageTooLarge),
        (ExtractInput { url: some(ADDRESS), part: some(" "), ..none() }, Refusal::LongPart),
    ] {
        assert_eq!(input.parse().err(), Some(AppError::InvalidInput(refusal)));
    }
}

#[tokio::test]
async fn source_without_a_recipe_says_why() {
    let world = World::default();
    world.web.put(ADDRESS, Err(FetchError::NotAllowed));
    let some = |text: &str| Some(text.to_owned());
    let none = ExtractInput::default;
    for (input, code) in [
        (ExtractInput { url: some(ADDRESS), ..none() }, ErrorCode::AddressNotAllowed),
        (ExtractInput { html: some("<p>Hello, world, how are you?"), ..none() }, ErrorCode::NotARecipe),
        (ExtractInput { text: some("Hello."), ..none() }, ErrorCode::NotARecipe),
        (ExtractInput { html: Some(page()), part: some("Cake"), ..none() }, ErrorCode::PartMissing),
    ] {
        assert_eq!(world.extract(input).await.err(), Some(AppError::ImportFailed(code)));
    }
}

#[tokio::test]
async fn extraction_counts_as_an_import() {
    let world = World { limits: UseLimits::parse("addressImports=0").unwrap(), ..World::default() };
    let input = ExtractInput { html: Some(page()), ..ExtractInput::default() };
    assert!(matches!(world.extract(input).await, Err(AppError::LimitReached { .. })));
}
