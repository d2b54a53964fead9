#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::account::MemberPorts;
use app::book::DeletePorts;
use app::conversations::{Conversation, ConversationStore};
use app::error::WriteError;
use app::feedback::FeedbackStore;
use app::media::MediaStore;
use app::members::Members;
use app::owners::{self, Owners, Purpose, State};
use app::recipe_store::{Order, RecipeStore};
use app::shared_lists::SharedListStore;
use app::spending::Spending;
use app::upload::{Folder, SubmissionId, Upload, UploadKind};
use app::{AppError, Caller, OwnerId, account};
use test_support::conversations::{MemoryConversations, conversation_id};
use test_support::fakes::{
    MemoryAccounts, MemoryArtifacts, MemoryMedia, MemoryMembers, MemoryRecipes, MemorySpending,
};
use test_support::feedback::{MemoryFeedback, written};
use test_support::samples::{at, id, submitted};
use test_support::shared_lists::{MemorySharedLists, shared_list};
use test_support::uploads::MemoryUploads;

struct World {
    store: MemoryRecipes,
    media: MemoryMedia,
    artifacts: MemoryArtifacts,
    uploads: MemoryUploads,
    members: MemoryMembers,
    accounts: MemoryAccounts,
    feedback: MemoryFeedback,
    lists: MemorySharedLists,
    conversations: MemoryConversations,
    spending: MemorySpending,
}

fn ids(names: &[&str]) -> Vec<OwnerId> {
    names.iter().map(|name| OwnerId::new(*name)).collect()
}

impl World {
    /// Ann has three recipes, one more under her identity id, and a linked guest; Bob has one recipe.
    async fn new() -> Self {
        let world = Self {
            store: MemoryRecipes::default(),
            media: MemoryMedia::default(),
            artifacts: MemoryArtifacts::default(),
            uploads: MemoryUploads::default(),
            members: MemoryMembers::default(),
            accounts: MemoryAccounts::with(ids(&["ann", "ann-id", "bob", "bob-id"])),
            feedback: MemoryFeedback::default(),
            lists: MemorySharedLists::default(),
            conversations: MemoryConversations::default(),
            spending: MemorySpending::default(),
        };
        for (number, writer) in [(1, "ann"), (2, "ann-id"), (3, "ann-guest"), (4, "bob")] {
            let feedback = written(number, &OwnerId::new(writer), 0);
            world.feedback.create(&feedback).await.unwrap();
            let list = shared_list(number, &OwnerId::new(writer), 0);
            world.lists.create(&list).await.unwrap();
            let id = conversation_id(&format!("c{number}"));
            let conversation = Conversation::new(id, OwnerId::new(writer), at(0));
            world.conversations.create(&conversation).await.unwrap();
            world.spending.spend(&OwnerId::new(writer), 1, at(0)).await.unwrap();
        }
        for (number, owner) in [(1, "ann"), (2, "ann"), (3, "ann"), (4, "ann-id"), (5, "bob")] {
            let mut recipe = submitted(id(number), &OwnerId::new(owner), at(0));
            let key = format!("media/{}/1", id(number));
            world.media.put(&key, "image/jpeg", vec![]).await.unwrap();
            recipe.image_url = Some(key);
            world.store.create(&recipe).await.unwrap();
        }
        for name in ["ann-id", "bob-id"] {
            let submission = SubmissionId::parse("0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d").unwrap();
            let identity = OwnerId::new(name);
            let keyed = world.store.seed(&identity).await.unwrap().folder().unwrap();
            for folder in [Folder::Identity, keyed] {
                let (submission, identity) = (submission.clone(), identity.clone());
                let upload = Upload { kind: UploadKind::File, submission, identity, folder };
                world.uploads.put(&upload, 0, None, b"never used");
            }
        }
        let (ann, identity) = (OwnerId::new("ann"), OwnerId::new("ann-id"));
        world.members.bind(&ann, &identity).await.unwrap();
        assert_eq!(world.store.link_identity_to_member(&OwnerId::new("ann-guest"), &ann).await, Ok(true));
        world
    }

    async fn delete(&self, caller: &Caller, is_over: bool) -> Result<app::book::Progress, AppError> {
        let Self {
            store,
            media,
            artifacts,
            uploads,
            members,
            accounts,
            feedback,
            conversations,
            spending,
            lists,
        } = self;
        let ports = DeletePorts { recipes: store, media, artifacts, uploads };
        let others = MemberPorts { feedback, conversations, spending, lists };
        account::delete(&ports, members, accounts, &others, caller, at(0), || is_over).await
    }

    async fn spent(&self, name: &str) -> u64 {
        self.spending.spend(&OwnerId::new(name), 0, at(0)).await.unwrap()
    }

    async fn is_gone(&self) -> bool {
        let ann = OwnerId::new("ann");
        let listed = |owner| async move {
            self.store.list(owner, Order::NewestFirst, 10, None).await.unwrap().cards.len()
        };
        let rows = listed(&ann).await + listed(&OwnerId::new("ann-id")).await;
        let bob = OwnerId::new("bob-id");
        let keyed = self.store.seed(&bob).await.unwrap().folder().unwrap();
        let bobs = [Folder::Identity, keyed].map(|folder| Upload::home(UploadKind::File, &bob, &folder));
        let pictures: Vec<_> = self.media.kept().into_keys().collect();
        rows == 0
            && pictures == [format!("media/{}/1", id(5))]
            && self.uploads.kept().len() == 2
            && self.uploads.kept().into_keys().all(|key| bobs.iter().any(|home| key.starts_with(home)))
            && self.members.identity_of(&ann).await == Ok(None)
            && self.feedback.kept().iter().map(|kept| kept.creator.secret()).eq(["bob"])
            && self.lists.kept().iter().map(|kept| kept.owner.secret()).eq(["bob"])
            && self.conversations.kept().iter().map(|(kept, _)| kept.owner.secret()).eq(["bob"])
            && self.accounts.left() == ids(&["bob", "bob-id"])
            && [self.spent("ann").await, self.spent("ann-id").await, self.spent("ann-guest").await] == [0; 3]
            && self.spent("bob").await == 1
    }
}

