//! Instacart's Developer Platform, without network access: requests from the browser, the partner's recipe
//! page, and the partner's responses.
//!
//! [`LinkRequest::page`] validates a request and returns a [`RecipePage`]. Its [`RecipePage::body`] is the
//! partner's JSON. [`GroceryPartner`] is the port that creates the page. [`PartnerSite`] has the API address
//! and the hosts of links. See docs/decisions 116 and 117.

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
