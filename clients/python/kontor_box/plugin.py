"""The fixture `kontor` of pytest: each test has an exchange of its own, and one that fails leaves its record."""

import shlex

import pytest

from .box import QUIET, Box


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("kontor_flags", "flags of the box", default=" ".join(QUIET))


@pytest.fixture(scope="session")
def kontor_box(request: pytest.FixtureRequest):
    """The box of this session, as it was started, and its snapshot."""
    with Box(*shlex.split(request.config.getini("kontor_flags"))) as box:
        yield box, box.snapshot()


@pytest.fixture
def kontor(kontor_box):
    """The box as it was when it was started, whatever other tests have done to it."""
    box, start = kontor_box
    box.restore(start)
    return box


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    report = yield
    box = getattr(item, "funcargs", {}).get("kontor")
    if box is not None and report.when == "call" and report.failed:
        report.sections.append(("kontor", f"replay: npx kontor replay {box.save()}"))
    return report
