"""A year of one person: a laptop, a desktop, a server with the page and CalDAV, and a phone that knows git alone."""

import collections
import contextlib
import datetime
import json
import pathlib
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import time
import zoneinfo

from world import SEED, WORD, Failure, Server, main
from year_devices import DAILY, HOME, Device, Reminders, is_closed, is_open

ZONES = ["America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Pacific/Auckland", "Pacific/Honolulu", "UTC"]
CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n{}END:VCALENDAR\r\n"
EVENT = (f"BEGIN:VEVENT\r\nUID:e\r\nSUMMARY:Breakfast\r\nDTSTART;TZID={HOME}:20250101T120000\r\nDURATION:PT1H\r\n"
         "RRULE:FREQ=DAILY\r\nEND:VEVENT\r\n")
REMINDER = "BEGIN:VTODO\r\nUID:{new}\r\nSUMMARY:{word}\r\nDUE:{compact}T080000Z\r\nEND:VTODO\r\n"

# The steps of a day: how often, and the method.
STEPS = [(22, "change"), (1.5, "edit"), (0.25, "calendar"), (1, "carry"), (0.8, "pocket"), (1, "on_page"),
         (1, "on_app"), (1.7, "do_daily"), (0.1, "fill")]
# What braces in a text may stand for, besides what `Drawn` makes; a number is a date so many days from now.
PARTS = {
    "today": [0], "tomorrow": [1], "soon": range(20), "date": range(-3, 30),
    "list": ["work", "home", "home/garden", "errands"], "letter": ["A", "B", "C"], "tag": ["phone", "deep", "calm"],
    "hour": ["", "@17:00", "@02:30"], "due": ["", "", " due:{soon}{hour}"], "rank": [""] * 4 + [" pri:{letter}"],
    "rule": [".+2d/4d", "++1w", "+1mo", ".+3d"], "repeat": [""] * 24 + [" sched:{today}{hour} every:{rule}"],
    "remark": [""] * 3 + [" / {word}"], "details": [""] * 3 + [" +{tag} / {word}"],
    "place": ["top", "bottom", "up", "down"] + ["after {other}"] * 4, "edge": ["first", "last"], "way": ["in", "out"],
    "state": ["done"] * 3 + ["start", "wait", "cancel"], "back": ["undo", "redo"],
    "field": ["title:{word}", "title:{word} +{word}", "due:{date}", "due:", "sched:{date}", "pri:{letter}", "at:{word}",
              "effort:1h", "wait:{tomorrow}", "due:{date}@02:30 alert:1h", "prop.x:{word}", "parent:{other}",
              "depends:{other}", "remind:{soon}@02:30", "every:1w due:{date}"],
}
# Changes by a command: how often, of which task, whether words of it may go, and what is drawn.
TRASH = lambda each: each.is_trash
COMMANDS = [
    (25, is_open, False, ["add {word} list:{list}{due}{repeat}{rank}{details}"]),
    (20, is_open, False, ["done {id} --force{remark}"]),
    (11, is_open, True, ["modify {id} {field}"]),
    (6, is_open, False, ["note {id} {word}", "note {id} '- [ ] {word}'"]),
    (4, is_open, False, ["move {id} {place}"]),
    (3, is_open, True, ["refile {id} {list}"] * 4 + ["refile {id} {word}"]),
    (3, is_open, False, ["clock in {id}", "clock in {id}", "clock out", "clock cancel"]),
    (2, is_open, False, ["start {id}", "wait {id} / {word}", "cancel {id} / {word}"]),
    (4, is_open, None, ["undo", "undo", "redo"]),
    (4, is_open, False, ["delete {id}"]), (1.5, TRASH, False, ["restore {id}"]), (1.5, TRASH, True, ["purge {id}"]),
    (2, is_closed, False, ["reopen {id}"]), (1, is_open, False, ["check {id} 1", "uncheck {id} 1"]),
    (2, lambda each: "dropped" in each.text, True, ["conflicts take {id}", "conflicts keep {id}"]),
    (2, is_open, False, ["edit {id}"]), (1, is_open, False, ["convert {id} --to {format}"]),
]
# Commands of the page: how often, and what is sent.
PAGE = [
    (3, "do=add id={new} line='{word} due:tomorrow 9am list:{list}' at={at}"),
    (1, "do=title id={id} text={word} was={title}"),
    (1, "do=notes id={id} 'text={text}\n{word}' was={text}"),
    (1, "do=move id={id} to={edge}"), (2, "do=state id={id} to={state}"), (1, "do=delete id={id}"),
    (1, "do=clock-{way} id={id}"), (1, "do={back}"),
    (1, "do=modify id={id} line='due:fri 5pm +{word}' at={at}"),
]
# What an app sends: how often, and what it replaces; nothing is a new task.
APP = [
    (2, "PUT", []), (1, "DELETE", [("", "")]), (1, "PUT", [(r"STATUS:\S*", "STATUS:COMPLETED")]),
    (1, "PUT", [(r"(DESCRIPTION:.*)(?=\r)", r"\1\\n{word}")]), (2, "PUT", [(r"SUMMARY:.*(?=\r)", "SUMMARY:{word}")]),
    (1, "PUT", [(r"DUE.*\r\n", ""), ("STATUS:", "DUE;VALUE=DATE:{compact}\r\nSTATUS:")]),
]


