"""template.yaml as data, with the conditions of a stage resolved."""

from typing import Any

from zest_local import template

TEMPLATE = template.load()
RESOURCES: dict[str, dict[str, Any]] = TEMPLATE["Resources"]
FUNCTIONS = {name: body for name, body in RESOURCES.items() if body["Type"] == "AWS::Serverless::Function"}
DEFAULTS = {name: str(body["Default"]) for name, body in TEMPLATE["Parameters"].items()}
MACHINES = {name: body for name, body in RESOURCES.items() if body["Type"] == "AWS::Serverless::StateMachine"}


def properties(name: str) -> dict[str, Any]:
    """Returns the properties of a resource, unresolved."""
    found: dict[str, Any] = RESOURCES[name]["Properties"]
    return found


def in_stage(stage: str, **parameters: str) -> dict[str, Any]:
    """Returns the resources of a stage, with !If resolved and each !Ref of a parameter replaced by the given value or
    the default.
    """
    given = {**DEFAULTS, "Stage": stage, **parameters}
    return {
        name: _decide(body, given)
        for name, body in RESOURCES.items()
        if "Condition" not in body or _holds({"Condition": body["Condition"]}, given)
    }


def _decide(node: Any, given: dict[str, str]) -> Any:
    if isinstance(node, list):
        return [_decide(item, given) for item in node]
    if not isinstance(node, dict):
        return node
    if set(node) == {"Fn::If"}:
        name, then, otherwise = node["Fn::If"]
        return _decide(then if _holds({"Condition": name}, given) else otherwise, given)
    if set(node) == {"Ref"} and node["Ref"] in given:
        return given[node["Ref"]]
    return {name: _decide(value, given) for name, value in node.items()}


def _holds(condition: dict[str, Any], given: dict[str, str]) -> bool:
    [(kind, value)] = condition.items()
    match kind:
        case "Condition":
            return _holds(TEMPLATE["Conditions"][value], given)
        case "Fn::Equals":
            one, other = (str(_decide(side, given)) for side in value)
            return one == other
        case "Fn::And":
            return all(_holds(part, given) for part in value)
        case "Fn::Not":
            return not _holds(value[0], given)
    raise AssertionError(f"a condition of an unknown kind: {kind}")


def statements(body: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for policy in body.get("Properties", {}).get("Policies", []):
        if isinstance(policy, dict):
            found += policy.get("Statement") or policy["PolicyDocument"]["Statement"]
    return found


def granted_to(function: str) -> list[dict[str, Any]]:
    """Returns all statements for a function: inline, and of its separate policy resource."""
    return statements(RESOURCES[function]) + policy_statements(RESOURCES.get(f"{function}Policy", {}))


def policy_statements(body: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = body.get("Properties", {}).get("PolicyDocument", {}).get("Statement", [])
    return found


def many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
