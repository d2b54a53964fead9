use app::publish::{self, ChangePublisher, RowChange};
use app::{AppError, Caller, Card, OwnerId, RecipeChange};
use futures_util::FutureExt;
use test_support::fakes::MemoryPublisher;
use test_support::samples::{at, id, submitted};
use tokio::sync::Barrier;
use zest_core::PortError;

fn card(number: u128, version: u64) -> Card {
    let mut recipe = submitted(id(number), &OwnerId::new("ann"), at(0));
    recipe.version = version;
    Card::from(&recipe)
}

fn row(before: Option<Card>, after: Option<Card>) -> RowChange {
    RowChange { owner: OwnerId::new("ann"), before, after }
}

#[tokio::test]
async fn only_the_last_change_of_each_recipe_is_published() {
    let publisher = MemoryPublisher::default();
    let rows = vec![
        row(None, Some(card(1, 1))),
        row(None, Some(card(2, 1))),
        row(Some(card(1, 1)), Some(card(1, 2))),
        row(Some(card(2, 1)), None),
        row(Some(card(1, 2)), Some(card(1, 3))),
        row(None, None),
    ];
    assert_eq!(publish::publish(&publisher, rows).await, Ok(2));
    let published = publisher.published();
    assert_eq!((published[0].version, published[0].card.is_some()), (3, true));
    assert_eq!(
        (published[1].version, published[1].card.is_none()),
        (2, true),
        "a deletion outranks version 1"
    );
}

struct InPairs(Barrier);

impl ChangePublisher for InPairs {
    async fn publish(&self, _: &RecipeChange) -> Result<(), PortError> {
        self.0.wait().await;
        Ok(())
    }
}

#[tokio::test]
async fn changes_of_different_recipes_are_published_concurrently() {
    let rows = vec![row(None, Some(card(1, 1))), row(None, Some(card(2, 1)))];
    let published = publish::publish(&InPairs(Barrier::new(2)), rows).now_or_never();
    assert_eq!(published, Some(Ok(2)));
}

#[test]
fn only_the_owner_subscribes() {
    let owner = OwnerId::new("ann");
    let guest = |name: &str| Caller::Guest { identity: OwnerId::new(name) };
    let bearer = Caller::Bearer { identity: owner.clone(), user: None };
    let member = Caller::Member { user: owner.clone(), identity: None };
    for (caller, listens) in [
        (guest("ann"), true),
        (guest("bob"), false),
        (member, true),
        (bearer, false),
        (Caller::Anonymous, false),
    ] {
        assert_eq!(publish::may_listen(&caller, "ann") == Ok(()), listens, "{caller:?}");
    }
    assert_eq!(publish::may_listen(&guest("bob"), "ann"), Err(AppError::Unauthorized));
}
