"""Takes a guard out before the tests run: ``pytest -p tests.mutations.plugin --without claims``."""

from tests.mutations import MUTATIONS


def pytest_addoption(parser):
    parser.addoption("--without", choices=MUTATIONS, help="the guard to take out")


def pytest_configure(config):
    guard = config.getoption("--without")
    if guard:
        MUTATIONS[guard].take_out()
