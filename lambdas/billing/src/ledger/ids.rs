use std::fmt;

use serde::{Deserialize, Serialize};

/// The text is not a valid id, currency code or note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name is 1 to 200 visible ASCII characters")]
pub struct InvalidId;

/// Maximum bytes of an id; two must fit into a sort key (1,024 bytes).
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
            /// Parses an id.
            ///
            /// # Errors
            /// [`InvalidId`] unless it is 1 to 200 visible ASCII characters.
            pub fn new(text: impl Into<String>) -> Result<Self, InvalidId> {
                checked(text.into()).map(Self)
            }

            /// The id as text.
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
    /// Member id: the user pool's `sub`. Personal data, so `Debug` hides it and there is no `Display`.
    UserId
    /// Grant id, unique per member.
    GrantId
    /// Hold id, unique per member. It names the work, such as an import and its attempt.
    HoldId
    /// Globally unique purchase id.
    PurchaseId
    /// Id of a credit package.
    PackageId
    /// The provider's checkout session id.
    CheckoutSession
    /// The provider's payment intent id.
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

/// Namespace of an idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Fulfilment of a purchase, by checkout session.
    Checkout,
    /// Grant without payment.
    Grant,
    /// Hold, by its id.
    Hold,
    /// Release, by the hold's id.
    Release,
    /// Immediate use.
    Spend,
    /// Withdrawal by an admin.
    Withdraw,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 6] =
        [Self::Checkout, Self::Grant, Self::Hold, Self::Release, Self::Spend, Self::Withdraw];

    /// Stored name; must never change.
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

/// Idempotency key, written as `scope#text`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    scope: Scope,
    text: String,
}

impl Key {
    /// Creates a key.
    ///
    /// # Errors
    /// [`InvalidId`] unless the text is 1 to 200 visible ASCII characters.
    pub fn new(scope: Scope, text: impl Into<String>) -> Result<Self, InvalidId> {
        Ok(Self { scope, text: checked(text.into())? })
    }

    /// Parses `scope#text`.
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
    pub(crate) fn of_purchase(purchase: &PurchaseId) -> Self {
        Self(format!("p{purchase}"))
    }

    pub(crate) fn of_transaction(sequence: u64, number: usize) -> Self {
        Self(format!("t{sequence}-{number}"))
    }
}

/// Reason in words: 1 to 500 characters without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note(String);

impl Note {
    /// Parses a note, trimming white space.
    ///
    /// # Errors
    /// [`InvalidId`] if it is empty, longer than 500 characters, or has a control character.
    pub fn new(text: &str) -> Result<Self, InvalidId> {
        let text = text.trim();
        let is_valid = (1..=500).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if is_valid { Ok(Self(text.to_owned())) } else { Err(InvalidId) }
    }

    pub(crate) fn ours(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// The note's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
