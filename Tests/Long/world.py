"""What the long runs share: a place of their own, the programs, a seed, and what must always hold."""

import base64
import http.client
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

TASKS = os.environ["TASKS_PROGRAM"]
SECONDS = float(os.environ.get("TASKS_SECONDS", "600"))
SEED = int(os.environ.get("TASKS_SEED") or time.time())
# What a run writes is a word of its own, so that it can be looked for in the end.
WORD = re.compile(r"\bw\d+x\d+w\b")
MARKER = re.compile(r"^(<<<<<<<|>>>>>>>)", re.M)


class Failure(Exception):
    pass


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class World:
    """A home with a few stores in it."""

    def __init__(self, name):
        memory = pathlib.Path("/dev/shm")
        self.home = pathlib.Path(tempfile.mkdtemp(prefix=f"tasks-{name}-", dir=memory if memory.is_dir() else None))
        # git finds the driver of merges where `tasks` is.
        programs = self.home / "bin"
        programs.mkdir()
        for program in ("tasks", "git-merge-tasks"):
            (programs / program).symlink_to(TASKS)
        self.environment = {
            "HOME": str(self.home), "TZ": "UTC", "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": f"{programs}:{os.environ['PATH']}", "GIT_TERMINAL_PROMPT": "0",
        }
        self.git("config", "--global", "user.name", "Long Run")
        self.git("config", "--global", "user.email", "long@example.org")
        self.git("config", "--global", "gc.auto", "0")
        self.git("config", "--global", "init.defaultBranch", "main")

    def run(self, *words, at=None, kill=None, may_fail=False, limit=300, more=None):
        """Runs a program and returns its status and what it printed; `kill` ends it after so many seconds, and
        `may_fail` is whether it may fail, or the statuses with which it may."""
        process = subprocess.Popen(
            words, cwd=self.home / (at or "."), env={**self.environment, **(more or {})}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)
        try:
            output, errors = process.communicate(timeout=kill or limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            output, errors = process.communicate()
            if not kill:
                raise Failure(f"{' '.join(words)} at {at} hangs: {output}{errors}")
            return -9, output
        # A trap is a failure whatever may fail.
        may_fail = may_fail is True or process.returncode in (may_fail or ())
        if process.returncode < 0 or process.returncode and not may_fail:
            raise Failure(f"{' '.join(words)} at {at} exits with {process.returncode}: {output}{errors}")
        return process.returncode, output

    def tell(self, *words, at=None, more=None, text=""):
        """Runs a program that may fail, and returns its status, what it printed and what it said."""
        done = subprocess.run(
            words, cwd=self.home / (at or "."), env={**self.environment, **(more or {})}, input=text,
            capture_output=True, text=True, errors="replace", timeout=120)
        return done.returncode, done.stdout, done.stderr

    def tasks(self, *words, **options):
        return self.run("tasks", *words, **options)

    def git(self, *words, **options):
        return self.run("git", *words, **options)[1]

    def files(self, store):
        top = self.home / store
        found = [path for kind in ("org", "md") for path in top.rglob(f"*.{kind}")]
        return sorted(path for path in found if not path.relative_to(top).parts[0].startswith("."))

    def words(self, store):
        """The words in the tasks of a store."""
        found = set()
        for path in self.files(store):
            try:
                found.update(WORD.findall(path.read_text(errors="replace")))
            except FileNotFoundError:
                pass
        return found

    def ids(self, store):
        found = []
        for path in self.files(store):
            line = re.search(r"^(?::ID:|id:)\s*(\S+)", path.read_text(errors="replace"), re.M)
            found.append(line.group(1) if line else path.name)
        return found

    def expect_no_marker(self, store):
        for path in self.files(store):
            if MARKER.search(path.read_text(errors="replace")):
                raise Failure(f"{path} has a conflict marker")

    def expect_sound(self, store):
        """git and the program find nothing wrong, and no id is there twice."""
        self.expect_no_marker(store)
        if status := self.git("status", "--porcelain", at=store):
            raise Failure(f"{store} is not clean: {status}")
        if said := self.git("fsck", "--strict", "--no-dangling", "--no-progress", at=store).strip():
            raise Failure(f"git fsck of {store}: {said}")
        if len(ids := self.ids(store)) != len(set(ids)):
            raise Failure(f"{store} has an id twice: {sorted(id for id in set(ids) if ids.count(id) > 1)}")
        self.tasks("list", "--all", at=store)

    def tree(self, store):
        return self.git("rev-parse", "HEAD^{tree}", at=store).strip()

    def end(self):
        shutil.rmtree(self.home, ignore_errors=True)


class Server:
    """The page and CalDAV of a store, asked by one device."""

    def __init__(self, world, store, token, more=None):
        port = free_port()
        self.process = subprocess.Popen(
            [os.environ["TASKS_WEB"], "--store", str(world.home / store), "--port", str(port), "--no-open"],
            env={**world.environment, **(more or {})}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if "listening" not in (line := self.process.stdout.readline()):
            raise Failure(f"the server does not start: {line}")
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        account = base64.b64encode(f"me:{token}".encode()).decode()
        self.of_dav = {"Authorization": f"Basic {account}"}
        self.of_page = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{port}",
                        "Content-Type": "application/json"}

    def ask(self, method, path, body=None, **headers):
        """Returns status, headers and text; a refusal to sign in and a fault of the server are failures."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        sign = self.of_dav if path.startswith("/dav") else self.of_page
        self.line.request(method, path, body and body.encode(), {**sign, **headers})
        answer = self.line.getresponse()
        text = answer.read().decode()
        if answer.status >= 500 or answer.status == 401:
            raise Failure(f"{method} {path} answers {answer.status}: {text}; asked {body}")
        return answer.status, answer.headers, text

    def close(self):
        self.line.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def main(name, run):
    """Runs `run(world, random, deadline)` and says how long it took; what is left of a failure stays."""
    start, world = time.time(), World(name)
    print(f"{name}: seed {SEED}, up to {SECONDS:.0f} s", flush=True)
    try:
        told = run(world, random.Random(SEED), start + SECONDS)
    except Failure as failure:
        print(f"{name}: {failure}\n{name}: seed {SEED}; all of it is in {world.home}", flush=True)
        sys.exit(1)
    world.end()
    print(f"{name}: {told}; {time.time() - start:.0f} s", flush=True)
