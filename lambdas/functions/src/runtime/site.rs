/// The configured origin, else the browser's `Origin` if it is a CloudFront domain: a stage without a custom
/// domain does not know its own.
#[must_use]
pub fn site_origin<'a>(configured: Option<&'a str>, browser_origin: Option<&'a str>) -> Option<&'a str> {
    configured.or(browser_origin.filter(|browser_origin| is_distribution(browser_origin)))
}

fn is_distribution(origin: &str) -> bool {
    let name = origin.strip_prefix("https://").and_then(|rest| rest.strip_suffix(".cloudfront.net"));
    name.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_domain_only_cloudfront_origins_are_accepted() {
        let (ours, cdn) = (Some("https://zest.example"), Some("https://d111abcdef8.cloudfront.net"));
        assert_eq!(site_origin(ours, cdn), ours);
        assert_eq!(site_origin(None, cdn), cdn);
        for browser_origin in [
            None,
            Some("https://evil.example"),
            Some("http://d1.cloudfront.net"),
            Some("https://evil.example/.cloudfront.net"),
            Some("https://a.b.cloudfront.net"),
            Some("https://.cloudfront.net"),
        ] {
            assert_eq!(site_origin(None, browser_origin), None, "{browser_origin:?}");
        }
    }
}
