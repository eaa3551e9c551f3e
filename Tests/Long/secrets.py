"""Nothing of a task or a token where others can read it; nothing that a store brings runs or writes outside of it.

  secrets.py [PART…]    commands, which is always run, and the others of PARTS
"""

import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request

from hostile import OBJECTS, Hostile
from hostile_trees import INCLUDED, OTHERS, OUTSIDE, OWN, task
from hub import Hub
from watch import (
    HIDDEN, LINE, NOTE, PASSWORD, PHRASE, PUSH, SEARCH, STRACE, TAG, TASK_WORDS, TITLE, TOKENS, TOPIC, Watch)
from world import Failure, free_port, main

# Those with ? may fail.
COMMANDS = f"""
add - < By line {LINE}
note ID 'More {NOTE}'
modify ID 'title:Another {TITLE}' +{TAG}x
list {SEARCH}
list tag:{TAG}
show ID
log
? log -p
edit ID
done ID / 'done {NOTE}'
undo
duplicate ID
? move ID last
? refile ID {TAG}other
? convert ID
import todotxt ../lines.txt
? import json - < [{{"title": "From {LINE}"}}]
export json
export ics
? share ID
delete ID
restore ID
sync
? --verbose sync
doctor --remote
? config view.{TAG}
? view save {TAG} {SEARCH}
completions bash
stats
verify
blame ID
diff
? demo"""
REMOTES = """sync|sync --verbose|sync --json|sync --dry-run|sync list|sync list --json|status|status --json|where|
where --json|doctor|doctor --remote|doctor --json|devices|phone status|log|export json""".replace("\n", "")
PARTS = ["commands", "reminders", "encryption", "agents", "web", "settings", "remotes", "disk", "hostile", "trees"]


