"""Starts `npx kontor --ready-json` and speaks with its admin."""

import json
import os
import shlex
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

#: Time stands until it is told to go on, and there is one market: what a test needs, and the fastest there is.
QUIET = ("--clock", "manual", "--markets", "BTC-USDT")


class BoxError(Exception):
    """The box refused a wish, or did not start; its text says why."""


def command() -> list[str]:
    """What starts a box: `KONTOR_COMMAND`, or the package of npm."""
    return shlex.split(os.environ.get("KONTOR_COMMAND", "npx --yes kontor"))


class Box:
    """A box in a process of its own, for as long as a `with` lasts."""

    def __init__(self, *flags: str) -> None:
        words = [*command(), "--headless", "--ready-json", *(flags or QUIET)]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline()
        if not line:
            raise BoxError(f"{' '.join(words)} ended with {self._process.wait()}")
        #: The ready line: `url`, `ws`, `admin`, `accounts`, `markets` and more.
        self.ready = json.loads(line)

    @property
    def url(self) -> str:
        return self.ready["url"]

    @property
    def accounts(self) -> list[dict]:
        return self.ready["accounts"]

    @property
    def key(self) -> str:
        """The API key of the first account."""
        return self.accounts[0]["key"]

    def admin(self, path: str, body: dict | None = None) -> str:
        """One call of the admin, by its path behind `/sandbox/`."""
        admin = self.ready["admin"]
        request = urllib.request.Request(
            f"{admin['url']}sandbox/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {admin['token']}"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as refused:
            raise BoxError(json.loads(refused.read())["error"]) from None

    def tell(self, call: str, /, **fields) -> dict:
        """Does something, and answers with what came of it."""
        return json.loads(self.admin(call, fields))

    def ask(self, path: str) -> dict:
        return json.loads(self.admin(path))

    def now(self) -> int:
        return self.ask("clock")["now"]

    def advance(self, ms: int) -> dict:
        return self.tell("clock/advance", ms=ms)

    def until(self, ev: str, user: int = 0, where: dict | None = None, limit_ms: int = 60_000) -> dict:
        """Lets time go on until an event of an account, and no further."""
        event = {"user": user, "ev": ev, "where": where or {}}
        return self.tell("clock/until", event=event, limitMs=limit_ms)

    def fault(self, name: str, path: str = "") -> None:
        """The next call whose path holds `path` meets the fault."""
        self.tell("faults/once", fault=name, path=path)

    def weather(self, name: str) -> None:
        self.tell("faults/set", name=name)

    def faults(self) -> dict:
        return self.ask("faults")

    def hash(self) -> dict:
        return self.ask("hash")

    def snapshot(self) -> str:
        return self.tell("snapshot")["snapshot"]

    def restore(self, snapshot: str) -> None:
        self.tell("restore", snapshot=snapshot)

    def restart(self) -> None:
        """The venue dies, and starts again on what it has stored."""
        self.tell("venue/restart")

    def save(self, folder: str = ".kontor") -> Path:
        """Writes the record so far into a folder, and answers with its file."""
        file = Path(folder) / f"run-{self.hash()['store'][:8]}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.admin("record"), encoding="utf-8")
        return file

    def close(self) -> int:
        """Ends the box; answers how it ended, 0 if all went well."""
        if self._process.poll() is None:
            # What was started may only have started the box.
            os.kill(self.ready["pid"], signal.SIGTERM)
        with self._process.stdout:
            return self._process.wait(timeout=10)

    def __enter__(self) -> "Box":
        return self

    def __exit__(self, *_) -> None:
        self.close()
