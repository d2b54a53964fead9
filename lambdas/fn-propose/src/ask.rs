//! One request, from what it shows to what is proposed.

use std::future::Future;

use agent::{RecipeId, Wish, reckon};
use app::owner_token::{self, Verified};
use app::owners::{self, Purpose};
use app::recipe_store::RecipeStore;
use app::signed_token::KeyRing;
use app::{AppError, Caller, Language, Timestamp};
use aws::AgentLibrary;
use runtime::{RestAnswer, RestError, RestRequest};
use serde::Deserialize;

use crate::answers;

/// Largest body, in bytes: a wish has 20,000 at most, each of which JSON may write in six.
const MOST_BYTES: usize = 128 << 10;

/// The keys of owner tokens, read when one has to be verified.
pub(crate) trait Keys: Send + Sync {
    /// The keys by which this token can be verified.
    fn ring(&self, token: &str) -> impl Future<Output = Result<KeyRing, AppError>> + Send;
}

/// What a request is answered from.
pub(crate) struct Ports<'a, Recipes, Ring> {
    pub(crate) recipes: &'a Recipes,
    pub(crate) keys: &'a Ring,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    recipe_id: String,
    wish: String,
    language: Language,
}

impl<Recipes: RecipeStore, Ring: Keys> Ports<'_, Recipes, Ring> {
    /// What is proposed to the bearer of an owner token.
    ///
    /// # Errors
    /// [`RestError`], which is an answer as well.
    pub(crate) async fn propose(
        &self,
        request: &RestRequest,
        now: Timestamp,
    ) -> Result<RestAnswer, RestError> {
        let token = request.token().ok_or_else(answers::no_token)?;
        let ring = self.keys.ring(token).await?;
        let caller = match owner_token::verify(&ring, token, now) {
            Ok(Verified::Owner { identity, user, .. }) => Caller::Bearer { identity, user },
            Ok(Verified::Anonymous) | Err(_) => return Err(answers::no_token()),
        };
        let Body { recipe_id, wish, language } = request.json(MOST_BYTES)?;
        let recipe_id = RecipeId::parse(&recipe_id)
            .map_err(|error| RestError::invalid(format!("recipeId is malformed: {error}.")))?;
        let caller = owners::admit(self.recipes, caller, Purpose::Other).await?;
        let library = AgentLibrary::new(self.recipes, caller.canonical().map_err(|_| answers::no_token())?);
        let wish = Wish { recipe_id, wish, language };
        let proposed = reckon(&library, &wish).await.ok_or_else(answers::off)?;
        answers::told(proposed, language)
    }
}

#[cfg(test)]
mod tests {
    use app::OwnerId;
    use app::owners::Owners;
    use recipe::line;
    use serde_json::{Value, json};
    use testkit::fakes::MemoryRecipes;
    use testkit::samples::{at, finished, guest, id, ring};

    use super::*;

    struct Ring;

    impl Keys for Ring {
        async fn ring(&self, _token: &str) -> Result<KeyRing, AppError> {
            Ok(testkit::samples::ring())
        }
    }

    struct World(MemoryRecipes);

    impl World {
        /// Ann's recipe 1, for four, and Bob's 2.
        async fn with_two_cooks() -> Self {
            let recipes = MemoryRecipes::default();
            for (number, owner, servings) in [(1, "ann", Some(4)), (2, "bob", Some(4)), (3, "ann", None)] {
                let mut recipe = finished(id(number), &OwnerId::new(owner), at(0));
                recipe.content.servings = servings;
                recipe.content.language = Some(Language::En);
                recipe.content.ingredients = vec![line::read("200 g butter", Some(Language::En))];
                recipes.create(&recipe).await.unwrap();
            }
            Self(recipes)
        }

        async fn ask(&self, token: Option<&str>, body: &str) -> (u16, Value) {
            let event = json!({
                "httpMethod": "POST",
                "resource": "/agent/propose",
                "headers": token.map(|token| json!({ "Authorization": format!("Bearer {token}") })),
                "body": body,
            });
            let request: RestRequest = serde_json::from_value(event).unwrap();
            let ports = Ports { recipes: &self.0, keys: &Ring };
            let answer = ports.propose(&request, at(0)).await.unwrap_or_else(|error| error.answer());
            let answer = serde_json::to_value(answer).unwrap();
            let body = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
            (u16::try_from(answer["statusCode"].as_u64().unwrap()).unwrap(), body)
        }

