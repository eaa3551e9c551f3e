"""Faults in the system calls of commands that write: all of the change or nothing, a clear word, the next one works.

  faults.py [PART…]    clock, page, or a command of CASES
"""

import collections
import contextlib
import re
import shutil
import subprocess
import sys
import time

from fault_calls import ERRORS, REASONS, TRAPS, in_turn, places
from fault_cases import CASES, Place, State
from fault_page import Page
from world import WORD, Failure, main

# Here a fault may last, as when the disk stays full.
LASTING = {"write", "pwrite64", "openat", "mkdir", "fsync", "syncfs"}
LEFT = re.compile(r"\.lock$|tasks-new|tasks-lock|\.new\b|/tmp_object_git2|\.tmp$|/tasks/(intent|head|old)")
LOCKS = {"alerts.lock", "web-tokens.lock"}
# A file system of its own with $0 pages left: what has no room is cut off. Where none can be mounted, 99.
FULL_DISK = """
mkdir -p ~/small && mount -t tmpfs -o size=3m none ~/small && cp -a ~/store ~/todo.txt ~/small || exit 99
cd ~/small/store; head -c 3m /dev/zero >../fill 2>/dev/null; truncate -s -$(($0 * 4096)) ../fill
"$@"; code=$?; rm ../fill; tar -C .. -cf ~/out.tar store; exit $code"""
# Commands at moments that go back by seconds, days and years.
CLOCK = """add w62x{0}w|done 4aa|reopen 4aa|modify 4aa +w63x{0}w|undo|sync|import todotxt ../todo.txt|remind check|
remind snooze|note 5aa w64x{0}w|list|log|agenda""".replace("\n", "").split("|")


