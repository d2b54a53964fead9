//! Calls of fn-shared-lists per field.

use app::shared_lists::{self, ChangeSharedList, CreateSharedList, ItemChange, Ports};

use crate::faults::functions::Client;
use crate::faults::ports::TokenKeys;

fn item(id: &str, text: Option<&str>, done: Option<bool>, removed: Option<bool>) -> ItemChange {
    let text = text.map(str::to_owned);
    ItemChange { id: id.to_owned(), text, done, removed, ..ItemChange::default() }
}

impl Client<'_> {
    pub(crate) fn share_list(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.createSharedList";
        let world = self.world;
        let (store, owners) =
            (world.port(FUNCTION, &world.shared_lists), world.port(FUNCTION, &world.recipes));
        let (keys, now) = (world.port(FUNCTION, &world.keys), world.now());
        world.client(FUNCTION, || async {
            let (store, owners, counters, ring) = (&store, &owners, &world.counters, &keys.ring().await?);
            let ports = Ports { store, owners, counters, ring, limits: None, source: None };
            let items = vec![item("a", Some("flour"), None, None), item("b", Some("milk"), None, None)];
            let input = CreateSharedList { id: id.to_owned(), items };
            shared_lists::create(&ports, &self.caller, input, now).await
        });
    }

    pub(crate) fn change_shared_list(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.changeSharedList";
        let world = self.world;
        let (store, owners) =
            (world.port(FUNCTION, &world.shared_lists), world.port(FUNCTION, &world.recipes));
        let (keys, now) = (world.port(FUNCTION, &world.keys), world.now());
        world.client(FUNCTION, || async {
            let (store, owners, counters, ring) = (&store, &owners, &world.counters, &keys.ring().await?);
            let ports = Ports { store, owners, counters, ring, limits: None, source: None };
            let items = vec![
                item("a", None, Some(true), None),
                item("b", None, None, Some(true)),
                item("c", Some("eggs"), None, None),
            ];
            let input = ChangeSharedList { id: id.to_owned(), items };
            shared_lists::change(&ports, &self.caller, input, now).await
        });
    }

    pub(crate) fn look_at_shared_lists(&self, id: &str) {
        let world = self.world;
        let now = world.now();
        const GET: &str = "fn-graphql.getSharedList";
        let (store, owners) = (world.port(GET, &world.shared_lists), world.port(GET, &world.recipes));
        world.client(GET, || shared_lists::get(&store, &owners, &self.caller, id, now));
        const LIST: &str = "fn-graphql.listSharedLists";
        let (store, owners) = (world.port(LIST, &world.shared_lists), world.port(LIST, &world.recipes));
        world.client(LIST, || shared_lists::list(&store, &owners, &self.caller, now));
        const LISTEN: &str = "fn-graphql.onSharedListChange";
        let store = world.port(LISTEN, &world.shared_lists);
        world.client(LISTEN, || shared_lists::may_listen(&store, &self.caller, id, now));
    }

    pub(crate) fn end_shared_list(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.endSharedList";
        let world = self.world;
        let (store, owners) =
            (world.port(FUNCTION, &world.shared_lists), world.port(FUNCTION, &world.recipes));
        world.client(FUNCTION, || shared_lists::end(&store, &owners, &self.caller, id));
    }
}
