//! How much may be used: so many of each kind in an hour, for each person and for each address that people come from. Of
//! uploads, which members pay for, a guest has so many in a day.
//!
//! The numbers are for people: whoever cooks does not meet them. They keep a program from using up what is everybody's.
//! A counter is one row that is raised on the condition that there is room, so of many calls at once, in however many
//! functions, exactly so many pass.

use std::future::Future;
use std::net::IpAddr;
use std::time::Duration;

use crate::caller::Caller;
use crate::error::{AppError, PortError};
use crate::ids::RecipeId;
use crate::signed_token::KeyRing;
use crate::timestamp::Timestamp;
use crate::upload::Upload;

/// How long a counter counts before it begins anew.
pub const WINDOW: Duration = Duration::from_secs(60 * 60);
/// The same of what guests upload, of feedback, of grocery links, of pictures of one's own, of wishes and of guests' conversations: a
/// day of UTC.
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How long an upload is remembered as taken by the recipe that it became: what no recipe uses is gone after a day.
const TAKEN_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// A member may use so many times what a guest may.
const OF_MEMBER: u32 = 10;
/// A member may write so many times the feedback that a guest may.
const FEEDBACK_OF_MEMBER: u32 = 3;
/// All who come from one address may together use so many times what one guest may.
const OF_ADDRESS: u32 = 4;

/// The kinds of use that are counted, each by a counter of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// An address or plain text that is imported, which nobody pays for, or an import that is tried again; the setting calls
    /// them `addressImports`.
    FreeImport,
    /// Pictures or a file that are imported, which members pay for: a guest's by the day, a member's by the hour.
    UploadImport,
    /// A form with which one picture or file is uploaded.
    Form,
    /// A recipe that is begun by hand, or copied.
    OwnRecipe,
    /// Feedback that is written: so much in a day, by whomever.
    Feedback,
    /// A grocery link that the partner makes: so many in a day.
    GroceryLink,
    /// A picture of one's own that a recipe is given: so many in a day.
    OwnPicture,
    /// A wish for a recipe that a language model is asked for: so many in a day.
    Wish,
    /// A conversation that a guest begins, which members pay for: so many in a day, each guest and all of one address together.
    Conversation,
}

impl Use {
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
        }
    }
}

/// What a guest may use in an hour, from which the numbers of members and addresses follow; and what guests may have imported
/// of uploads in a day, each guest and all of one address together; and how much feedback a guest may write, how many grocery
/// links have made, how many pictures of their own give to recipes, how often have a model asked for a wish, and how many conversations
/// begin, in a day.
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
        }
    }
}

impl UseLimits {
    /// Reads the setting: `on` for the numbers of this file, `off` for no limits (`None`), or numbers of one's own for some
    /// of them, for instance `addressImports=3,forms=2`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for anything else.
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
                _ => return Err(malformed()),
            };
            *limit = number;
        }
        Ok(Some(limits))
    }

    fn of_guest(self, using: Use) -> u32 {
        match using {
            Use::FreeImport => self.address_imports,
            Use::UploadImport => self.upload_imports,
            Use::Form => self.forms,
            Use::OwnRecipe => self.own_recipes,
            Use::Feedback => self.feedback,
            Use::GroceryLink => self.grocery_links,
            Use::OwnPicture => self.own_pictures,
            Use::Wish => self.wishes,
            Use::Conversation => self.conversations,
        }
    }

    fn allowance(self, using: Use, caller: &Caller) -> Allowance {
        let is_member = caller.member().is_some();
        if using == Use::UploadImport && !is_member {
            let each = self.guest_uploads;
            return Allowance { name: "guestUploads", of_person: each, of_address: each, window: DAY };
        }
        let of_guest = self.of_guest(using);
        if using == Use::Conversation {
            return Allowance { name: using.name(), of_person: of_guest, of_address: of_guest, window: DAY };
        }
        let of_member = if using == Use::Feedback { FEEDBACK_OF_MEMBER } else { OF_MEMBER };
        let is_daily = matches!(using, Use::Feedback | Use::GroceryLink | Use::OwnPicture | Use::Wish);
        let of_person = if is_member { of_guest.saturating_mul(of_member) } else { of_guest };
        let of_address = of_guest.saturating_mul(OF_ADDRESS);
        Allowance {
            name: using.name(),
            of_person,
            // Of so few in a day a member's own share would not fit into their address's.
            of_address: if using == Use::Wish { of_address.max(of_person) } else { of_address },
            window: if is_daily { DAY } else { WINDOW },
        }
    }
}

