//! Instacart's Developer Platform, without network access: requests of the browser, the partner's recipe
//! page, and its answers.
//!
//! [`LinkRequest::page`] validates a request and returns a [`RecipePage`]; [`RecipePage::body`] is the
//! partner's JSON. [`GroceryPartner`] is the port that creates the page; [`PartnerSite`] is the partner's API
//! address and link hosts. See docs/decisions 116 and 117.

mod answer;
mod error;
mod locale;
mod measurement;
mod page;
mod partner;
mod request;

pub use error::PartnerError;
pub use locale::Locale;
pub use measurement::{Measurement, measurements};
pub use page::{LINK_DAYS, Line, RecipePage};
pub use partner::{BadSetting, GroceryPartner, PartnerSite};
pub use request::{BadRequest, LinkRequest};
