"""A store from others: nothing that it brings is run, and nothing is written or read outside of it."""

import os
import pathlib
import shutil
import socket
import subprocess
import time

from hostile_trees import FORBIDDEN, GOOD, OUTSIDE, PATHS, TREES, VERBS, Repository, store, task
from world import Failure, free_port

OBJECTS = "git cat-file --batch --batch-all-objects --unordered | strings"


class Hostile:
    def __init__(self, run):
        self.run, self.world, self.home, self.random = run, run.world, run.world.home, run.random
        self.said = {}
        self.before = self.snapshot()

    def snapshot(self):
        places = [*self.run.outside.rglob("*"), *(self.home / name for name in (
            "PWNED", "victim", ".bashrc", ".gitconfig"))]
        return {str(path): path.read_bytes() for path in places if path.is_file()}

    def expect_outside(self, said):
        now, before = self.snapshot(), self.before
        changed = [path for path in sorted(now.keys() | before.keys()) if now.get(path) != before.get(path)]
        if changed:
            self.run.fail(f"{said} writes outside: { {path: now.get(path, b'')[:60] for path in changed} }")
        for path in changed:
            if path in before:
                pathlib.Path(path).write_bytes(before[path])
            else:
                pathlib.Path(path).unlink()
        if any(path.startswith("/stolen") for path, _, _ in self.run.hub.told):
            self.run.fail(f"{said} sends to the address of the store")
            self.run.hub.told.clear()

    # Every command in a hostile store.

    def commands(self, until):
        """All commands, from one of them on, so that each comes after others, until the time is over."""
        formats, rounds = ["org", "md"], 0
        self.random.shuffle(formats)
        while not rounds or time.time() < until:
            self.round(formats[rounds % 2], until)
            rounds += 1

    def round(self, format, until):
        evil = Repository(self.world, "hubs/evil.git")
        evil.commit(store(self.run.address))
        for part in ("hostile", ".config/tasks"):
            shutil.rmtree(self.home / part, ignore_errors=True)
        output = self.run.call("clone", str(self.home / "hubs/evil.git"), "hostile", at=".", fails=True)
        self.expect_outside("clone")
        if not (self.home / "hostile/.git").is_dir():
            raise Failure(f"the clone is refused: {output}")
        if format == "md":
            (self.home / "hostile/.tasks/config").write_text("[tasks]\n\tformat = md\n")
        start = self.random.randrange(len(VERBS))
        for number, line in enumerate(["remind check", "remind push", "add New", *VERBS[start:], *VERBS[:start]]):
            if number > 20 and time.time() > until:
                break
            self.command(line)
        objects = self.world.run("sh", "-c", OBJECTS, at="hostile")[1]
        if "* TODO New" not in objects and "title: New" not in objects:
            self.run.fail("nothing could be added to the store of others")
        if OUTSIDE in objects:
            self.run.fail("what is outside is committed")
        self.page()

    def command(self, line):
        hour = {"remind check": "08:00", "remind push": "08:30"}.get(line, "10:00")
        more = {"TASKS_NOW": f"2026-12-01T{hour}"}
        output = self.run.call(*line.split(), at="hostile", fails=True, more=more)
        self.run.count["hostile"] += 1
        self.expect_outside(line)
        if "\x1b" in output:
            self.run.fail(f"{line} prints control characters")
        if "there is no" not in output and OUTSIDE in output and not line.startswith("adopt"):
            self.run.fail(f"{line} shows what is outside: {output[:200]}")

    def page(self):
        port = free_port()
        token = self.world.tell("tasks", "web", "token", "add", "phone", at="hostile")[1].split()[-1]
        server = subprocess.Popen(
            [os.environ["TASKS_WEB"], "--store", "hostile", "--port", str(port)], env=self.world.environment,
            cwd=self.home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
        for path in PATHS:
            if OUTSIDE.encode() in self.get(port, path, token):
                self.run.fail(f"the page shows what is outside at {path}")
        server.terminate()
        server.wait()
        self.expect_outside("web")

    def get(self, port, path, token):
        """What is answered to a path as it is, which a client would make another one of."""
        data = b""
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.settimeout(10)
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
                           "Connection: close\r\n\r\n".encode())
            try:
                while piece := client.recv(65536):
                    data += piece
            except OSError:
                pass
        return data

    # Trees that a sync takes over.

    def trees(self, until):
        """Each tree, taken over as it is and merged; then two of them at once, until the time is over."""
        plan = [(name, [name], is_forward) for name in TREES for is_forward in (True, False)]
        plan += [(f"a link of one's own at {file}", file, None) for file in ("dir/new.org", "2026-11/new.org")]
        self.random.shuffle(plan)
        while plan or time.time() < until:
            if time.time() > until and self.run.count["trees"] >= 8:
                break
            if plan:
                name, what, is_forward = plan.pop()
            else:
                what, is_forward = self.random.sample(list(TREES), 2), self.random.random() < 0.5
                name = " and ".join(what)
            self.run.count["trees"] += 1
            self.own_link(what) if is_forward is None else self.tree(name, what, is_forward)

    def clone(self):
        """A clone of a good store, the hub of which turns hostile later."""
        evil = Repository(self.world, "hubs/evil.git")
        evil.commit(GOOD)
        shutil.rmtree(self.home / "hostile", ignore_errors=True)
        self.world.tasks("clone", str(self.home / "hubs/evil.git"), "hostile")
        self.config = (self.home / "hostile/.git/config").read_bytes()
        return evil

    def tree(self, name, names, is_forward):
        evil = self.clone()
        if not is_forward:
            self.world.tasks("add", "Own", at="hostile")
        files = [file for each in names for file in TREES[each]]
        places = {path.split("/")[0] for _, path, _ in files}
        evil.commit([file for file in GOOD if ".tasks" not in places or file[1] != ".tasks/config"] + files)
        self.sync(name)
        # Then the link is a folder.
        if names == ["a link"]:
            evil.commit(GOOD + [("100644", "dir/new.org", task("later")), ("100644", "b.org", task("b"))])
            self.sync("a link that becomes a folder")

    def own_link(self, file):
        """A link of one's own where a folder comes."""
        evil = self.clone()
        folder = file.split("/")[0]
        (self.home / "hostile" / folder).symlink_to("../outside")
        (self.home / "hostile/.git/info/exclude").write_text(folder + "\n")
        evil.commit(GOOD + [("100644", file, task("mine"))])
        self.sync("a link of one's own")

    def sync(self, name):
        code, output, errors = self.world.tell("tasks", "sync", at="hostile")
        if code < 0 or code > 7:
            self.run.fail(f"sync of {name} exits with {code}: {errors}")
        if " and " not in name or name in TREES:
            self.said[name] = f"{code} {(output + errors).strip()[:160]}"
        self.expect_outside(f"sync of {name}")
        for line in ("list", "add After", "undo", "doctor", "doctor --fix", "sync"):
            self.world.tell("tasks", *line.split(), at="hostile")
            self.expect_outside(f"{line} after a sync of {name}")
        top = self.home / "hostile"
        hooks = [path.name for path in (top / ".git/hooks").glob("post-*") if path.suffix != ".sample"]
        if hooks or (top / ".git/config").read_bytes() != self.config:
            self.run.fail(f"sync of {name} changes .git: {hooks}")
        for path in top.rglob("*"):
            if path.name.lower() in FORBIDDEN and path != top / ".git":
                self.run.fail(f"sync of {name} makes {path.relative_to(self.home)}")