/// How much of something somebody may use in a window of time.
struct Allowance {
    /// By what name it is counted.
    name: &'static str,
    of_person: u32,
    of_address: u32,
    window: Duration,
}

/// What a counter or a claim is called: a keyed hash, which tells nobody whose it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CounterName(String);

impl CounterName {
    /// The name as text: 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name for these parts.
    ///
    /// # Errors
    /// As [`KeyRing::fingerprint`] has them.
    pub fn of(ring: &KeyRing, parts: &[&str]) -> Result<Self, AppError> {
        Ok(Self(ring.fingerprint(&parts.join("\n"))?))
    }
}

/// What has been used, and by what.
pub trait Counters: Send + Sync {
    /// Raises a counter by one, unless it holds `limit` already: whether it was raised. Of many calls at once exactly so
    /// many are answered `true`. A counter is forgotten some time after `expires`.
    fn count(
        &self,
        name: &CounterName,
        limit: u32,
        expires: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Makes a name `holder`'s, unless it is another's: whether it now is. Of many at once exactly one is answered `true`;
    /// the same may ask again. It is forgotten some time after `expires`.
    fn claim(
        &self,
        name: &CounterName,
        holder: &RecipeId,
        expires: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;
}

/// The address that a call comes from, as AppSync saw it: of IPv6 the first 64 bits, which is what one household is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceAddress(String);

impl SourceAddress {
    /// Reads an address; `None` for what is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(Self(match text.parse::<IpAddr>().ok()?.to_canonical() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }))
    }
}

/// Counts one use, for who makes it and for where it comes from.
///
/// # Errors
/// [`AppError::LimitReached`] with the moment from which on it is allowed again; [`AppError::Unauthorized`] for who may not
/// use anything.
pub async fn spend(
    limits: UseLimits,
    counters: &impl Counters,
    ring: &KeyRing,
    using: Use,
    caller: &Caller,
    source: Option<&SourceAddress>,
    now: Timestamp,
) -> Result<(), AppError> {
    let person = caller.canonical().map_err(|_| AppError::Unauthorized)?;
    let Allowance { name, of_person, of_address, window } = limits.allowance(using, caller);
    let window = window.as_secs().try_into().unwrap_or(i64::MAX);
    let begun = now.seconds().div_euclid(window) * window;
    let ends = Timestamp::from_millis((begun + window).saturating_mul(1000));
    let address = source.map(|SourceAddress(address)| (address.as_str(), of_address));
    for (subject, limit) in std::iter::once((person.secret(), of_person)).chain(address) {
        let name = CounterName::of(ring, &[name, subject, &begun.to_string()])?;
        if !counters.count(&name, limit, ends).await? {
            return Err(AppError::LimitReached { again: ends });
        }
    }
    Ok(())
}

/// Whether an upload may become this recipe: it becomes one import, however often and under however many ids that is asked.
///
/// # Errors
/// As the port has them.
pub async fn take_upload(
    counters: &impl Counters,
    ring: &KeyRing,
    upload: &Upload,
    id: &RecipeId,
    now: Timestamp,
) -> Result<bool, AppError> {
    let name = CounterName::of(ring, &["upload", &upload.prefix()])?;
    Ok(counters.claim(&name, id, now.plus(TAKEN_FOR)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_on_off_or_numbers() {
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

    #[test]
    fn addresses_of_one_household_are_one() {
        for (first, second, same) in [
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ] {
            assert_eq!(SourceAddress::parse(first) == SourceAddress::parse(second), same, "{first} {second}");
        }
        assert_eq!(SourceAddress::parse("somewhere"), None);
    }
}