class Run(Watch):
    def __init__(self, world, random, deadline):
        super().__init__(world)
        self.random, self.deadline, self.server = random, deadline, None
        self.make()

    # The place.

    def make(self):
        world, home = self.world, self.world.home
        world.git("config", "--global", "credential.helper", "store")
        key, certificate = home / "key.pem", str(home / "certificate.pem")
        world.run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", certificate,
                  "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
        world.environment |= {"SSL_CERT_FILE": certificate, "CURL_CA_BUNDLE": certificate, "EDITOR": "true",
                              "GIT_SSL_CAINFO": certificate, "GNUPGHOME": str(home / ".gnupg")}
        self.hub = Hub(home / "hubs", certificate, key, PASSWORD)
        self.address = f"https://localhost:{self.hub.port}"
        world.git("init", "-q", "--bare", "hubs/todo.git")
        world.git("config", "http.receivepack", "true", at="hubs/todo.git")
        credentials = self.address.replace("//", f"//me:{PASSWORD}@") + "\n"
        for name, text in ((".git-credentials", credentials), (".phrase", PHRASE)):
            (home / name).write_text(text)
            (home / name).chmod(0o600)
        (home / ".gnupg").mkdir(mode=0o700)
        # It goes on in the background, which strace would wait for.
        world.run("gpgconf", "--launch", "gpg-agent")
        for name, text in (("ring", f"echo rung >> {home}/rung\n"), ("xdg-open", "exit 0\n"),
                           ("pwned", f"echo \"$@\" >> {home}/PWNED\n")):
            (home / "bin" / name).write_text("#!/bin/sh\n" + text)
            (home / "bin" / name).chmod(0o755)
        self.outside = home / "outside"
        self.outside.mkdir()
        for name, text in (("secret.org", task(OUTSIDE)), ("included", INCLUDED),
                           ("inbox.org", f"* TODO {OUTSIDE} inbox\n")):
            (self.outside / name).write_text(text)
        world.tasks("init", "store")
        world.git("remote", "add", "origin", f"{self.address}/git/todo.git", at="store")
        world.git("push", "-qu", "origin", "main", at="store")

    # What must hold.

    def each(self, lines, id):
        for line in lines.strip().splitlines():
            line, _, text = line.replace("ID", id).partition(" < ")
            words = shlex.split(line)
            self.call(*words[words[0] == "?":], text=text, fails=words[0] == "?")

    def disk(self):
        """What is left: who can read it, and what the history has."""
        home = self.world.home
        for path in home.rglob("*"):
            if path.is_symlink() or not path.is_file() or path.name in (".git-credentials", ".phrase"):
                continue
            folders = [folder for folder in path.parents if folder.is_relative_to(home) and folder != home]
            is_open = all(each.stat().st_mode & 0o077 for each in (path, *folders))
            data, where = path.read_bytes(), path.relative_to(home)
            for token in TOKENS + self.shown:
                is_state = "store" in where.parts and ".git/tasks" in str(where) and token in self.shown
                if token.encode() in data and (is_open or is_state):
                    self.fail(f"{where} has {token[:14]} and mode {path.stat().st_mode & 0o777:o}")
        for store, order in (("store", "-g"), ("hubs/todo.git", "--date-order")):
            history = self.world.git("log", "-p", "--all", "--format=raw", order, at=store)
            history += self.world.run("sh", "-c", OBJECTS, at=store)[1]
            for token in TOKENS + self.shown + [HIDDEN]:
                if token in history:
                    self.fail(f"the history of {store} has {token[:14]}")
            if TITLE not in history and store == "store":
                raise Failure("the history is not read")

    # A person's own store.

    def first(self, index=0):
        return json.loads(self.world.tasks("list", "--json", at="store")[1])["tasks"][index]["id"]

    def commands(self):
        (self.world.home / "lines.txt").write_text(f"(A) {LINE} imported +{TAG}\n")
        self.call("add", f"Buy {TITLE}", f"+{TAG}", f"list:{TAG}", "due:2026-12-01@9:00", "/", NOTE)
        id = self.first()
        self.each(COMMANDS, id)
        with open(self.world.files("store")[0], "a") as file:
            file.write(f"{NOTE} by hand\n")
        self.each("status\nsync\nadd 'For agents'", id)
        self.id = self.first(-1)
        self.call("purge", "--yes", id, fails=True)

    def remotes(self):
        """A password in the address of a remote is nowhere but in git's own config."""
        place = self.address.replace("//", f"//me:{PASSWORD}@")
        lost = f"https://me:{PASSWORD}@localhost:1/git/todo.git"
        for address in (f"{place}/git/todo.git", lost, f"{place}/git/none.git"):
            self.world.git("remote", "set-url", "origin", address, at="store")
            for line in REMOTES.split("|"):
                self.call(*line.split(), fails=True)
        self.world.git("remote", "set-url", "origin", f"{self.address}/git/todo.git", at="store")
        self.call("clone", lost, "elsewhere", at=".", fails=True)
        for line in (f"sync add other {lost}", "sync list", "sync", "sync remove other"):
            self.call(*line.split(), fails=True)

    def reminders(self):
        early, due, late = ({"TASKS_NOW": f"2026-12-01T{hour}"} for hour in ("08:00", "08:30", "10:00"))
        for key, value in (("notifier", "ring"), ("push-url", f"{self.address}/{TOPIC}"), ("push-token", PUSH),
                           ("push-text", "title")):
            self.call("config", f"remind.{key}", value, shows=TOKENS)
        mode = stat.S_IMODE((self.world.home / ".config/tasks/config").stat().st_mode)
        if mode & 0o077:
            self.fail(f"~/.config/tasks/config has mode {mode:o}")
        self.call("remind", "check", more=early)
        self.call("add", f"Ring {TITLE}", "due:2026-12-01@9:00", "important:yes", more=early)
        self.call("remind", "push", more=due)
        self.call("remind", "check", more=late)
        self.each("remind test\nremind list\n? remind install --print\nconfig", "")
        if not any(PUSH in str(headers) for _, headers, _ in self.hub.told):
            self.fail(f"nothing was pushed: {self.hub.told[:2]}")

    def encryption(self):
        self.world.tasks("config", "crypt.passphrase-command", f"cat {self.world.home}/.phrase", at="store")
        self.call("add", "-", text=f"Open the safe +crypt / {HIDDEN}\n")
        tasks = json.loads(self.world.tasks("list", "--json", at="store")[1])["tasks"]
        id = next(task["id"] for task in tasks if "safe" in task["title"])
        self.each("show ID --decrypt\n? note ID more\nedit ID\n? list more\nexport json\nsync", id)

    def agents(self):
        """Agents talk over pipes, which nobody else can read."""
        who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        calls = {"add": {"tasks": [f"By agent {TITLE}"]}, "list": {"filter": [SEARCH]},
                 "note": {"id": self.id, "text": NOTE},
                 "modify": {"ids": [self.id], "changes": [f"title:{TITLE} other"]},
                 "done": {"ids": [self.id], "note": NOTE}, "show": {"ids": [self.id]}}
        lines = [{"method": "initialize", "params": who}, {"method": "tools/list"}]
        lines[1:1] = [{"method": "tools/call", "params": {"name": name, "arguments": of}} for name, of in calls.items()]
        text = "".join(json.dumps({"jsonrpc": "2.0", "id": number, **line}) + "\n" for number, line in enumerate(lines))
        if "isError\":true" in (said := self.call("mcp", text=text)):
            self.fail(f"an agent is refused: {said[-400:]}")

    def web(self):
        token = self.call("web", "token", "add", "phone", shows=TOKENS).split()[-1]
        self.shown.append(token)
        self.call("web", "token", "list")
        port, trace, said = free_port(), self.world.home / "trace", ""
        self.server = server = subprocess.Popen(
            [*STRACE, str(trace), os.environ["TASKS_WEB"], "--store", "store", "--port", str(port)],
            env=self.world.environment, text=True, cwd=self.world.home, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)
        for line in server.stdout:
            if "/#" in line:
                link = line.split("#")[-1].strip()
                break
            said += line
        time.sleep(1)
        event = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:zz1",
                             f"SUMMARY:{TITLE} of an app", f"DESCRIPTION:{NOTE}", "END:VTODO", "END:VCALENDAR", ""])
        line = {"do": "add", "id": "aaaabbbbcccc0001", "line": f"Web {TITLE} +{TAG} / {NOTE}"}
        for method, path, body in (
            ("POST", "/api/do", json.dumps(line)), ("GET", f"/api/tasks?show=search&q={SEARCH}", None),
            ("PUT", "/dav/lists/no-list/zz1.ics", event), ("GET", "/api/state", None),
            ("POST", "/api/do", json.dumps({"do": "sync"})),
        ):
            kind = "text/calendar" if "dav" in path else "application/json"
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}{path}", body.encode() if body else None, method=method,
                headers={"Authorization": f"Bearer {token}", "Content-Type": kind})
            try:
                urllib.request.urlopen(request, timeout=30).read()
            except urllib.error.HTTPError as error:
                if error.code != 404:
                    self.fail(f"web {method} {path} has {error.code}: {error.read()[:200]}")
        # The sync that follows a change.
        time.sleep(6)
        os.killpg(server.pid, signal.SIGTERM)
        said += server.communicate(timeout=30)[0]
        for secret in TASK_WORDS + TOKENS + [token]:
            if secret in said:
                self.fail(f"the server prints {secret[:14]}")
        self.look("web", trace.read_text(errors="replace").splitlines(), link)
        self.shown.append(link)

    def hostile(self):
        Hostile(self).commands(time.time() + (self.deadline - time.time()) / 2)

    def trees(self):
        taken = Hostile(self)
        taken.trees(self.deadline)
        for name, said in sorted(taken.said.items()):
            print(f"  {name}: {said}")

    def settings(self):
        """What is a person's own is not committed, and not heard when it is."""
        own = self.world.home / ".config/tasks/config"
        look = lambda: (self.world.git("rev-parse", "HEAD", at="store").strip(),
                        (self.world.home / "store/.tasks/config").read_bytes())
        before, kept = look(), own.read_bytes()
        names = [[name] for key in OWN for name in (key, "tasks." + key, key.upper(), "store." + key)]
        for front in [], ["--store", "."]:
            for name, in names if front else names + [[key] for key in OTHERS]:
                self.count["settings"] += 1
                self.world.tell("tasks", *front, "config", name, "pwned", at="store")
        if before != look():
            said = self.world.git("log", "--format=%s", f"{before[0]}..HEAD", at="store")
            self.fail(f"settings of a person are committed: {said}")
        own.write_bytes(kept)

    def all(self, names):
        try:
            for name in PARTS:
                if not names or name in names or name == "commands":
                    print(f"{name}:", flush=True)
                    getattr(self, name)()
        finally:
            if self.server and self.server.poll() is None:
                os.killpg(self.server.pid, signal.SIGKILL)
            self.world.run("gpgconf", "--kill", "all", may_fail=True)
        if self.failures:
            raise Failure(f"{len(self.failures)} failures, {dict(self.count)}")
        return str(dict(self.count))


if __name__ == "__main__":
    main("secrets", lambda world, random, deadline: Run(world, random, deadline).all(sys.argv[1:]))
