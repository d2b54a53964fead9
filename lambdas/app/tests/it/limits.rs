#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::import::{self, Admission, CreateRecipe};
use app::limits::{CountedUse, UseLimits, spend};
use app::refusal::Refusal;
use app::source_address::SourceAddress;
use app::upload::UploadKind;
use app::uploads::{self, CreateUpload};
use app::{AppError, Caller, OwnerId, Recipe};
use test_support::fakes::{MemoryCounters, MemoryRecipes, MemoryWorkflows};
use test_support::member_credits::FREE;
use test_support::samples::{at, guest, id, import_of_address, import_of_upload, ring};
use test_support::uploads::MemoryUploads;
use zest_core::Timestamp;

/// Seconds from the start of the tests to the end of the hour.
const HOUR_ENDS: i64 = 22 * 60;

fn member(name: &str) -> Caller {
    Caller::Member { user: OwnerId::new(name), identity: Some(OwnerId::new(name)) }
}

fn numbers(setting: &str) -> Option<UseLimits> {
    UseLimits::parse(setting).unwrap()
}

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    machines: MemoryWorkflows,
    counters: MemoryCounters,
    uploads: MemoryUploads,
}

impl World {
    async fn create(
        &self,
        (limits, under_way): (&str, u32),
        caller: &Caller,
        input: CreateRecipe,
        now: Timestamp,
    ) -> Result<Recipe, AppError> {
        let source = SourceAddress::parse("192.0.2.1");
        let (ring, limits) = (ring(), numbers(limits));
        let admission = Admission {
            counters: &self.counters,
            ring: &ring,
            limits,
            credits: FREE,
            uploads: &self.uploads,
            under_way,
            source: source.as_ref(),
        };
        let admitted = import::admit(&self.store, &admission, caller, &input, now).await?;
        import::create(&self.store, &self.machines, &Guard::default(), caller, input, admitted, now).await
    }
}

impl World {
    async fn upload(&self, caller: &Caller, submission: &str, content_type: &str) {
        let wanted = CreateUpload {
            submission: submission.to_owned(),
            kind: UploadKind::File,
            position: None,
            content_type: content_type.to_owned(),
            size: 9,
            name: None,
        };
        let form = uploads::create(&self.store, &self.uploads, caller, wanted, at(0)).await.unwrap();
        self.uploads.post(&form, b"Soup");
    }
}

fn address(number: u128) -> CreateRecipe {
    import_of_address(id(number), "https://example.com/soup")
}

fn file(number: u128, submission: &str) -> CreateRecipe {
    import_of_upload(id(number), UploadKind::File, submission)
}

const FILE: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";

#[tokio::test]
async fn hourly_limits_apply_per_person_and_address() {
    let (counters, ring) = (MemoryCounters::default(), ring());
    let limits = numbers("addressImports=2").unwrap();
    let first = SourceAddress::parse("192.0.2.1");
    let second = SourceAddress::parse("192.0.2.2");
    let used_up = || Err(AppError::LimitReached { again: at(HOUR_ENDS) });
    let rows = [
        ("a guest's first", guest("ann"), &first, 10, Ok(())),
        ("a guest's second", guest("ann"), &first, 20, Ok(())),
        ("one too many", guest("ann"), &first, 30, used_up()),
        ("from somewhere else: the guest is the same", guest("ann"), &second, 30, used_up()),
        ("another guest", guest("bob"), &first, 40, Ok(())),
        ("a member", member("cem"), &first, 40, Ok(())),
        ("the address has given four times two", guest("dan"), &first, 50, Ok(())),
        ("and", guest("dan"), &first, 50, Ok(())),
        ("and", guest("eve"), &first, 50, Ok(())),
        ("and", guest("eve"), &first, 50, Ok(())),
        ("no more", guest("fay"), &first, 50, used_up()),
        ("elsewhere there is", guest("fay"), &second, 50, Ok(())),
        ("in the next hour as well", guest("ann"), &first, HOUR_ENDS, Ok(())),
    ];
    for (what, caller, source, now, expected) in rows {
        let spent =
            spend(limits, &counters, &ring, CountedUse::FreeImport, &caller, source.as_ref(), at(now)).await;
        assert_eq!(spent, expected, "{what}");
    }
    let forms = spend(limits, &counters, &ring, CountedUse::Form, &guest("eve"), None, at(50)).await;
    assert_eq!(forms, Ok(()), "another kind of use");
    let nobody = spend(limits, &counters, &ring, CountedUse::Form, &Caller::Anonymous, None, at(50)).await;
    assert_eq!(nobody, Err(AppError::Unauthorized));
}

