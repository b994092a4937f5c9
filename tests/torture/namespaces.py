"""Hosts as network namespaces on one machine, each with a cable that can be pulled."""

import contextlib
import subprocess
from dataclasses import dataclass

BRIDGE, NET = "icmlbr", "10.77.0"
HUB = f"{NET}.1"  # where this process is


class CannotBeHad(Exception):
    """This machine allows no namespaces; the text says why."""


@dataclass(frozen=True)
class Host:
    """One of them."""

    number: int

    @property
    def name(self):
        return f"icml{self.number}"

    @property
    def address(self):
        return f"{NET}.{10 + self.number}"

    @property
    def within(self):
        """The command that runs a program there."""
        return ("ip", "netns", "exec", self.name)

    def cut(self):
        _ip("link", "set", f"icmlv{self.number}", "down")

    def heal(self):
        _ip("link", "set", f"icmlv{self.number}", "up")


@contextlib.contextmanager
def hosts(count):
    """So many hosts, cabled to a bridge on which this process is :data:`HUB`.

    Raises:
        CannotBeHad: they can't be made here.
    """
    made = [Host(number) for number in range(1, count + 1)]
    try:
        _clear(made)
        _ip("link", "add", BRIDGE, "type", "bridge")
        _ip("addr", "add", f"{HUB}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        for one in made:
            outer, inner = f"icmlv{one.number}", f"icmlw{one.number}"
            _ip("netns", "add", one.name)
            _ip("link", "add", outer, "type", "veth", "peer", "name", inner)
            _ip("link", "set", inner, "netns", one.name)
            _ip("link", "set", outer, "master", BRIDGE)
            _ip("link", "set", outer, "up")
            for words in (
                ("addr", "add", f"{one.address}/24", "dev", inner),
                ("link", "set", inner, "up"),
                ("link", "set", "lo", "up"),
            ):
                _ip("-n", one.name, *words)
        yield made
    finally:
        _clear(made)


def _clear(made):
    for one in made:
        subprocess.run(["ip", "link", "del", f"icmlv{one.number}"], capture_output=True)
        subprocess.run(["ip", "netns", "del", one.name], capture_output=True)
    subprocess.run(["ip", "link", "del", BRIDGE], capture_output=True)


def _ip(*words):
    try:
        done = subprocess.run(["ip", *words], capture_output=True, text=True)
    except FileNotFoundError:
        raise CannotBeHad("ip (iproute2) is not installed") from None
    if done.returncode:
        raise CannotBeHad(f"ip {' '.join(words)}: {done.stderr.strip()}")
