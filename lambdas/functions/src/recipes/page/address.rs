use recipe::Language;
use url::Url;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageAddress {
    /// Origin, such as `https://zest.example`.
    pub(crate) origin: String,
    pub(crate) language: Language,
    /// Recipe id: 32 lowercase hexadecimal digits.
    pub(crate) id: String,
}

impl PageAddress {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let (language, path) = match url.path() {
            path if path.starts_with("/es/") => (Language::Es, path.strip_prefix("/es")?),
            path if path.starts_with("/fr/") => (Language::Fr, path.strip_prefix("/fr")?),
            path => (Language::En, path),
        };
        let id = path.strip_prefix("/recipes/")?;
        let is_id =
            id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        is_id.then(|| Self { origin: url.origin().ascii_serialization(), language, id: id.to_owned() })
    }

    pub(crate) fn within(&self, origin: &str, language: Language) -> String {
        format!("{origin}{}/recipes/{}", prefix_of(language), self.id)
    }

    pub(crate) fn prefix(&self) -> &'static str {
        prefix_of(self.language)
    }
}

fn prefix_of(language: Language) -> &'static str {
    match language {
        Language::En => "",
        Language::Es => "/es",
        Language::Fr => "/fr",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn only_recipe_pages_are_parsed_in_each_language() {
        for (path, language) in
            [("/recipes/", Language::En), ("/es/recipes/", Language::Es), ("/fr/recipes/", Language::Fr)]
        {
            let text = format!("https://zest.example{path}{ID}");
            let address = PageAddress::parse(&text).unwrap();
            assert_eq!(
                (address.origin.as_str(), address.language, address.id.as_str()),
                ("https://zest.example", language, ID)
            );
            assert_eq!(address.within("https://zest.example", language), text);
        }
        for other in [
            "",
            "/recipes/0123456789abcdef0123456789abcdef",
            "https://zest.example/recipes/",
            "https://zest.example/recipes/0123456789ABCDEF0123456789ABCDEF",
            "https://zest.example/recipes/0123456789abcdef0123456789abcde\u{e9}",
            "https://zest.example/recipes/0123456789abcdef0123456789abcdef/edit",
            "https://zest.example/de/recipes/0123456789abcdef0123456789abcdef",
        ] {
            assert_eq!(PageAddress::parse(other), None, "{other}");
        }
    }
}
