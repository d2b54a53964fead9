//! Which file an address stands for, by the rules of the CloudFront function `SiteRoutes` in template.yaml.

use regex::RegexSet;

use crate::config::Config;

/// The addresses of the app and of the public pages.
pub struct Addresses {
    app: RegexSet,
    pages: RegexSet,
}

impl Addresses {
    /// Reads the configured expressions; the error says which of them is none.
    pub fn new(config: &Config) -> Result<Self, String> {
        let read = |name: &str, routes: &[String]| {
            RegexSet::new(routes).map_err(|error| format!("The configured {name} are not valid: {error}"))
        };
        Ok(Self {
            app: read("spaRoutes", &config.spa_routes)?,
            pages: read("pageRoutes", &config.page_routes)?,
        })
    }

    /// The app's page for an address of the app; for a public page the file of its name, where that of a language's
    /// root is "home". `None` for anything else.
    pub fn file_of(&self, path: &str) -> Option<String> {
        if self.app.is_match(path) {
            return Some("/index.html".into());
        }
        let language = |path: &str| path.len() == 3 && !path[1..].contains('/');
        self.pages.is_match(path).then(|| match path.strip_suffix('/').unwrap_or(path) {
            "" => "/home.html".into(),
            root if language(root) => format!("{root}/home.html"),
            page => format!("{page}.html"),
        })
    }
}
