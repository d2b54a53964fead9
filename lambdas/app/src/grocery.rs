//! Instacart's Developer Platform, without a network: what a browser may ask for, the recipe page that is asked of the
//! partner, and what its answer means.
//!
//! [`LinkRequest::page`] checks what came and makes a [`RecipePage`] of it; [`RecipePage::body`] is the partner's own document.
//! [`GroceryPartner`] is the port to whoever makes the page; [`PartnerSite`] says where the partner is and which links are
//! its own. Why it is so: docs/decisions 116 and 117.

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
