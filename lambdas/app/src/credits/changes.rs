//! Publishes changes of a member's credits.

use std::collections::BTreeMap;
use std::future::Future;

use billing::ledger::UserId;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use crate::error::AppError;
use zest_core::PortError;

const AT_ONCE: usize = 8;

/// Change event. It has no amounts, which could be outdated, but the balance's version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreditChange {
    /// The member.
    pub user_id: UserId,
    /// Version of the balance, which is the number of its last transaction.
    pub version: u64,
}

/// Port that publishes credit changes to a member's devices.
pub trait CreditChangePublisher: Send + Sync {
    /// Publishes to the member's devices; fails if delivery is uncertain.
    fn publish(&self, change: &CreditChange) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Publishes the last change of each member, and returns the number of members. After an error, the batch is
/// delivered again, which is harmless.
pub async fn publish(
    publisher: &impl CreditChangePublisher,
    changes: Vec<CreditChange>,
) -> Result<usize, AppError> {
    let mut last: BTreeMap<UserId, u64> = BTreeMap::new();
    for CreditChange { user_id, version } in changes {
        let known = last.entry(user_id).or_default();
        *known = version.max(*known);
    }
    let changes: Vec<_> =
        last.into_iter().map(|(user_id, version)| CreditChange { user_id, version }).collect();
    // Collected first, because a lazily borrowing stream is not provably `Send`.
    let publications: Vec<_> = changes.iter().map(|change| publisher.publish(change)).collect();
    stream::iter(publications).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    Ok(changes.len())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct RecordedChanges(Mutex<Vec<(String, u64)>>);

    impl CreditChangePublisher for RecordedChanges {
        async fn publish(&self, change: &CreditChange) -> Result<(), PortError> {
            self.0.lock().unwrap().push((change.user_id.as_str().to_owned(), change.version));
            Ok(())
        }
    }

    #[test]
    fn only_the_last_change_of_each_member_is_published() {
        let change = |user: &str, version| CreditChange { user_id: UserId::new(user).unwrap(), version };
        let recorded = RecordedChanges::default();
        let batch = vec![change("ann", 2), change("bob", 7), change("ann", 3), change("ann", 1)];
        let done = futures_util::FutureExt::now_or_never(publish(&recorded, batch));
        assert_eq!(done, Some(Ok(2)));
        let mut recorded = recorded.0.into_inner().unwrap();
        recorded.sort();
        assert_eq!(recorded, [("ann".to_owned(), 3), ("bob".to_owned(), 7)]);
    }
}
