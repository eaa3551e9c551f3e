"""A store, its server and a client's account there."""

import os
import pathlib
import subprocess
import sys

import caldav

sys.path.append(str(pathlib.Path(__file__).parent.parent / "browser"))
from world import World  # noqa: E402


def same(what, seen, wanted):
    """Says in a line what is not as it is to be."""
    assert seen == wanted, f"{what}: {seen!r}, not {wanted!r}"


def fault(what, seen, now, wanted):
    """A known fault: says so when it is mended, that the story may then ask for what is right."""
    assert seen != wanted, f"{what} is mended: let the story ask for {wanted!r}"
    same(what, seen, now)


def seconds(count):
    """Marks a story that takes long: run.py starts it early."""
    def mark(story):
        story.seconds = count
        return story
    return mark


def todo(uid, title, *lines):
    """The text of a task as a plain client sends it."""
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", f"UID:{uid}", f"SUMMARY:{title}", *lines,
                        "END:VTODO", "END:VCALENDAR", ""])


class Served(World):
    """A store of its own with its server, the shell beside it and the password of a client."""

    def __init__(self):
        super().__init__(None, os.environ["TASKS_PROGRAM"], os.environ["TASKS_WEB"])
        self.password = self.token("phone")

    def token(self, name):
        return self.shell("web", "token", "add", name, "--port", str(self.port)).split()[-1]

    def run(self, *words, **more):
        """Runs a program beside the store and returns what it prints."""
        done = subprocess.run(
            words, env=self.environment, capture_output=True, text=True, cwd=more.pop("cwd", self.folder), **more)
        assert done.returncode == 0, f"{' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout

    def shell(self, *words, store=None):
        """Runs `tasks` as somebody does in a shell and returns what it prints."""
        return self.run(self.program, "--store", store or self.store, *words)

    def git(self, *words, store=None):
        return self.run("git", "-C", store or self.store, *words)

    def head(self):
        return self.git("rev-parse", "HEAD")

    def client(self, password=None, path=""):
        return caldav.DAVClient(self.address + path, username="anyone", password=password or self.password)

    def calendars(self, **more):
        """The lists of the store by their names, as a client finds them that knows no more than the server's name."""
        return {each.get_display_name(): each for each in self.client(**more).principal().calendars()}

    def row(self, title):
        """A task in the shell by its title; None if there is none, or it is done or deleted."""
        return next((task for task in self.tasks("list") if task["title"] == title), None)