        async fn wish(&self, recipe: u128, wish: &str) -> (u16, Value) {
            self.ask(Some(&token_of("ann")), &body(id(recipe).as_str(), wish)).await
        }
    }

    fn body(recipe: &str, wish: &str) -> String {
        json!({ "recipeId": recipe, "wish": wish, "language": "es" }).to_string()
    }

    fn token_of(name: &str) -> String {
        owner_token::issue(&ring(), &guest(name), at(0)).unwrap().token
    }

    #[tokio::test]
    async fn a_wish_that_needs_no_model_is_answered_with_a_patch_that_nobody_has_kept() {
        let world = World::with_two_cooks().await;
        let before = world.0.get(&id(1)).await.unwrap();
        let (status, told) = world.wish(1, "vegan, for 8").await;
        assert_eq!((status, &told["reckoned"], &told["words"]), (200, &json!(true), &Value::Null));
        assert_eq!(told["patch"]["recipeId"], id(1).as_str());
        assert_eq!(told["patch"]["lines"][0]["after"]["text"], "400 g plant-based butter");
        assert_eq!(
            world.wish(1, "para 4").await,
            (200, json!({ "patch": null, "words": null, "reckoned": true }))
        );
        assert_eq!(world.0.get(&id(1)).await.unwrap(), before);
    }

    #[tokio::test]
    async fn what_cannot_be_proposed_is_told_with_a_code() {
        let world = World::with_two_cooks().await;
        for (recipe, wish, status, code) in [
            (2, "vegan", 404, "NO_RECIPE"),
            (9, "vegan", 404, "NO_RECIPE"),
            (2, "shorter", 404, "NO_RECIPE"),
            (3, "for 8", 422, "AGENT_NO_SERVINGS"),
            (1, " ", 400, "AGENT_EMPTY"),
            (1, &"x".repeat(20_001), 400, "AGENT_TEXT_TOO_LONG"),
            (1, "shorter", 422, "AGENT_OFF"),
        ] {
            let (told, answer) = world.wish(recipe, wish).await;
            assert_eq!((told, &answer["code"]), (status, &code.into()), "{recipe} {wish:.20}");
        }
        let large = body(id(1).as_str(), &"x".repeat(MOST_BYTES));
        for (sent, status, code) in [
            ("", 400, "INVALID_INPUT"),
            ("[]", 400, "INVALID_INPUT"),
            (r#"{"recipeId":"r"}"#, 400, "INVALID_INPUT"),
            (r#"{"recipeId":"r","wish":"vegan","language":"de"}"#, 400, "INVALID_INPUT"),
            (r#"{"recipeId":"../r","wish":"vegan","language":"en"}"#, 400, "INVALID_INPUT"),
            (&*large, 413, "TOO_LARGE"),
        ] {
            let (told, answer) = world.ask(Some(&token_of("ann")), sent).await;
            assert_eq!((told, &answer["code"]), (status, &code.into()), "{sent:.60}");
        }
    }

    #[tokio::test]
    async fn who_shows_no_token_in_force_and_who_has_left_is_nobody() {
        let world = World::with_two_cooks().await;
        let vegan = body(id(1).as_str(), "vegan");
        let old = owner_token::issue(&ring(), &guest("ann"), at(-3_600)).unwrap().token;
        let anonymous = at(0).seconds().to_string() + "000";
        for token in [None, Some(""), Some("nonsense"), Some(&*old), Some(&*anonymous)] {
            let (status, told) = world.ask(token, &vegan).await;
            assert_eq!((status, &told["code"]), (401, &"Unauthorized".into()), "{token:?}");
        }
        world.0.leave(&OwnerId::new("ann")).await.unwrap();
        assert_eq!(world.ask(Some(&token_of("ann")), &vegan).await.0, 401);
    }
}
