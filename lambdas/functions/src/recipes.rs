//! Recipes: the GraphQL fields, the public page, pictures, reading again, and change events.

pub mod graphql;
pub mod own_picture;
pub mod page;
pub mod publish;
pub mod read_again;