#[tokio::test]
async fn guest_uploads_are_limited_per_day_and_members_pay() {
    let (counters, ring) = (MemoryCounters::default(), ring());
    let limits = numbers("on").unwrap();
    let first = SourceAddress::parse("2001:db8:1:2::1");
    let neighbour = SourceAddress::parse("2001:db8:1:2:ffff::9");
    let second = SourceAddress::parse("192.0.2.2");
    let day_ends = || {
        let day = 24 * 60 * 60;
        (at(0).seconds() / day + 1) * day - at(0).seconds()
    };
    let used_up = || {
        Err(AppError::LimitReached { again: Timestamp::from_millis((at(0).seconds() + day_ends()) * 1000) })
    };
    let rows = [
        ("the first", guest("ann"), &first, 0, Ok(())),
        ("the second, an hour later", guest("ann"), &first, 60 * 60, Ok(())),
        ("the third", guest("ann"), &second, 2 * 60 * 60, Ok(())),
        ("no fourth", guest("ann"), &second, 3 * 60 * 60, used_up()),
        ("another of the household", guest("bob"), &neighbour, 3 * 60 * 60, Ok(())),
        ("the household has had three", guest("cem"), &neighbour, 3 * 60 * 60, used_up()),
        ("a member of the household", member("dan"), &first, 3 * 60 * 60, Ok(())),
        ("the next day", guest("ann"), &first, day_ends(), Ok(())),
    ];
    for (what, caller, source, now, expected) in rows {
        let spent =
            spend(limits, &counters, &ring, CountedUse::UploadImport, &caller, source.as_ref(), at(now))
                .await;
        assert_eq!(spent, expected, "{what}");
    }
}

#[tokio::test]
async fn repeated_request_passes_beyond_the_limit() {
    let (world, ann) = (World::default(), guest("ann"));
    let limits = ("addressImports=1", 0);
    let stored = world.create(limits, &ann, address(1), at(0)).await;
    assert!(stored.is_ok());
    assert_eq!(world.create(limits, &ann, address(1), at(1)).await, stored, "its answer was lost");
    let refused = Err(AppError::LimitReached { again: at(HOUR_ENDS) });
    assert_eq!(world.create(limits, &ann, address(2), at(2)).await, refused);
    assert_eq!(world.create(limits, &guest("bob"), address(1), at(2)).await, Err(AppError::Unauthorized));
    assert!(world.create(("off", 0), &ann, address(3), at(3)).await.is_ok());
}

#[tokio::test]
async fn upload_becomes_one_import() {
    let (world, ann) = (World::default(), guest("ann"));
    assert!(world.create(("off", 0), &ann, file(1, FILE), at(0)).await.is_ok());
    for number in 2..7 {
        let again = world.create(("off", 0), &ann, file(number, FILE), at(1)).await;
        assert_eq!(again, Err(AppError::InvalidInput(Refusal::UploadUsed)));
    }
    assert!(world.create(("off", 0), &ann, file(1, FILE), at(2)).await.is_ok(), "its answer was lost");
    // The same submission id from another caller is a different upload.
    assert!(world.create(("off", 0), &guest("bob"), file(8, FILE), at(2)).await.is_ok());
}

#[tokio::test]
async fn guests_plain_texts_count_as_addresses() {
    let (world, ann) = (World::default(), guest("ann"));
    let limits = ("addressImports=3,guestUploads=1", 0);
    let submission = |number: u128| FILE.replacen('0', &number.to_string(), 1);
    for (number, content_type) in [(1, "application/pdf"), (2, "text/plain"), (3, "text/plain")] {
        world.upload(&ann, &submission(number), content_type).await;
        assert!(world.create(limits, &ann, file(number, &submission(number)), at(0)).await.is_ok());
    }
    world.upload(&ann, &submission(4), "application/pdf").await;
    let another = world.create(limits, &ann, file(4, &submission(4)), at(0)).await;
    assert!(matches!(another, Err(AppError::LimitReached { .. })), "{another:?}");
    assert!(world.create(limits, &ann, address(5), at(0)).await.is_ok());
    world.upload(&ann, &submission(6), "text/plain").await;
    let one_too_many = world.create(limits, &ann, file(6, &submission(6)), at(0)).await;
    assert_eq!(one_too_many, Err(AppError::LimitReached { again: at(HOUR_ENDS) }));
}

#[tokio::test]
async fn import_is_busy_while_too_many_are_running() {
    let (world, ann) = (World::default(), guest("ann"));
    for number in 1..3 {
        assert!(world.create(("off", 2), &ann, address(number), at(0)).await.is_ok());
    }
    assert_eq!(world.create(("off", 2), &guest("bob"), address(3), at(1)).await, Err(AppError::Busy));
    assert!(world.create(("off", 2), &ann, address(2), at(1)).await.is_ok(), "its answer was lost");
    assert!(world.create(("off", 3), &guest("bob"), address(3), at(1)).await.is_ok());
}
