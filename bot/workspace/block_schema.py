"""Slack's JSON Schema of Block Kit, ready to be asked about one block, element or view."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

REFERENCE = Path(__file__).parent / "reference"

Json = dict[str, Any]
Problem = tuple[tuple[str | int, ...], str]  # where, and what is wrong in Slack's words


def problems(definition: str, value: object) -> list[Problem]:
    """Say what in *value* breaks the schema's *definition* ("SectionBlock"), in the order of the schema."""
    return list(dict.fromkeys(_worded(error) for error in _validator(definition).iter_errors(value)))


@cache
def definition_of(block_type: str) -> str | None:
    """Name the definition of a block's type: "section" is a "SectionBlock"; None if Slack has no such block."""
    found = _types_in(_schema()["definitions"]["KnownBlock"]).get(block_type)
    return found.rpartition("/")[2] if found else None


@cache
def limits() -> Json:
    """Slack's limits by dotted path, the blocks of each surface, and the platform's limits."""
    loaded: Json = json.loads((REFERENCE / "limits.json").read_text("utf-8"))
    return loaded


@cache
def _schema() -> Json:
    schema: Json = json.loads((REFERENCE / "block-kit.schema.json").read_text("utf-8"))
    added: Json = json.loads((REFERENCE / "block-kit-additions.json").read_text("utf-8"))
    for name, addition in added["definitions"].items():
        definition = schema["definitions"].setdefault(name, {})
        for key, value in addition.items():
            if key == "properties" and key in definition:
                definition[key] |= value
            elif key == "anyOf" and key in definition:
                definition[key] += value
            else:
                definition[key] = value
    return schema


def _types_in(definition: Json) -> dict[str, str]:
    """Map each type of a union to the definition that describes it; empty if the union can't be told by type."""
    found: dict[str, str] = {}
    for choice in definition.get("anyOf", ()):
        reference = choice.get("$ref", "")
        target = _schema()["definitions"].get(reference.rpartition("/")[2], choice)
        inner = _const_type(target)
        below = {inner: reference} if inner and reference else _types_in(target)
        if not inner and not below and "anyOf" in target:
            below = dict.fromkeys((_const_type(variant) or "" for variant in target["anyOf"]), reference)
        if not below or "" in below:
            return {}
        found |= below
    return found


def _const_type(definition: Json) -> str | None:
    constant: str | None = definition.get("properties", {}).get("type", {}).get("const")
    return constant


@cache
def _linked() -> Json:
    """Every definition, with references replaced by what they name and unions chosen by type.

    A reference that is followed is several times dearer for jsonschema than a schema that is at hand.
    """
    made: Json = {}

    def link(node: Any) -> Any:
        if isinstance(node, list):
            return [link(inner) for inner in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return definition(node["$ref"].rpartition("/")[2])
        if types := _types_in(node):
            return {"byType": {kind: definition(name.rpartition("/")[2]) for kind, name in types.items()}}
        return {key: link(value) for key, value in node.items()}

    def definition(name: str) -> Json:
        if name not in made:
            made[name] = {}  # first, so that a definition may contain itself
            made[name].update(link(_schema()["definitions"][name]))
        linked: Json = made[name]
        return linked

    for name in _schema()["definitions"]:
        definition(name)
    return made


def _chosen_by_type(validator: Any, variants: Json, instance: object, _schema: Json) -> Iterator[ValidationError]:
    kind = instance.get("type") if isinstance(instance, dict) else None
    if not isinstance(kind, str):
        yield ValidationError("missing required field: type")
    elif kind not in variants:
        yield ValidationError(f"unsupported type: {kind}")
    else:
        yield from validator.descend(instance, variants[kind])


_BlockKit: Any = extend(  # type: ignore[no-untyped-call]  # the stubs leave it without types
    Draft7Validator, {"byType": _chosen_by_type}
)


@cache
def _validator(definition: str) -> Any:
    return _BlockKit(_linked()[definition])


def _worded(error: ValidationError) -> Problem:
    path, kind = tuple(error.absolute_path), error.validator
    limit: Any = error.validator_value
    match kind:
        case "maxLength":
            return path, f"must be less than {limit + 1} characters"
        case "minLength":
            return path, f"must be more than {limit - 1} characters"
        case "maxItems":
            return path, f"no more than {limit} items allowed"
        case "minItems":
            return path, f"no less than {limit} items allowed"
        case "type":
            return path, f"must provide {_article(limit)}"
        case "enum" | "const":
            return path, f"must be one of: {json.dumps(limit)}"
        case "required":
            return path, f"missing required field: {error.message.split(chr(39))[1]}"
        case "additionalProperties":
            return path, f"invalid additional property: {error.message.split(chr(39))[1]}"
        case "anyOf":
            return path, "failed to match all allowed schemas"
        case _:
            return path, error.message


def _article(kind: object) -> str:
    return f"an {kind}" if str(kind)[0] in "aio" else f"a {kind}"
