"""`blocks.validate`: what Slack would refuse, said without posting."""

from typing import Any

from bot.workspace.blocks import Violation, view_violations, violations
from bot.workspace.content import decoded
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import method
from bot.workspace.methods.views import refuse_words

Json = dict[str, Any]


@method("blocks.validate")
def validate(_inside: Inside, arguments: Json) -> Json:
    given = [name for name in ("blocks", "message", "view") if arguments.get(name)]
    if len(given) != 1:
        refuse_words("provide exactly one of: blocks, view, message")
    name = given[0]
    value = decoded(arguments[name], "invalid_arguments")
    if name == "view":
        found = view_violations(value)
    elif name == "message":
        found = violations(value.get("blocks") or [] if isinstance(value, dict) else value)
    else:
        found = violations(value)
    if found:
        raise Refusal(f"invalid_{name}", errors=[_error(one, name) for one in found])
    return {}


def _error(one: Violation, name: str) -> Json:
    pointer = one.path.removeprefix("/blocks") if name == "blocks" else one.path.removeprefix("/view")
    made: Json = {"pointer": pointer, "code": "failed_constraint", "message": one.words}
    if one.words.startswith("missing required field: "):
        made |= {"code": "missing_required_field", "field": one.words.rpartition(" ")[2]}
    return made