fn bearer(identity: &str, user: Option<&str>) -> Caller {
    Caller::Bearer { identity: OwnerId::new(identity), user: user.map(OwnerId::new) }
}

#[tokio::test]
async fn deletion_removes_all_data_of_the_member_only() {
    let world = World::new().await;
    let progress = world.delete(&bearer("ann-id", Some("ann")), false).await.unwrap();
    assert_eq!((progress.deleted, progress.done), (4, true));
    assert!(world.is_gone().await);
    assert!(world.store.get(&id(5)).await.unwrap().is_some());
    let again = world.delete(&bearer("ann-id", Some("ann")), false).await.unwrap();
    assert_eq!((again.deleted, again.done), (0, true), "twice is no error");
}

#[tokio::test]
async fn user_is_deleted_last_so_that_deletion_can_be_retried() {
    let ann = bearer("ann-id", Some("ann"));
    let world = World::new().await;
    let progress = world.delete(&ann, true).await.unwrap();
    assert_eq!((progress.deleted, progress.done), (0, false));
    assert_eq!(world.accounts.left().len(), 4);
    world.accounts.fail_next(1);
    let busy = world.delete(&ann, false).await;
    assert!(matches!(busy, Err(AppError::ServiceBusy(_))), "{busy:?}");
    assert!(world.accounts.left().contains(&OwnerId::new("ann")));
    assert!(world.delete(&ann, false).await.unwrap().done);
    assert!(world.is_gone().await);
}

#[tokio::test]
async fn account_deletion_needs_a_members_owner_token() {
    let (ann, identity) = (OwnerId::new("ann"), OwnerId::new("ann-id"));
    for (caller, error) in [
        (bearer("ann-id", None), AppError::AuthenticationRequired),
        (Caller::Guest { identity: identity.clone() }, AppError::Unauthorized),
        (Caller::Member { user: ann, identity: Some(identity) }, AppError::Unauthorized),
        (Caller::Anonymous, AppError::Unauthorized),
    ] {
        let world = World::new().await;
        assert_eq!(world.delete(&caller, false).await, Err(error), "{caller:?}");
        assert_eq!(world.accounts.left().len(), 4);
    }
}

#[tokio::test]
async fn account_deletion_removes_unreadable_recipes() {
    let world = World::new().await;
    world.store.damage(&id(2));
    let progress = world.delete(&bearer("ann-id", Some("ann")), false).await.unwrap();
    assert_eq!((progress.deleted, progress.done), (4, true));
    assert!(world.is_gone().await);
}

#[tokio::test]
async fn import_of_a_claimed_guest_writes_nothing_after_account_deletion() {
    let world = World::new().await;
    let late = submitted(id(6), &OwnerId::new("ann-guest"), at(0));
    world.store.create(&late).await.unwrap();
    assert!(world.delete(&bearer("ann-id", Some("ann")), false).await.unwrap().done);
    assert_eq!(world.store.get(&id(6)).await, Ok(None));
    for owner in ["ann", "ann-id", "ann-guest"] {
        let written = world.store.create(&submitted(id(7), &OwnerId::new(owner), at(0))).await;
        assert_eq!(written, Err(WriteError::Ended), "{owner}");
    }
}

async fn admitted(world: &World, purpose: Purpose) -> Vec<bool> {
    let (ann, identity) = (OwnerId::new("ann"), OwnerId::new("ann-id"));
    let mut counting = Vec::new();
    for caller in [
        Caller::Member { user: ann.clone(), identity: Some(identity.clone()) },
        Caller::Member { user: ann, identity: None },
        bearer("ann-id", Some("ann")),
        Caller::Guest { identity },
        bearer("ann-id", None),
    ] {
        let admitted = owners::admit(&world.store, caller.clone(), purpose).await.unwrap();
        assert!(admitted == caller || admitted == Caller::Anonymous);
        counting.push(admitted == caller);
    }
    counting
}

#[tokio::test]
async fn leaving_account_may_only_continue_its_deletion() {
    let world = World::new().await;
    assert_eq!(admitted(&world, Purpose::Other).await, [true; 5]);
    world.delete(&bearer("ann-id", Some("ann")), true).await.unwrap();
    assert_eq!(admitted(&world, Purpose::Other).await, [false; 5]);
    assert_eq!(admitted(&world, Purpose::Token).await, [true; 5], "to go on with the deletion");
    assert!(world.delete(&bearer("ann-id", Some("ann")), false).await.unwrap().done);
    assert_eq!(admitted(&world, Purpose::Token).await, [false; 5]);
    assert!(world.delete(&bearer("ann-id", Some("ann")), false).await.unwrap().done);
    assert_eq!(admitted(&world, Purpose::Token).await, [false; 5]);
    let owner_state = world.store.owner_state(&OwnerId::new("ann")).await.unwrap();
    assert_eq!(owner_state.state, State::Gone);
}