class Drawn(dict):
    """What braces in a text stand for: what is given, what is drawn of `PARTS`, and what is made."""

    def __init__(self, year, device, **given):
        super().__init__(given)
        self.device, self.random = device, year.random
        self.made = {
            "word": year.word, "other": lambda: device.some().id, "at": lambda: device.times(year.laptop.zone)[0],
            "compact": lambda: self["soon"].replace("-", ""),
            "new": lambda: "".join(self.random.choices("abcdefghjkmnpqrstvwxyz0123456789", k=16)),
        }

    def __missing__(self, name):
        part = self.random.choice(PARTS[name]) if name in PARTS else self.made[name]()
        return self.device.date(part) if isinstance(part, int) else self.text(part)

    def text(self, text):
        return text.format_map(self)


def append(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a", newline="") as file:
        file.write(text)


class Year:
    def __init__(self, world, numbers, deadline, days):
        self.world, self.random, self.deadline, self.days = world, numbers, deadline, days
        self.now, self.count, self.day, self.steps, self.is_undone = 0, 0, -1, 0, False
        self.written, self.replaced = set(), set()
        self.costs, self.events = collections.defaultdict(list), collections.Counter()
        self.journal = open(world.home / "steps", "w", buffering=1)
        self.devices = [Device(self, name) for name in ("laptop", "desktop", "server")]
        self.laptop, self.desktop, self.server = self.devices
        # What was kept of a device, what the app and the page have read, what the phone has not pushed, and what the
        # program for calendars has replaced.
        self.backup, self.app, self.page, self.pending, self.retitled = None, Reminders(), {}, [], set()
        # A short run begins anywhere in the year.
        self.start = datetime.datetime(2026, 1, 1, tzinfo=zoneinfo.ZoneInfo(HOME))
        self.start += datetime.timedelta(numbers.randrange(365))

    def say(self, device, *words):
        self.journal.write(f"{self.day} {device.name} {device.times()[0]} {device.zone} {' '.join(map(str, words))}\n")

    def word(self):
        self.count += 1
        return f"w{self.day}x{self.count}w"

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def happens(self, one_in, what):
        """Counts what happens once in so many times."""
        if is_so := self.chance(one_in):
            self.events[what] += 1
            self.say(self.laptop, what)
        return is_so

    def draw(self, table, more={}):
        return self.random.choices(table, [row[0] + more.get(number, 0) for number, row in enumerate(table)])[0]

    # The beginning

    def begin(self):
        world, laptop = self.world, self.laptop
        self.set_day(0)
        world.git("config", "--global", "--unset", "gc.auto")
        world.git("config", "--global", "gc.autoDetach", "false")
        append(world.home / "bin/editor", '#!/bin/sh\nfor file; do echo "$WORD" >>"$file"; done\n')
        (world.home / "bin/editor").chmod(0o755)
        append(world.home / ".config/tasks/config",
               f"[web]\n\tsync = never\n[agenda]\n\tcalendars = {world.home}/events.ics\n")
        append(world.home / "events.ics", CALENDAR.format(EVENT))
        append(world.home / "todo.txt", "".join(f"{self.word()} +work\n" for _ in range(120)))
        world.tasks("init", "laptop", more=laptop.environment())
        laptop.tasks("config", "max-open", "0")
        if SEED & 1:
            laptop.tasks("config", "format", "md")
        if SEED & 2:
            laptop.git("config", "--file", ".tasks/config", "merge.tasks.prefer", "latest")
        laptop.tasks("import", "todotxt", str(world.home / "todo.txt"))
        laptop.tasks("add", DAILY, f"sched:{laptop.date(0)}@07:30", "every:+1d")
        world.git("init", "--quiet", "--bare", "hub.git")
        laptop.git("remote", "add", "origin", str(world.home / "hub.git"))
        laptop.tasks("sync")
        self.desktop.top.mkdir()
        # A disk of its own, which can be full; only root can make one.
        mount = ["mount", "-t", "tmpfs", "-o", "size=4g", "year", self.desktop.top]
        self.is_mounted = subprocess.run(mount, stderr=subprocess.DEVNULL).returncode == 0
        for device in (self.desktop, self.server):
            self.clone(device)
            device.watched()
        laptop.tasks("phone", "enable")
        laptop.tasks("sync")
        world.git("clone", "--quiet", "--single-branch", "--branch", "phone", "hub.git", "pocket")
        self.sign_in()
        self.begun = self.size()

    def clone(self, device):
        self.world.tasks("clone", str(self.world.home / "hub.git"), device.name, more=device.environment())

    def sign_in(self):
        self.server.tasks("web", "token", "revoke", "phone", may_fail=True)
        self.token = self.server.tasks("web", "token", "add", "phone", "--port", "8275").split()[-1]

    def size(self):
        """Kilobytes of the laptop's git folder on disk and in bytes, and its commits."""
        files = [path.stat() for path in (self.laptop.top / ".git").rglob("*") if path.is_file()]
        commits = int(self.laptop.git("rev-list", "--count", "HEAD"))
        return sum(file.st_blocks for file in files) / 2, sum(file.st_size for file in files) / 1024, commits

    # A day

    def midnight(self, day):
        return self.start + datetime.timedelta(day)

    def set_day(self, day, hour=7.0):
        """Sets the clock to so many hours after the midnight of a day."""
        self.day, self.now = day, int(self.midnight(day).timestamp() + hour * 3600)

    def morning(self):
        """What happens to devices as the day begins."""
        numbers, self.is_undone = self.random, False
        for device in self.devices:
            device.skew, device.away = 0, max(device.away - 1, 0)
            if not device.away and self.happens(25, "absences"):
                device.away = numbers.randrange(1, 6)
        if self.laptop.zone != HOME and self.chance(6):
            self.laptop.zone = HOME
        elif self.happens(25, "journeys"):
            self.laptop.zone = numbers.choice(ZONES)
        if self.happens(12, "clock jumps"):
            numbers.choice(self.devices).skew = 86400 * numbers.choice([-1, -1, -1, 7, -30])
        device, copy = numbers.choice([self.desktop, self.server]), self.world.home / "backup"
        # git may still collect its garbage there.
        if (device.top / ".git/gc.pid").exists():
            return
        if not self.backup and self.chance(5):
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(device.top, copy, symlinks=True)
            self.backup = (device, self.day)
        elif self.backup and self.backup[0] is device and self.day >= self.backup[1] + 30 and not device.away:
            # What was only on the device is gone with it.
            self.happens(1, "restores")
            self.replace(device, lambda device: shutil.copytree(copy, device.top, symlinks=True, dirs_exist_ok=True))
            self.backup = None
        elif not device.away and self.happens(30, "new clones"):
            self.replace(device, self.clone)

    def replace(self, device, fill):
        for path in device.top.iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        fill(device)
        device.watched()
        if device is self.server:
            self.sign_in()
            self.app.is_stale = True

    def live(self):
        gone = (self.midnight(self.day + 1).timestamp() - self.midnight(self.day).timestamp()) / 3600
        if gone != 24 and self.happens(1, "changes of summer time"):
            self.clock_over_night(gone - 22)
        first, last = (0, 4 * 60) if gone != 24 and self.chance(2) else (7 * 60, 23 * 60)
        for minute in sorted(self.random.choices(range(first, last), k=self.random.randrange(20, 37))):
            self.set_day(self.day, minute / 60)
            device = self.random.choice([self.laptop, self.laptop, self.desktop, self.server])
            getattr(self, self.draw(STEPS)[1])(device)

    def clock_over_night(self, hours):
        """A clock runs from half past one until so much later that it is half past three."""
        device = self.laptop
        if device.zone == HOME and not device.skew:
            self.set_day(self.day, 1.5)
            device.tasks("clock", "in", device.add())
            self.set_day(self.day, 1.5 + hours)
            if f"after {hours:.0f}:00" not in (said := device.tasks("clock", "out")):
                raise Failure(f"{hours:.0f} hours were clocked: {said}")

    def do_daily(self, device):
        if not device.skew:
            day, id = device.daily()
            device.tasks("done", id, *(["/", self.word()] if self.chance(2) else []), may_go=set())
            if device.daily()[0] != day + datetime.timedelta(1):
                raise Failure(f"the daily task of {day} is now {device.daily()[0]} on {device.name}")

    def change(self, device, is_full=False):
        """One change by a command."""
        self.steps += 1
        count = sum(map(is_open, device.entries()))
        _, wanted, may_go, texts = self.draw(COMMANDS, {0: 10 * (count < 100), 1: 12 * (count > 140)})
        if task := device.some(wanted):
            drawn = Drawn(self, device, id=task.id, format="org" if task.path.endswith(".md") else "md")
            words = shlex.split(drawn.text(self.random.choice(texts)))
            self.is_undone |= words[0] in ("undo", "redo")
            may_go = {False: set(), True: task.words, None: None}[may_go]
            device.tasks(*words, may_go=may_go, may_fail=is_full or words[0] != "add")

    def edit(self, device):
        """A change as an editor or a file manager does it."""
        self.steps += 1
        task, old, title, roll = device.some(), device.some(TRASH), self.word(), self.random.randrange(6)
        path, folder = pathlib.Path(task.path), device.top / device.date(-40 * (roll == 4))[:7]
        self.say(device, "by hand", roll, path)
        folder.mkdir(exist_ok=True)
        if roll < 3:
            new = f"---\nid: {title}\ntitle: {title}\nstatus: todo\n---\n\n{self.word()}\n"
            append(*[(path, f"{title}\n"), (device.top / "inbox.org", f"* TODO {title}\n{self.word()}\n"),
                     (folder / f"{title}.md", new)][roll])
        elif roll == 3:
            path.write_text(task.text.replace(task.title, title, 1))
        elif roll == 4:
            path.rename(folder / path.name)
        elif old:
            pathlib.Path(old.path).unlink()
        device.watched()
        if self.chance(4):
            device.commit()

    def calendar(self, _):
        """A file that is exported, changed by a program for calendars days later, and imported."""
        file, device = self.world.home / "calendar.ics", self.laptop
        if not file.exists() or self.chance(3):
            self.retitled.clear()
            device.tasks("export", "ics", "--output", str(file))
            return
        drawn, text = Drawn(self, device), file.read_text().replace("\n ", "").replace("\r", "")
        titles = [line for line in text.split("\n") if line.startswith("SUMMARY:") and DAILY not in line]
        for line in self.random.sample(titles, min(2, len(titles))):
            self.retitled |= set(WORD.findall(line))
            text = text.replace(line + "\n", drawn.text("SUMMARY:{word}\n"), 1)
        file.write_text(text.replace("END:VCALENDAR", drawn.text(REMINDER) + "END:VCALENDAR"))
        device.tasks("import", "ics", str(file), may_go=self.retitled)

    def carry(self, device):
        """Takes over what the others did."""
        if device.away:
            return
        roll, ways = self.random.randrange(4), [["--rebase"], ["--no-rebase", "--no-edit"]]
        if roll == 0:
            return device.merging(lambda: device.tasks("sync"))
        if roll == 1:
            device.tasks("squash", "--yes", may_go=set(), may_fail=True)
        elif roll == 2:
            device.commit()
        device.merging(lambda: device.git("pull", "--quiet", "--autostash", *self.random.choice(ways)))
        device.git("push", "--quiet", may_fail=True)

    def fill(self, _):
        """Some changes while the disk is full."""
        device = self.desktop
        for _ in range(4 * self.is_mounted):
            size = shutil.disk_usage(device.top).used // 1024 + 4 * self.random.randrange(0, 12)
            self.happens(1, "full disks")
            self.say(device, f"has {size} KiB and no more")
            self.world.run("mount", "-o", f"remount,size={size}k", str(device.top))
            if self.chance(4):
                device.merging(lambda: device.tasks("sync", may_fail=True))
            else:
                self.change(device, is_full=True)
            self.world.run("mount", "-o", "remount,size=4g", str(device.top))
        device.tasks("list", may_go=set())

    # The phone

    def serve(self):
        """The page and CalDAV for a moment in which the clock stands still."""
        self.server.watched()
        return contextlib.closing(Server(self.world, "server", self.token, self.server.environment()))

    def on_page(self, _):
        with self.serve() as server:
            for _ in range(4):
                self.steps += 1
                self.send(server, self.server, self.server.some())

    def send(self, server, device, task):
        """One command of the page, of what it has shown now or earlier."""
        if task.id not in self.page or self.chance(2):
            self.page[task.id] = json.loads(server.ask("GET", f"/api/task?id={task.id}")[2])["task"]
        shown = self.page[task.id]
        drawn = Drawn(self, device, id=task.id, title=shown["title"], text=shown.get("text", ""))
        pairs = (word.split("=", 1) for word in shlex.split(self.draw(PAGE)[1]))
        command = {name: drawn.text(text).strip() for name, text in pairs}
        is_undo, ask = command["do"] in ("undo", "redo"), lambda: server.ask("POST", "/api/do", json.dumps(command))
        self.is_undone |= is_undo
        self.say(device, "page", json.dumps(command))
        status, _, said = device.watched(ask, None if is_undo else set(WORD.findall(command.get("was", ""))))
        # There may be nothing to undo, or a task that is to be finished first.
        if status not in (200, 404, 409) and not (status == 400 and (is_undo or "finish it first" in said)):
            raise Failure(f"the page's {command} for {task.path} is answered with {status}: {said}")

    def on_app(self, _):
        """An app for reminders edits what it had before it asks, or what is new."""
        with self.serve() as server:
            if not self.app.copies or self.chance(2):
                self.app.sync(server)
            for _ in range(3):
                self.steps += 1
                self.remind(server, self.server, self.app)
            self.app.sync(server)

    def remind(self, server, device, app):
        drawn, (_, method, edits) = Drawn(self, device), self.draw(APP)
        if edits and (known := app.known()):
            path = self.random.choice(known)
            old, tag = app.copies[path]
            # What an alarm says is left alone.
            new, *alarms = re.split("(?=BEGIN:VALARM)", old)
            for pattern, text in edits:
                new = re.sub(pattern, lambda match: drawn.text(match.expand(text)), new, count=1)
            new += "".join(alarms)
        else:
            path, method = f"{self.random.choice(sorted(app.tokens))}{drawn['new']}.ics", "PUT"
            old, tag, new = "", None, CALENDAR.format(drawn.text(REMINDER))
        # One app in two says which version it has edited.
        tag = tag if SEED & 4 else None
        self.say(device, method, path, tag, json.dumps(new))
        seen, words = set(WORD.findall(old)), set(WORD.findall(new))
        is_taken = device.watched(lambda: app.send(server, method, path, new, tag), seen if method == "PUT" else set())
        if is_taken and (lost := (words - seen).difference(*(each.words for _, each in device.seen.values()))):
            raise Failure(f"{lost} was put to {path} and is in no file")
        app.read(server, path)

    def pocket(self, _):
        """A phone that knows git alone."""
        place, roll, title = self.world.home / "pocket", self.random.randrange(4), self.word()
        more = self.laptop.environment()
        git = lambda *words: self.world.run("git", *words, at="pocket", may_fail=True, more=more)[0]
        self.steps += 1
        self.say(self.laptop, "pocket", roll, title)
        git("pull", "--quiet", "--no-rebase", "--no-edit")
        if roll == 0:
            append(place / "inbox.org", f"* TODO {title}\n")
        elif roll == 1:
            append(place / f"inbox/{title}.md", f"# {title}\n\n{self.word()}\n")
        else:
            text = (place / "agenda.org").read_text()
            lines = [line for line in re.findall(r"^\*+ TODO .*\n", text, re.M) if {*WORD.findall(line)} - {DAILY}]
            for line in self.random.sample(lines, min(1, len(lines))):
                (place / "agenda.org").write_text(text.replace(line, line.replace("TODO", "DONE", 1), 1))
        self.pending += [title] if roll < 2 else []
        for _ in range(2):
            git("add", "-A")
            git("commit", "-qm", "on the phone")
            if git("push", "--quiet") == 0:
                self.written |= set(self.pending)
                self.pending = []
                return
            git("pull", "--quiet", "--no-rebase", "--no-edit")

    # The evening

    def evening(self, is_last):
        """All that are present end alike, and what nobody took away is there."""
        self.set_day(self.day, 23.5)
        present = [device for device in self.devices if not device.away]
        for device in self.devices:
            device.watched()
        days = [device.daily()[0] for device in present]
        # A sync that brings lines of the inbox leaves them to the next.
        for device in self.random.sample(present, len(present)) + present * 2:
            device.merging(lambda: device.tasks("sync"))
        for device in present:
            self.expect_in_order(device, is_last or self.day % 30 == 29)
        if len({self.world.tree(device.name) for device in present}) > 1:
            raise Failure("the clones do not end alike")
        if present and not self.is_undone and present[0].daily()[0] != max(days):
            raise Failure(f"the daily task was at {list(map(str, days))} and is at {present[0].daily()[0]}")
        everywhere = set().union(*(each.words for device in self.devices for _, each in device.seen.values()))
        if lost := self.written - self.replaced - everywhere:
            raise Failure(f"lost: {sorted(lost)}")
        self.measure()

    def expect_in_order(self, device, in_full):
        if status := device.git("status", "--porcelain"):
            raise Failure(f"{device.name} is not clean: {status}")
        tasks = [each for _, each in device.seen.values() if each.id]
        for name in ("id", "title"):
            counts = collections.Counter(getattr(each, name) for each in tasks)
            if twice := [each.path for each in tasks if counts[getattr(each, name) or 0] > 1]:
                raise Failure(f"{device.name} has the same {name} in {twice}")
        there = {each.id for each in tasks if not each.is_trash}
        listed = device.tasks("list", "--all", "--format", "{id}").split()
        if sorted(listed) != sorted(there):
            raise Failure(f"{device.name} lists other tasks than it has: {set(listed) ^ there}")
        # A purged task may be named by others.
        device.expect_fine("doctor", "references")
        if "Breakfast" not in device.tasks("agenda", "day", "--json"):
            raise Failure(f"the calendar is not in the agenda of {device.name}")
        if in_full:
            self.world.expect_sound(device.name)
            device.expect_fine("verify")

    def measure(self):
        """The time of a processor that commands of every day take on the laptop, and that git takes."""
        used = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        def cost(name, run, *words):
            before = used()
            result = run(*words)
            self.costs[name].append((used() - before) * 1000)
            return result
        laptop = self.laptop
        laptop.tasks("list")
        cost("list", laptop.tasks, "list")
        cost("done", laptop.tasks, "done", cost("add", laptop.add, "list:work"))
        cost("git status", laptop.git, "status")

    def told(self):
        told = [f"{self.day + 1} days, {self.steps} changes, {len(self.laptop.seen)} tasks",
                *(f"{count} {name}" for name, count in sorted(self.events.items()))]
        growth, tenth = {}, (self.day + 10) // 10
        for name, costs in self.costs.items():
            first, last = statistics.median(costs[:tenth]), statistics.median(costs[-tenth:])
            growth[name] = last / first
            told.append(f"{name} {first:.1f} ms, then {last:.1f} ms ({growth[name]:.2f})")
        disk, size, commits = (now - then for now, then in zip(self.size(), self.begun))
        told.append(f"{commits} commits, for each .git grew by {disk / commits:.1f} KB, {size / commits:.1f} in bytes")
        if disk / commits > 30:
            raise Failure(f"the repository grows too much: {', '.join(told)}")
        # git looks at each file too. What a few days tell is chance.
        if self.day >= 60 and max(growth.values()) > 1.2 * growth["git status"]:
            raise Failure(f"commands slow down more than git: {', '.join(told)}")
        return ", ".join(told)

    def run(self):
        try:
            self.begin()
            for day in range(self.days):
                self.set_day(day)
                self.morning()
                self.live()
                is_last = day + 1 == self.days or time.time() > self.deadline
                self.evening(is_last)
                if is_last:
                    break
            told = self.told()
        except Failure as failure:
            raise Failure(f"day {self.day}, {self.midnight(self.day).date()}: {failure}") from None
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", self.desktop.top])
        return told


if __name__ == "__main__":
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 365
    main("year", lambda world, numbers, deadline: Year(world, numbers, deadline, length).run())
