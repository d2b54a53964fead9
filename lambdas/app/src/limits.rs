//! Rate limits per hour or UTC day, per person and source address.
//!
//! Normal use does not reach them. A counter is one row with a conditional increment, so concurrent calls
//! never exceed the limit.

use std::future::Future;
use std::time::Duration;

use crate::caller::Caller;
use crate::error::AppError;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::upload::Upload;
use zest_core::{PortError, RecipeId, Timestamp};

/// Window of hourly counters.
pub const WINDOW: Duration = Duration::from_secs(60 * 60);
/// Window of daily counters (UTC).
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const UPLOAD_CLAIM_LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const MEMBER_FACTOR: u32 = 10;
const MEMBER_FEEDBACK_FACTOR: u32 = 3;
const ADDRESS_FACTOR: u32 = 4;

/// Counted kinds of use, each with its own counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountedUse {
    /// Free import, retry, or extraction without an import; `addressImports` in the setting.
    FreeImport,
    /// Import of photos or a file, or retry with the assistant. Per day for guests, per hour for members.
    UploadImport,
    /// Upload form for one photo or file.
    Form,
    /// Recipe created by hand or copied.
    OwnRecipe,
    /// Submitted feedback, per day.
    Feedback,
    /// Grocery link created by the partner, per day.
    GroceryLink,
    /// Photo added to a recipe by its owner, per day.
    OwnPicture,
    /// Request for changes of a recipe by the language model, per day.
    Wish,
    /// Conversation started by a guest, per day.
    Conversation,
    /// Shopping list shared by link, per day.
    SharedList,
    /// Change of a shared list.
    ListChange,
}

impl CountedUse {
    fn name(self) -> &'static str {
        match self {
            Self::FreeImport => "addressImports",
            Self::UploadImport => "uploadImports",
            Self::Form => "forms",
            Self::OwnRecipe => "ownRecipes",
            Self::Feedback => "feedback",
            Self::GroceryLink => "groceryLinks",
            Self::OwnPicture => "ownPictures",
            Self::Wish => "wishes",
            Self::Conversation => "conversations",
            Self::SharedList => "sharedLists",
            Self::ListChange => "listChanges",
        }
    }
}

/// Limits of a guest and of a token's calls. Other limits derive from them. Per hour, but per day for guests'
/// uploads, feedback, links, photos, wishes, conversations and shared lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseLimits {
    address_imports: u32,
    upload_imports: u32,
    forms: u32,
    own_recipes: u32,
    guest_uploads: u32,
    feedback: u32,
    grocery_links: u32,
    own_pictures: u32,
    wishes: u32,
    conversations: u32,
    token_calls: u32,
    shared_lists: u32,
    list_changes: u32,
}

impl Default for UseLimits {
    fn default() -> Self {
        Self {
            address_imports: 60,
            upload_imports: 30,
            forms: 120,
            own_recipes: 120,
            guest_uploads: 3,
            feedback: 10,
            grocery_links: 20,
            own_pictures: 30,
            wishes: 5,
            conversations: 3,
            token_calls: 600,
            shared_lists: 10,
            list_changes: 600,
        }
    }
}

impl UseLimits {
    /// Parses the setting: `on` (defaults), `off` (`None`), or overrides such as `addressImports=3,forms=2`.
    pub fn parse(setting: &str) -> Result<Option<Self>, AppError> {
        let malformed = || AppError::Internal("the setting LIMITS is malformed".to_owned());
        match setting {
            "off" => return Ok(None),
            "on" => return Ok(Some(Self::default())),
            _ => {}
        }
        let mut limits = Self::default();
        for part in setting.split(',') {
            let (name, number) = part.split_once('=').ok_or_else(malformed)?;
            let number = number.parse().map_err(|_| malformed())?;
            let limit = match name {
                "addressImports" => &mut limits.address_imports,
                "uploadImports" => &mut limits.upload_imports,
                "forms" => &mut limits.forms,
                "ownRecipes" => &mut limits.own_recipes,
                "guestUploads" => &mut limits.guest_uploads,
                "feedback" => &mut limits.feedback,
                "groceryLinks" => &mut limits.grocery_links,
                "ownPictures" => &mut limits.own_pictures,
                "wishes" => &mut limits.wishes,
                "conversations" => &mut limits.conversations,
                "tokenCalls" => &mut limits.token_calls,
                "sharedLists" => &mut limits.shared_lists,
                "listChanges" => &mut limits.list_changes,
                _ => return Err(malformed()),
            };
            *limit = number;
        }
        Ok(Some(limits))
    }

    fn of_guest(self, using: CountedUse) -> u32 {
        match using {
            CountedUse::FreeImport => self.address_imports,
            CountedUse::UploadImport => self.upload_imports,
            CountedUse::Form => self.forms,
            CountedUse::OwnRecipe => self.own_recipes,
            CountedUse::Feedback => self.feedback,
            CountedUse::GroceryLink => self.grocery_links,
            CountedUse::OwnPicture => self.own_pictures,
            CountedUse::Wish => self.wishes,
            CountedUse::Conversation => self.conversations,
            CountedUse::SharedList => self.shared_lists,
            CountedUse::ListChange => self.list_changes,
        }
    }

