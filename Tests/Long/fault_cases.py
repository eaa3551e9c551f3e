"""The store that faults are put into, and the commands that meet them."""

import collections
import dataclasses
import shutil
import typing

from world import WORD

# What a person has written beside the store, in no history.
OWN = [".config/tasks/config", "store/.git/info/exclude", "store/.git/info/attributes", "store/.git/tasks/web-tokens"]
# No command may take another store for its own: one that would be found without `.tasks`, and another clone.
DEFAULT = ".local/share/tasks"
PARTS = ["store", "hub.git", "peer", ".config", ".local", "rung"]
EARLY, NOW = {"TASKS_NOW": "2026-12-01T08:00"}, {"TASKS_NOW": "2026-12-01T10:00"}


class State:
    """What is in the store and beside it."""

    def __init__(self, world):
        self.words = world.words("store")
        self.committed = set(WORD.findall(world.git("grep", "-hI", "w[0-9]", "HEAD", at="store")))
        self.rung = collections.Counter((world.home / "rung").read_text().split())
        self.own = {(name, line) for name in OWN for line in (world.home / name).read_text().splitlines()}
        self.texts = {path.name[:3]: path.read_text(errors="replace") for path in world.files("store")}
        self.others = [world.tree(store) for store in (DEFAULT, "peer")]


def prepare_undo(world):
    world.tasks("modify", "1aa", "2aa", "+w50x1w", at="store")


def prepare_sync(world):
    world.tasks("note", "1aa", "w70x1w", at="peer")
    world.tasks("modify", "2aa", "title:w70x2w", at="peer")
    world.tasks("add", "w70x3w", at="peer")
    world.tasks("sync", at="peer")
    world.tasks("modify", "2aa", "title:w50x1w", at="store")
    with open(next(path for path in world.files("store") if "1aa" in path.name), "a") as file:
        file.write("w50x2w\n")


def prepare_remind(world):
    world.tasks("remind", "check", at="store", more=EARLY)
    world.tasks("modify", "1aa", "2aa", "due:2026-12-01@9:00", at="store", more=EARLY)


def prepare_snooze(world):
    prepare_remind(world)
    world.tasks("remind", "check", at="store", more=NOW)


@dataclasses.dataclass
class Case:
    """A command; its parts, of which all or none are done; what works afterwards; the words that it takes away."""

    name: str
    words: str
    parts: typing.Callable
    again: str
    prepare: typing.Callable = lambda world: None
    replaced: set = dataclasses.field(default_factory=set)
    more: dict = dataclasses.field(default_factory=dict)


def has(*words):
    return lambda now: [word in now.words for word in words]


CASES = [
    Case("add", "add w60x1w list:work due:fri", has("w60x1w"), "add w61x1w"),
    Case("done", "done 1aa 2aa / w60x1w", lambda now: ["DONE" in now.texts.get(name, "") for name in ("1aa", "2aa")],
         "done 3aa / w61x1w"),
    Case("undo", "undo", lambda now: ["w50x1w" not in now.texts.get(name, "w50x1w") for name in ("1aa", "2aa")],
         "undo", prepare_undo, {"w50x1w"}),
    Case("import", "import todotxt ../todo.txt", has("w80x0w", "w80x1w", "w80x2w"), "import todotxt ../todo.txt"),
    Case("remind", "remind check", lambda now: [bool(now.rung)], "remind check", prepare_remind, more=NOW),
    Case("snooze", "remind snooze", lambda now: [bool(now.rung)], "remind snooze", prepare_snooze, more=NOW),
    Case("config", "config theme light", lambda now: [any("theme" in line for _, line in now.own)],
         "config theme dark"),
    Case("sync", "sync", lambda now: [f"w70x{number}w" in now.committed for number in (1, 2, 3)], "sync", prepare_sync,
         {"w50x1w", "w1x2w"}),
]


class Place:
    """A store with tasks, a hub and another clone; made once for each case and copied for each fault."""

    def __init__(self, world):
        self.world = world
        self.make()

    def make(self):
        world = self.world
        (world.home / "bin/ring").write_text(f"#!/bin/sh\necho $TASKS_ALERT_TASK >> {world.home}/rung\n")
        (world.home / "bin/ring").chmod(0o755)
        (world.home / "rung").write_text("")
        (world.home / "todo.txt").write_text("".join(f"w80x{number}w +some\n" for number in range(3)))
        world.tasks("init", DEFAULT)
        world.tasks("init", "store")
        for number in range(1, 6):
            name = f"{number}aa{'a' * 13}"
            text = f"* TODO w1x{number}w\n:PROPERTIES:\n:ID: {name}\n:RANK: {number}\n:END:\nw2x{number}w\n"
            (world.home / f"store/{name}.org").write_text(text)
        world.git("add", "-A", at="store")
        world.git("commit", "-qm", "made", at="store")
        world.git("clone", "-q", "--bare", "store", "hub.git")
        world.git("remote", "add", "origin", str(world.home / "hub.git"), at="store")
        world.git("push", "-qu", "origin", "main", at="store")
        world.tasks("clone", str(world.home / "hub.git"), "peer")
        world.tasks("config", "remind.notifier", "ring", at="store")
        world.tasks("web", "token", "add", "phone", at="store")
        for name in OWN[1:3]:
            with open(world.home / name, "a") as file:
                file.write("*.mine -diff\n")
        self.keep("all")
        for case in CASES:
            self.restore("all")
            case.prepare(world)
            self.keep(case.name)

    def keep(self, name):
        (self.world.home / "made" / name).mkdir(parents=True)
        self.world.run("cp", "-a", *PARTS, f"made/{name}")

    def restore(self, name):
        for part in PARTS:
            path = self.world.home / part
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        self.world.run("cp", "-a", *(f"made/{name}/{part}" for part in PARTS), ".")
        self.world.git("status", "--porcelain", at="store")
        self.world.tasks("list", at="store")
        # So that the clone's settings are looked at too, as once a day.
        (self.world.home / "store/.git/tasks/checked").unlink(missing_ok=True)
