"""Reads template.yaml with CloudFormation's short tags and packages it for the local cloud."""

import hashlib
import io
import json
import os
import platform
import re
import shutil
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from zest_local.build import ALL_FUNCTIONS, binary
from zest_local.places import REPOSITORY, State

Template = dict[str, Any]


class _Loader(yaml.SafeLoader):
    """A YAML loader for !Ref, !Sub, !GetAtt and others."""


def _short_tag(loader: _Loader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        value = loader.construct_mapping(node, deep=True)
    if suffix == "GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}": value}


_Loader.add_multi_constructor("!", _short_tag)


def load(path: Path = REPOSITORY / "template.yaml") -> Template:
    """Returns the template as data."""
    return yaml.load(path.read_text(), _Loader)


def site_routes(template: Template, kind: str) -> str:
    """Returns the regular expression of the app's (APP) or public pages' (PAGES) paths, from the
    CloudFront function.
    """
    return _expression(template, "SiteRoutes", kind)


def recipe_route(template: Template) -> str:
    """Returns the regular expression of the paths of pages that a function renders."""
    return _expression(template, "RecipePages", "RECIPE")


def _expression(template: Template, function: str, kind: str) -> str:
    code = template["Resources"][function]["Properties"]["FunctionCode"]
    routes = re.search(rf"var {kind} = /(.+)/;", code)
    if routes is None:
        raise ValueError(f"{function} in template.yaml has no line 'var {kind} = /…/;'")
    return routes.group(1)


def security_headers(template: Template) -> Template:
    """Returns the security headers that the distribution sends."""
    headers: Template = template["Resources"]["SecurityHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]
    return headers["SecurityHeadersConfig"]


def content_policy(template: Template, own_hosts: dict[str, str]) -> str:
    """Returns the content security policy without the hosts of AWS, because locally there is only one origin.
    `own_hosts` has replacements by directive.
    """
    policy = security_headers(template)["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
    text = policy if isinstance(policy, str) else policy[0]
    directives = []
    for directive in text.split(";"):
        name, *sources = directive.split()
        kept = [source for source in sources if "://" not in source]
        directives.append(" ".join([name, *kept, *own_hosts.get(name, "").split()]))
    return "; ".join(directives)


def rest_routes(template: Template) -> list[Template]:
    """Returns every method of the REST APIs, from events of functions and settings of APIs. `function`
    is a logical id.
    """
    routes = []
    for name, resource in template["Resources"].items():
        for event in resource.get("Properties", {}).get("Events", {}).values():
            if event["Type"] != "Api":
                continue
            method = event["Properties"]
            api = template["Resources"][method["RestApiId"]["Ref"]]["Properties"]
            [settings] = api["MethodSettings"]
            authorizer = method.get("Auth", {}).get("Authorizer", api["Auth"]["DefaultAuthorizer"])
            routes.append(
                {
                    "method": method["Method"],
                    "path": method["Path"],
                    "function": name,
                    "membersOnly": authorizer != "NONE",
                    "requestsPerSecond": settings["ThrottlingRateLimit"],
                    "requestsAtOnce": settings["ThrottlingBurstLimit"],
                }
            )
    return routes


def architecture() -> str:
    """Returns the architecture of this machine as Lambda names it."""
    return "arm64" if platform.machine() in ("arm64", "aarch64") else "x86_64"


@dataclass
class Packages:
    """The zips of the functions by bucket key, and the folder of the program that they start."""

    copy: Path
    zips: dict[str, bytes] = field(default_factory=dict)


def package(template: Template, state: State, profile: str) -> Packages:
    """Replaces local files in the template by their content, or by the keys of the zips that it returns."""
    program = _keep_copy(binary(ALL_FUNCTIONS, profile), state)
    packages = Packages(copy=program.parent)
    template["Resources"] = _without_aliases(template["Resources"])
    for resource in template["Resources"].values():
        properties = resource.get("Properties", {})
        if resource["Type"] == "AWS::Serverless::Function":
            code = _function_zip(_linked(program, Path(properties["CodeUri"]).name))
            key = hashlib.sha256(code).hexdigest() + ".zip"
            packages.zips[key] = code
            properties["CodeUri"] = f"s3://deploy/{key}"
        elif resource["Type"] == "AWS::Serverless::StateMachine":
            definition = (REPOSITORY / properties.pop("DefinitionUri")).read_text()
            properties["Definition"] = json.loads(definition)
        elif resource["Type"] == "AWS::AppSync::GraphQLSchema":
            properties["Definition"] = (REPOSITORY / properties.pop("DefinitionS3Location")).read_text()
    return packages


_ALIAS_PROPERTIES = {"AutoPublishAlias", "AutoPublishAliasAllProperties", "DeploymentPreference"}


def _without_aliases(node: Any) -> Any:
    """Returns the resources without aliases of functions: the local cloud runs one version."""
    if isinstance(node, list):
        return [_without_aliases(item) for item in node]
    if not isinstance(node, dict):
        return node
    if set(node) == {"Ref"} and str(node["Ref"]).endswith(".Alias"):
        return {"Fn::GetAtt": [node["Ref"].removesuffix(".Alias"), "Arn"]}
    kept = {name: value for name, value in node.items() if name not in _ALIAS_PROPERTIES}
    return {name: _without_aliases(value) for name, value in kept.items()}


def _keep_copy(built: Path, state: State) -> Path:
    """Copies a binary to a path named by its hash, so that a later build does not change it."""
    digest = _file_hash(built)
    copy = state.functions / digest / built.name
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        partial = copy.with_suffix(".partial")
        shutil.copy2(built, partial)
        os.replace(partial, copy)
    return copy


def _linked(program: Path, function: str) -> Path:
    """Returns a hard link of the program with the function's name, which selects the function."""
    link = program.with_name(function)
    if not link.exists():
        link.hardlink_to(program)
    return link


def _function_zip(copy: Path) -> bytes:
    """Returns a zip whose bootstrap starts the copy. ministack keeps packages in memory, and unoptimised binaries are
    large.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo("bootstrap", (2020, 1, 1, 0, 0, 0))
        entry.external_attr = 0o755 << 16
        archive.writestr(entry, f'#!/bin/sh\nexec "{copy}"\n')
    return packed.getvalue()


def _file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]
