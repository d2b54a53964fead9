use app::AppError;
use app::linking::{Arrival, KnownUser, before_sign_up};
use test_support::fakes::MemorySignIns;

const GOOGLE: Arrival<'_> = Arrival::Google { subject: "123" };

fn user(is_confirmed: bool, is_email_verified: bool, is_external: bool) -> KnownUser {
    KnownUser { name: "ann".to_owned(), is_confirmed, is_email_verified, is_external }
}

#[tokio::test]
async fn accounts_are_linked_only_if_both_addresses_are_verified() {
    let (own, unverified) = (user(true, true, false), user(true, false, false));
    let (unconfirmed, from_google) = (user(false, false, false), user(true, true, true));
    // Columns: existing user, arrival, whether Google verified the address; whether sign-up passes, linked
    // accounts.
    for (known, arrival, verified, passes, linked) in [
        (None, Arrival::Password, false, true, false),
        (None, GOOGLE, true, true, false),
        (None, GOOGLE, false, false, false),
        (Some(&own), GOOGLE, true, true, true),
        (Some(&own), GOOGLE, false, false, false),
        (Some(&own), Arrival::Password, false, true, false),
        (Some(&unverified), GOOGLE, true, false, false),
        (Some(&unconfirmed), GOOGLE, true, true, false),
        (Some(&unconfirmed), GOOGLE, false, false, false),
        (Some(&from_google), GOOGLE, true, true, false),
        (Some(&from_google), Arrival::Password, false, false, false),
    ] {
        let sign_ins = MemorySignIns::with(known.cloned().map(|user| ("ann@example.com".to_owned(), user)));
        let outcome = before_sign_up(&sign_ins, arrival, "ann@example.com", verified).await;
        let name = format!("{known:?} {arrival:?} {verified}");
        assert_eq!(outcome.is_ok(), passes, "{name}: {outcome:?}");
        assert_eq!(
            sign_ins.links(),
            if linked { vec![("123".to_owned(), "ann".to_owned())] } else { vec![] }
        );
        assert!(matches!(outcome, Ok(()) | Err(AppError::InvalidInput(_))), "{name}");
    }
}

#[tokio::test]
async fn other_address_is_not_linked() {
    let known = ("bob@example.com".to_owned(), user(true, true, false));
    let sign_ins = MemorySignIns::with([known]);
    assert_eq!(before_sign_up(&sign_ins, GOOGLE, "ann@example.com", true).await, Ok(()));
    assert_eq!(sign_ins.links(), []);
    assert!(before_sign_up(&sign_ins, GOOGLE, "", true).await.is_err(), "without an address");
}
