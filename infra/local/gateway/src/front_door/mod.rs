//! CloudFront's behaviours: site, media and `/config.json`; also the uploads bucket and the demo kitchen.

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{any, get};

use crate::context::Context;
use security_headers::SecurityHeaders;

pub mod addresses;
pub mod delivery;
pub mod demo;
pub mod files;
pub mod media;
pub mod recipe_page;
pub mod security_headers;
pub mod site;
pub mod uploads;

/// Routes of the front door, with the site as fallback. The error names an invalid setting.
pub fn router(context: &Arc<Context>) -> Result<Router, String> {
    let site = site::Site::new(Arc::clone(context))?;
    let of_site = Router::new()
        .route("/", get(site::page))
        .route("/config.json", get(site::config))
        .fallback(site::page)
        .with_state(site);
    let of_media =
        Router::new().route("/media/{recipe}/{name}", get(media::picture)).with_state(Arc::clone(context));
    let headers = SecurityHeaders::new(context.config.content_security_policy.as_deref())?;
    let of_distribution = of_site
        .merge(of_media)
        .layer(map_response(move |response: Response| std::future::ready(headers.added_to(response))));
    let of_uploads = match &context.config.uploads_bucket {
        Some(bucket) => Router::new()
            .route(&format!("/{bucket}"), uploads::forms())
            .route(&format!("/{bucket}/{{*key}}"), uploads::links()),
        None => Router::new(),
    };
    // On AWS the uploads bucket has its own origin, without these headers.
    let of_others = of_uploads
        .route("/demo", any(demo::page))
        .route("/demo/", any(demo::page))
        .route("/demo/{*path}", any(demo::page))
        .with_state(Arc::clone(context));
    Ok(of_others.merge(of_distribution))
}