    fn allowance(self, using: CountedUse, caller: &Caller) -> Allowance {
        let is_member = caller.member().is_some();
        if using == CountedUse::UploadImport && !is_member {
            let each = self.guest_uploads;
            return Allowance { name: "guestUploads", of_person: each, of_address: each, window: DAY };
        }
        let of_guest = self.of_guest(using);
        if using == CountedUse::Conversation {
            return Allowance { name: using.name(), of_person: of_guest, of_address: of_guest, window: DAY };
        }
        let of_member = if using == CountedUse::Feedback { MEMBER_FEEDBACK_FACTOR } else { MEMBER_FACTOR };
        let is_daily = matches!(
            using,
            CountedUse::Feedback
                | CountedUse::GroceryLink
                | CountedUse::OwnPicture
                | CountedUse::Wish
                | CountedUse::SharedList
        );
        let of_person = if is_member { of_guest.saturating_mul(of_member) } else { of_guest };
        let of_address = of_guest.saturating_mul(ADDRESS_FACTOR);
        Allowance {
            name: using.name(),
            of_person,
            // Otherwise an address would have a lower limit than one member.
            of_address: if using == CountedUse::Wish { of_address.max(of_person) } else { of_address },
            window: if is_daily { DAY } else { WINDOW },
        }
    }
}

struct Allowance {
    name: &'static str,
    of_person: u32,
    of_address: u32,
    window: Duration,
}

/// Name of a counter or claim: a keyed hash, which does not reveal what is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CounterName(String);

impl CounterName {
    /// 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Hashes the parts, joined with newlines.
    pub fn of(ring: &KeyRing, parts: &[&str]) -> Result<Self, AppError> {
        Ok(Self(ring.fingerprint(&parts.join("\n"))?))
    }
}

/// Store of rate-limit counters and claims.
pub trait Counters: Send + Sync {
    /// Increments a counter and returns `true`, or returns `false` if it has reached `limit`. Atomic.
    fn count(
        &self,
        name: &CounterName,
        limit: u32,
        expires: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Assigns `name` to `holder` unless it is taken; returns whether `holder` has it. Atomic and idempotent.
    fn claim(
        &self,
        name: &CounterName,
        holder: &RecipeId,
        expires: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;
}

/// Counts one use for the caller and the source address.
///
/// # Errors
/// [`AppError::LimitReached`] with the end of the time window; [`AppError::Unauthorized`] if anonymous.
pub async fn spend(
    limits: UseLimits,
    counters: &impl Counters,
    ring: &KeyRing,
    using: CountedUse,
    caller: &Caller,
    source: Option<&SourceAddress>,
    now: Timestamp,
) -> Result<(), AppError> {
    let person = caller.canonical().map_err(|_| AppError::Unauthorized)?;
    count_both(counters, ring, limits.allowance(using, caller), person.secret(), source, now).await
}

/// Counts one call for a personal token (by its hash) and for the source address.
///
/// # Errors
/// [`AppError::LimitReached`] with the end of the time window.
pub async fn spend_token_call(
    limits: UseLimits,
    counters: &impl Counters,
    ring: &KeyRing,
    token: &str,
    source: Option<&SourceAddress>,
    now: Timestamp,
) -> Result<(), AppError> {
    let allowance = Allowance {
        name: "tokenCalls",
        of_person: limits.token_calls,
        of_address: limits.token_calls.saturating_mul(ADDRESS_FACTOR),
        window: WINDOW,
    };
    count_both(counters, ring, allowance, token, source, now).await
}

async fn count_both(
    counters: &impl Counters,
    ring: &KeyRing,
    allowance: Allowance,
    person: &str,
    source: Option<&SourceAddress>,
    now: Timestamp,
) -> Result<(), AppError> {
    let Allowance { name, of_person, of_address, window } = allowance;
    let window = window.as_secs().try_into().unwrap_or(i64::MAX);
    let begun = now.seconds().div_euclid(window) * window;
    let ends = Timestamp::from_millis((begun + window).saturating_mul(1000));
    let address = source.map(|address| (address.as_str(), of_address));
    for (subject, limit) in std::iter::once((person, of_person)).chain(address) {
        let name = CounterName::of(ring, &[name, subject, &begun.to_string()])?;
        if !counters.count(&name, limit, ends).await? {
            return Err(AppError::LimitReached { again: ends });
        }
    }
    Ok(())
}

/// Claims an upload for a recipe; returns whether the recipe has the claim.
pub async fn claim_upload(
    counters: &impl Counters,
    ring: &KeyRing,
    upload: &Upload,
    id: &RecipeId,
    now: Timestamp,
) -> Result<bool, AppError> {
    let name = CounterName::of(ring, &["upload", &upload.prefix()])?;
    Ok(counters.claim(&name, id, now.plus(UPLOAD_CLAIM_LIFETIME)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_setting_parses_on_off_and_overrides() {
        let ours = UseLimits { address_imports: 3, forms: 2, ..UseLimits::default() };
        for (setting, expected) in [
            ("on", Some(Some(UseLimits::default()))),
            ("off", Some(None)),
            ("addressImports=3,forms=2", Some(Some(ours))),
            ("groceryLinks=9", Some(Some(UseLimits { grocery_links: 9, ..UseLimits::default() }))),
            ("wishes=9", Some(Some(UseLimits { wishes: 9, ..UseLimits::default() }))),
            ("guestUploads=9", Some(Some(UseLimits { guest_uploads: 9, ..UseLimits::default() }))),
            ("addressImports", None),
            ("addressImports=-1", None),
            ("recipes=3", None),
            ("", None),
        ] {
            assert_eq!(UseLimits::parse(setting).ok(), expected, "{setting:?}");
        }
    }
}