class Run:
    def __init__(self, world, random):
        self.world, self.random = world, random
        self.counts, self.failures, self.vague, self.statuses = (collections.Counter() for _ in range(4))

    # What must hold.

    def fail(self, name, moment, said):
        said = f"{name}: {said}".replace(str(self.world.home), "~").strip()[:600]
        self.failures[said] += 1
        if self.failures[said] == 1:
            print(f"  {moment}: {said}", flush=True)

    @contextlib.contextmanager
    def failing(self, name, moment):
        """Gives the function that notes a failure, and notes what a check could not look at."""
        try:
            yield lambda said: self.fail(name, moment, said)
        except (Failure, OSError, KeyError, ValueError, subprocess.TimeoutExpired) as failure:
            self.fail(name, moment, repr(failure)[:400])

    def check_reason(self, name, moment, said):
        if not REASONS.search(said):
            last = re.sub(r"[0-9a-f]{12,}|\d+", "N", (said.strip().splitlines() or [""])[-1])
            self.vague[f"{name}: {last[:220].replace(str(self.world.home), '~')} [{moment}]"] += 1

    def check_answer(self, name, moment, status, errors):
        self.statuses[name, status] += 1
        fail = lambda said: self.fail(name, moment, said)
        # Documented where /proc/self/maps cannot be read.
        if status == 255 and "arguments cannot be read" in errors:
            return
        if status < 0 or status > 7 or TRAPS.search(errors):
            fail(f"exits with {status}: {errors.strip()[:300]}")
        elif status and not errors.strip() and not re.match(r"write \d+\+", moment):
            fail(f"exits with {status} and says nothing")
        elif status == 6 and re.search(r"^(?!remote:).*No space left", errors, re.M):
            fail("a full disk is taken for a remote that is away")
        elif status:
            self.check_reason(name, moment, errors)

    def check(self, case, fail, before, status):
        """The store has all of the change or nothing of it, and the next commands work and leave nothing."""
        world, rings = self.world, case.name in ("remind", "snooze")
        code, output = world.tasks("list", "--all", "--json", at="store", may_fail=True)
        if code:
            return fail(f"list exits with {code} afterwards: {output}")
        after = State(world)
        parts = case.parts(after)
        if len(set(parts)) > 1:
            fail(f"half of it is done: {parts}")
        # A reminder whose task cannot be read comes with the next check.
        if status == 0 and not all(parts) and not rings:
            fail("it says that it is done, and it is not")
        if status and all(parts) and not rings:
            self.counts["refused, but done"] += 1
        if lost := before.words - after.words - case.replaced:
            fail(f"lost: {sorted(lost)}")
        if lost := before.own - after.own:
            fail(f"lost of a person's own: {sorted(lost)[-1]} and {len(lost) - 1} lines more")
        if before.others != after.others:
            fail("another store is changed")
        if case.name != "sync" and after.words != after.committed:
            fail(f"not committed: {sorted(after.words ^ after.committed)}")
        self.check_next(case, fail)
        self.check_end(case, fail, before)
        self.check_order(fail)

    def check_next(self, case, fail):
        for words in (case.again, "note 5aa w90x1w"):
            # Undo needs something to undo.
            if words == "undo":
                self.world.tasks("modify", "4aa", "+w90x2w", at="store", may_fail=True)
            code, output, errors = self.world.tell("tasks", *words.split(), at="store", more=case.more)
            if code:
                fail(f"'tasks {words}' afterwards exits with {code}: {output}{errors}")
        if missing := {"w90x1w", *WORD.findall(case.again)} - self.world.words("store"):
            fail(f"the next commands have not written {missing}")

    def check_end(self, case, fail, before):
        now = State(self.world)
        if lost := before.words - now.words - case.replaced:
            fail(f"lost in the end: {sorted(lost)}")
        if case.name == "sync" and {"w70x1w", "w70x3w", "w50x2w"} - now.words:
            fail("the next sync has not brought all")
        if any(count > 1 for count in now.rung.values()):
            fail("it has rung twice")
        if case.name == "remind" and not now.rung:
            if "w1x" not in self.world.tasks("remind", "list", "--missed", at="store", more=case.more)[1]:
                fail("nothing has rung, and nothing is listed as missed")

    def check_order(self, fail):
        world = self.world
        if status := world.git("status", "--porcelain", "--ignored", at="store"):
            fail(f"the store is not clean: {status}")
        code, output, errors = world.tell("git", "fsck", "--strict", "--no-dangling", "--no-progress", at="store")
        if code or output + errors:
            fail(f"git fsck: {output}{errors}")
        # A tmp_obj of git's own goes with its next gc.
        files = [path for part in ("store", ".config", ".local") for path in (world.home / part).rglob("*")]
        if left := [str(path.relative_to(world.home)) for path in files
                    if LEFT.search(str(path)) and path.name not in LOCKS]:
            fail(f"left: {[re.sub('[0-9a-f]{8,}|[0-9]+', 'N', path) for path in left]}")
        code, output, errors = world.tell("tasks", "doctor", at="store")
        if code:
            bad = [re.sub(r"\d+ second", "N second", line) for line in output.splitlines()
                   if not line.startswith(("fine", " "))]
            fail(f"doctor: {bad}{errors}")
        if len(ids := world.ids("store")) != len(set(ids)):
            fail("an id is there twice")

    # The faults.

    def attempt(self, case, moment, *front):
        """A command with a fault, which the words before it bring about, and what is left of it."""
        world = self.world
        self.restore(case.name)
        with self.failing(case.name, moment) as fail:
            before = State(world)
            status, _, errors = world.tell(*front, "tasks", *case.words.split(), at="store", more=case.more)
            if front[0] == "strace" and "INJECTED" not in (world.home / "trace").read_text(errors="replace"):
                return
            if front[0] == "unshare":
                if status == 99 or "unshare:" in errors:
                    self.counts["no file system to be filled"] += 1
                    return
                shutil.rmtree(world.home / "store")
                world.run("tar", "-xf", "out.tar")
            self.counts[case.name] += 1
            self.check_answer(case.name, moment, status, errors)
            self.check(case, fail, before, status)

    def limits(self, case, until):
        """Few open files, files that may not become long, and a disk that is nearly full."""
        shell = lambda script, name="sh": ["sh", "-c", script, name]
        plan = [(f"at most {count} files", *shell(f'ulimit -n {count}; exec "$@"')) for count in range(3, 24)]
        plan += [(f"files of {size} blocks", *shell(f"trap '' XFSZ; ulimit -f {size}; exec \"$@\""))
                 for size in (0, 1, 2, 4, 8)]
        plan += [(f"{pages} pages left", "unshare", "-rm", *shell(FULL_DISK, str(pages))) for pages in range(13)]
        self.random.shuffle(plan)
        for moment, *front in plan:
            if time.time() < until:
                self.attempt(case, moment, *front)

    def targets(self, case):
        """The calls that a command makes in its home, and the programs that it starts."""
        home = str(self.world.home)
        self.restore(case.name)
        code, output, errors = self.world.tell(
            "strace", "-f", "-y", "-qq", "-o", f"{home}/trace", "-e", f"trace={','.join(ERRORS)}", "tasks",
            *case.words.split(), at="store", more=case.more)
        if code:
            raise Failure(f"{case.name} without a fault: {output}{errors}")
        return places(
            (self.world.home / "trace").read_text(errors="replace"), lambda call, rest:
            home in rest or call in ("pipe2", "clone3", "vfork", "flock") or call == "write" and rest.startswith("1<"))

    def each_call(self, case, until):
        targets = self.targets(case)
        plan = in_turn(self.random, [
            (call, error, f"{number}{more}", follows)
            for call, number in targets for error in ERRORS[call]
            for follows in ((False, True) if case.name == "sync" else (False,))
            for more in ("", "+") if not more or call in LASTING and error in ("ENOSPC", "EIO", "EMFILE")])
        tried = 0
        for call, error, when, follows in plan:
            if time.time() > until:
                break
            tried += 1
            moment = f"{call} {when} {error}{' in children too' if follows else ''}"
            self.attempt(case, moment, "strace", *(["-f"] if follows else []), "-qq", "-o", f"{self.world.home}/trace",
                         "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}")
        print(f"{case.name}: {tried} of {len(plan)} faults tried at {len(targets)} calls", flush=True)

    def command(self, case, until):
        self.limits(case, time.time() + (until - time.time()) / 3)
        self.each_call(case, until)

    def clock(self, until):
        self.restore("sync")
        days = [(year, day) for year in (2026, 2038, 2020, 1971, 2026) for day in self.random.sample(range(1, 28), 2)]
        self.random.shuffle(days)
        count = 0
        for year, day in days:
            if count > 1 and time.time() > until:
                break
            moment = f"{year}-11-{day:02}T{self.random.randrange(24):02}:30"
            with self.failing("clock", moment) as fail:
                for line in CLOCK:
                    self.step(fail, line.format(count), {"TASKS_NOW": moment}, f"w63x{count}w")
            count += 1
        with self.failing("clock", "in the end") as fail:
            if {f"w62x{number}w" for number in range(count)} - self.world.words("store"):
                fail("something that was added is not there")
            if any(rung > 1 for rung in State(self.world).rung.values()):
                fail("it has rung twice")
            self.check_order(fail)

    def step(self, fail, line, more, undone):
        world = self.world
        before, head = world.words("store"), world.git("rev-parse", "HEAD", at="store")
        code, output, errors = world.tell("tasks", *line.split(), at="store", more=more)
        self.counts["clock"] += 1
        if code or TRAPS.search(errors):
            fail(f"{line} exits with {code}: {output}{errors}")
        if lost := before - world.words("store") - {undone, "w50x1w", "w1x2w"}:
            fail(f"{line}: lost {lost}")
        if line == "undo" and undone in world.words("store"):
            fail("undo has not undone the last command")
        if line == "undo" and world.git("rev-parse", "HEAD", at="store") == head:
            fail("undo has no commit")

    def all(self, names, deadline):
        self.restore = Place(self.world).restore
        parts = {"clock": self.clock}
        parts |= {case.name: lambda until, case=case: self.command(case, until) for case in CASES}
        parts["page"] = lambda until: Page(self).each(until)
        names = names or list(parts)
        for index, name in enumerate(names):
            parts[name](time.time() + (deadline - time.time()) / (len(names) - index))
        for said, count in sorted(self.vague.items()):
            print(f"  says no reason, {count} times: {said}")
        print(f"exit statuses: { {f'{name} {code}': count for (name, code), count in sorted(self.statuses.items())} }")
        if self.failures:
            lines = "\n".join(f"  {count} times: {said}" for said, count in self.failures.most_common())
            raise Failure(f"{len(self.failures)} kinds of failures of {sum(self.counts.values())} faults\n{lines}")
        return f"{sum(self.counts.values())} faults: {dict(self.counts)}"


if __name__ == "__main__":
    main("faults", lambda world, random, deadline: Run(world, random).all(sys.argv[1:], deadline))
