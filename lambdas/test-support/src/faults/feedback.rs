//! Calls of fn-feedback per field.

use app::caller::ADMINS;
use app::feedback::{
    self, CreateFeedback, CreatePorts, FeedbackCaller, FeedbackKind, ListFeedback, UpdateFeedback,
};

use crate::fakes::MemoryRecipes;
use crate::faults::functions::Client;
use crate::faults::ports::{Port, TokenKeys};
use crate::faults::world::World;
use crate::feedback::MemoryFeedback;

fn ports<'w>(
    world: &'w World,
    function: &'static str,
) -> (Port<'w, MemoryFeedback>, Port<'w, MemoryRecipes>) {
    (world.port(function, &world.feedback), world.port(function, &world.recipes))
}

impl Client<'_> {
    fn asker(&self) -> FeedbackCaller {
        FeedbackCaller::new(self.caller.clone(), &[])
    }

    pub(crate) fn write_feedback(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.createFeedback";
        let (world, asker) = (self.world, self.asker());
        let (store, recipes) = ports(world, FUNCTION);
        let (keys, now) = (world.port(FUNCTION, &world.keys), world.now());
        world.client(FUNCTION, || async {
            let ring = keys.ring().await?;
            let ports = CreatePorts {
                store: &store,
                recipes: &recipes,
                counters: &world.counters,
                ring: &ring,
                limits: None,
                source: None,
            };
            let input = CreateFeedback {
                id: id.to_owned(),
                kind: FeedbackKind::Question,
                message: "Is it soup?".to_owned(),
                email: None,
                recipe_id: None,
                wrong_part: None,
            };
            feedback::create(&ports, &asker, input, now).await
        });
    }

    pub(crate) fn change_feedback(&self, id: &str) {
        const GET: &str = "fn-graphql.getFeedback";
        let (world, asker) = (self.world, self.asker());
        let (store, recipes) = ports(world, GET);
        world.client(GET, || feedback::get(&store, &recipes, &asker, id));
        const UPDATE: &str = "fn-graphql.updateFeedback";
        let (store, recipes) = ports(world, UPDATE);
        let message = Some("It is soup.".to_owned());
        let input = UpdateFeedback { id: id.to_owned(), message, ..UpdateFeedback::default() };
        world.client(UPDATE, || feedback::update(&store, &recipes, &asker, input.clone(), world.now()));
    }

    pub(crate) fn list_feedback(&self) {
        self.list_as(&self.asker());
    }

    pub(crate) fn list_everybody_s_feedback(&self) {
        self.list_as(&FeedbackCaller::new(self.caller.clone(), &[ADMINS.to_owned()]));
    }

    fn list_as(&self, asker: &FeedbackCaller) {
        const FUNCTION: &str = "fn-graphql.listFeedbacks";
        let (store, recipes) = ports(self.world, FUNCTION);
        let all = ListFeedback::default();
        self.world.client(FUNCTION, || feedback::list(&store, &recipes, asker, &all));
    }

    pub(crate) fn delete_feedback(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.deleteFeedback";
        let (world, asker) = (self.world, self.asker());
        let (store, recipes) = ports(world, FUNCTION);
        world.client(FUNCTION, || feedback::delete(&store, &recipes, &asker, id));
    }
}
