"""The operations of the Python client are valid for schema.graphql. contract.mjs checks the front end's operations."""

import pytest
from graphql import GraphQLSchema, build_schema, parse, validate
from zest_client import operations
from zest_local.places import FRONTEND, REPOSITORY

OPERATIONS = {
    name: text
    for name, text in vars(operations).items()
    if isinstance(text, str) and text.startswith(("query ", "mutation ", "subscription "))
}


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    directives = FRONTEND / "build/codegen/appsync.graphql"
    return build_schema(directives.read_text() + (REPOSITORY / "schema.graphql").read_text())


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_is_valid_for_the_schema(schema: GraphQLSchema, name: str) -> None:
    errors = validate(schema, parse(OPERATIONS[name]))
    assert not errors, "\n".join(error.message for error in errors)


def test_unknown_field_is_reported(schema: GraphQLSchema) -> None:
    errors = validate(schema, parse(operations.DELETE.replace("{ id }", "{ id colour }")))
    assert [error.message for error in errors] == ["Cannot query field 'colour' on type 'DeletedRecipe'."]


def test_operations_are_found() -> None:
    assert {"CREATE", "LIST", "ON_CHANGE"} <= OPERATIONS.keys()
