//! Names of things, each a type of its own so that they cannot be mixed up.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The text is empty, too long, or holds something else than visible ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name is 1 to 200 visible ASCII characters")]
pub struct InvalidId;

/// The longest name: two of them and what joins them stay far below the 1,024 bytes of a sort key.
const LONGEST: usize = 200;

fn checked(text: String) -> Result<String, InvalidId> {
    let is_valid = (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_valid { Ok(text) } else { Err(InvalidId) }
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Reads a name.
            ///
            /// # Errors
            /// [`InvalidId`] unless it is 1 to 200 visible ASCII characters.
            pub fn new(text: impl Into<String>) -> Result<Self, InvalidId> {
                checked(text.into()).map(Self)
            }

            /// The name as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }
    )*};
}

names! {
    /// Whose credits they are: the user pool's `sub`. It stands for a person, so `Debug` hides it and there is no `Display`.
    UserId
    /// A grant, among those of its member.
    GrantId
    /// A hold, among those of its member: what it is for, such as an import and its attempt.
    HoldId
    /// A purchase, among all.
    PurchaseId
    /// One of the packages that are sold.
    PackageId
    /// The provider's checkout session.
    CheckoutSession
    /// The provider's payment intent.
    PaymentIntent
}

impl fmt::Debug for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserId(…)")
    }
}

macro_rules! shown {
    ($($name:ident)*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

shown! { GrantId HoldId PurchaseId PackageId CheckoutSession PaymentIntent }

/// What kind of operation a key belongs to: two kinds may use the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// A purchase that is fulfilled, by its checkout session.
    Checkout,
    /// Credits that nobody has paid for.
    Grant,
    /// Credits that are held for now.
    Hold,
    /// Credits that a hold gives back.
    Release,
    /// Credits that are used at once.
    Spend,
    /// Credits that an admin takes away.
    Withdraw,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 6] =
        [Self::Checkout, Self::Grant, Self::Hold, Self::Release, Self::Spend, Self::Withdraw];

    /// The name under which keys are stored; it never changes.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checkout => "cs",
            Self::Grant => "grant",
            Self::Hold => "hold",
            Self::Release => "rf",
            Self::Spend => "spend",
            Self::Withdraw => "withdraw",
        }
    }
}

/// An idempotency key: whatever is asked for under one is done once. Written as `scope#text`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    scope: Scope,
    text: String,
}

impl Key {
    /// A key of this scope.
    ///
    /// # Errors
    /// [`InvalidId`] unless the text is 1 to 200 visible ASCII characters.
    pub fn new(scope: Scope, text: impl Into<String>) -> Result<Self, InvalidId> {
        Ok(Self { scope, text: checked(text.into())? })
    }

    /// Reads `scope#text`; `None` where it is not one.
    #[must_use]
    pub fn parse(written: &str) -> Option<Self> {
        let (scope, text) = written.split_once('#')?;
        let scope = Scope::ALL.into_iter().find(|known| known.as_str() == scope)?;
        Self::new(scope, text).ok()
    }

    /// The scope.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The text, without the scope.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn of_session(session: &CheckoutSession) -> Self {
        Self { scope: Scope::Checkout, text: session.0.clone() }
    }

    pub(crate) fn of_hold(hold: &HoldId) -> Self {
        Self { scope: Scope::Hold, text: hold.0.clone() }
    }

    pub(crate) fn of_release(hold: &HoldId) -> Self {
        Self { scope: Scope::Release, text: hold.0.clone() }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.scope.as_str(), self.text)
    }
}

impl GrantId {
    /// The one grant of a purchase.
    pub(crate) fn of_purchase(purchase: &PurchaseId) -> Self {
        Self(format!("p{purchase}"))
    }

    /// A grant that this transaction makes, the first, second, …: the transaction's number tells it from all others.
    pub(crate) fn of_transaction(sequence: u64, number: usize) -> Self {
        Self(format!("t{sequence}-{number}"))
    }
}

/// Why something was done, in somebody's words: 1 to 500 characters, none of them a control character.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note(String);

impl Note {
    /// Reads a note; blanks around it go.
    ///
    /// # Errors
    /// [`InvalidId`] where nothing is left, or more than 500 characters, or a control character.
    pub fn new(text: &str) -> Result<Self, InvalidId> {
        let text = text.trim();
        let is_valid = (1..=500).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if is_valid { Ok(Self(text.to_owned())) } else { Err(InvalidId) }
    }

    /// A note of our own.
    pub(crate) fn ours(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// The words.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
