"""Hatchling's hook: builds the window into the wheel, and into the tree for an editable install."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WindowBuildHook(BuildHookInterface[Any]):
    """A source distribution brings the source; every wheel, editable or not, brings the window built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        # By path: while the project is being built, its packages can't be imported.
        window = runpy.run_path(str(Path(__file__).with_name("build.py")))
        try:
            window["build"]()
        except window["NotBuilt"] as problem:
            self.app.abort(str(problem))
