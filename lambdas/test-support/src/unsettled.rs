//! Contract suite for finding unsettled recipes.

use app::recipe_store::RecipeStore;
use app::{OwnerId, Recipe, Status};
use zest_core::RecipeId;

use crate::samples::{at, submitted};

pub(crate) async fn only_the_unsettled_are_swept(store: &impl RecipeStore, recipe: &Recipe) {
    assert_eq!(store.create(recipe).await, Ok(()));
    let swept = |before| async move { store.unsettled(before, 100).await.expect("a sweep") };
    assert!(swept(recipe.updated_at).await.contains(&recipe.id));
    assert!(!swept(at(-1_000_001)).await.contains(&recipe.id), "it changed later than that");
    let mut failed = recipe.clone();
    failed.version = 2;
    assert_eq!(failed.fail(app::Failure::from(app::ErrorCode::NotFound)), Ok(()));
    assert_eq!(store.replace(&failed, 1).await, Ok(()));
    assert!(!swept(recipe.updated_at).await.contains(&recipe.id), "it is settled");
    assert_eq!(failed.status(), Status::Failed);
}

pub(crate) async fn unsettled_recipes_of_all_shards_are_found(
    store: &impl RecipeStore,
    owner: &OwnerId,
    number: &impl Fn(u64) -> RecipeId,
) {
    // The times are in the future, so that no scheduled sweep sees them. Ids and times have different orders.
    const LATE: i64 = 2_000_000_000;
    const END: i64 = LATE + 16;
    for n in 0..16 {
        let recipe = submitted(number(0x1000 + n * 7 % 16), owner, at(LATE + n.cast_signed()));
        assert_eq!(store.create(&recipe).await, Ok(()));
    }
    let made: Vec<_> = (0..16).map(|n| number(0x1000 + n * 7 % 16)).collect();
    let mut found = store.unsettled(at(END), 10_000).await.expect("a sweep");
    found.retain(|id| made.contains(id));
    assert_eq!(found, made, "all, the longest unchanged first");
    assert_eq!(store.unsettled(at(END), 5).await.expect("a sweep").len(), 5);

    let is_full = async |limit, now| store.is_full(&made[0], limit, now).await.expect("a count");
    assert!(is_full(16, at(END)).await);
    assert!(!is_full(1_000_000, at(END)).await);
    assert!(!is_full(1_000, at(-LATE)).await, "nothing is that old");

    for id in &made {
        let recipe = store.get(id).await.expect("a read").expect("a recipe");
        assert_eq!(store.delete(&recipe).await, Ok(()));
    }
}
