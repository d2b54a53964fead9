//! Lists the page's other recipes, so that the user can import one.

use std::collections::BTreeSet;

use url::Url;

use crate::draft::Draft;
use crate::facts::address_key;
use crate::reconcile;
use crate::text::letters;

const MAX_NAMED: usize = 20;
const MAX_NAME_CHARS: usize = 200;

/// Distinct names of the recipes other than `best`, in order.
///
/// If `best` has structured data, only drafts with structured data count, because visible ones repeat them;
/// otherwise only complete drafts. Recipes with the URL of another page are skipped.
pub(crate) fn names(best: &Draft, others: &[Draft], page: &Url) -> Vec<String> {
    let mut seen: BTreeSet<String> = best.content.title.as_deref().map(key).into_iter().collect();
    let is_other = |draft: &&Draft| {
        let qualifies = if best.is_marked() { draft.is_marked() } else { draft.is_complete() };
        draft.is_usable()
            && qualifies
            && !reconcile::is_duplicate(best, draft)
            && !is_of_another_page(draft, page)
    };
    let named = others.iter().filter(is_other).filter_map(|draft| draft.content.title.as_deref());
    let names = named.filter(|title| !key(title).is_empty() && seen.insert(key(title)));
    names.take(MAX_NAMED).map(name).collect()
}

pub(crate) fn is_named(draft: &Draft, part: &str) -> bool {
    draft.is_usable() && draft.content.title.as_deref().map(key).is_some_and(|known| known == key(part))
}

pub(crate) fn is_same_name(one: &str, two: &str) -> bool {
    key(one) == key(two)
}

fn name(title: &str) -> String {
    title.chars().take(MAX_NAME_CHARS).collect()
}

fn key(title: &str) -> String {
    letters(&name(title))
}

fn is_of_another_page(draft: &Draft, page: &Url) -> bool {
    // Node ids and fragments are not URLs of pages.
    let is_address = |address: &&String| address.contains("://") || address.starts_with('/');
    let pages = draft.addresses.iter().filter(is_address).filter_map(|address| page.join(address).ok());
    let mut pages = pages.filter(|address| address.fragment().is_none()).peekable();
    pages.peek().is_some() && pages.all(|address| address_key(&address) != address_key(page))
}
