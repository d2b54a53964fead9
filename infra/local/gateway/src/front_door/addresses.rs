//! Maps paths to files like the CloudFront function `SiteRoutes` in template.yaml.

use regex::RegexSet;

use crate::config::Config;

/// Paths of the app and of the static pages.
pub struct Addresses {
    app: RegexSet,
    pages: RegexSet,
}

impl Addresses {
    /// Compiles the configured expressions; the error names an invalid one.
    pub fn new(config: &Config) -> Result<Self, String> {
        let read = |name: &str, routes: &[String]| {
            RegexSet::new(routes).map_err(|error| format!("The configured {name} are not valid: {error}"))
        };
        Ok(Self {
            app: read("spaRoutes", &config.spa_routes)?,
            pages: read("pageRoutes", &config.page_routes)?,
        })
    }

    /// The file of a path: the app's page in the path's language, a static page, or `None`.
    pub fn file_of(&self, path: &str) -> Option<String> {
        if self.app.is_match(path) {
            return Some(format!("/{}", app_page(path)));
        }
        let language = |path: &str| path.len() == 3 && !path[1..].contains('/');
        self.pages.is_match(path).then(|| match path.strip_suffix('/').unwrap_or(path) {
            "" => "/home.html".into(),
            root if language(root) => format!("{root}/home.html"),
            page => format!("{page}.html"),
        })
    }
}

/// The app's page in the language of a path.
pub(super) fn app_page(path: &str) -> &'static str {
    match path.split('/').nth(1) {
        Some("es") => "es/index.html",
        Some("fr") => "fr/index.html",
        _ => "index.html",
    }
}
