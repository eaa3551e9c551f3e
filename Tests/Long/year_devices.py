"""The devices of a year: a clone with a clock of its own, and an app for reminders that speaks CalDAV."""

import collections
import datetime
import os
import pathlib
import re
import zoneinfo

from world import MARKER, WORD, Failure

HOME = "Europe/Berlin"
# The title of a task that is done each day by steps of its own.
DAILY = "w99999x0w"
Entry = collections.namedtuple("Entry", "path id title state is_trash words text")


def entry(path):
    text = pathlib.Path(path).read_text(errors="replace")
    first = lambda pattern: (re.search(pattern, text, re.M) or ["", ""])[1]
    title = WORD.search(first(r"^\* [A-Z]+ (.*)$") or first(r"^title: (.*)$"))
    state, is_trash = first(r"^\* ([A-Z]+) ") or first(r"^status: (.*)$").upper(), bool(first(r"(?i)^:?(deleted):"))
    return Entry(path, first(r"^(?::ID:|id:)\s*(\S+)"), title and title[0], state, is_trash,
                 frozenset(WORD.findall(text)), text)


def is_closed(each):
    return each.state in ("DONE", "CANCELED", "CANCELLED") and not each.is_trash


def is_open(each):
    return not is_closed(each) and not each.is_trash


class Device:
    """A clone, its clock, and what is in its files: nobody but its steps changes them."""

    def __init__(self, year, name):
        self.year, self.world, self.name, self.top = year, year.world, name, year.world.home / name
        self.zone, self.skew, self.away, self.seen = HOME, 0, 0, {}

    def times(self, zone=None):
        """The time here, as `tasks` and as git read it."""
        moment = datetime.datetime.fromtimestamp(self.year.now + self.skew, zoneinfo.ZoneInfo(zone or self.zone))
        return moment.strftime("%Y-%m-%dT%H:%M"), f"{self.year.now + self.skew} {moment.strftime('%z')}"

    def date(self, days):
        return str(datetime.date.fromisoformat(self.times()[0][:10]) + datetime.timedelta(days))

    def environment(self):
        return {"TZ": self.zone, "TASKS_DEVICE": self.name, "TASKS_NOW": self.times()[0],
                "EDITOR": str(self.world.home / "bin/editor"), "WORD": self.year.word()}

    def git(self, *words, may_fail=False):
        self.year.say(self, "git", *words)
        dates = dict.fromkeys(("GIT_COMMITTER_DATE", "GIT_AUTHOR_DATE"), self.times()[1])
        return self.world.git(*words, at=self.name, may_fail=may_fail, more=self.environment() | dates)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "by hand", may_fail=True)

    def tasks(self, *words, may_go=None, may_fail=False):
        """Returns what `tasks` prints; no word may be gone then but those in `may_go`."""
        self.year.say(self, "tasks", *words)
        return self.watched(lambda: self.world.tasks(
            *words, at=self.name, may_fail=may_fail and range(1, 6), more=self.environment())[1], may_go)

    def add(self, *words):
        title = self.year.word()
        self.tasks("add", title, *words)
        return next(each.id for each in self.entries() if each.title == title)

    def scan(self):
        """Reads the files that have changed; returns the entries that were there and those that came."""
        now, folders = {}, [self.top]
        while folders:
            for file in os.scandir(folders.pop()):
                if file.is_dir(follow_symlinks=False) and not file.name.startswith("."):
                    folders.append(file.path)
                elif file.name.endswith((".org", ".md")) and not file.name.startswith("."):
                    status, old = file.stat(), self.seen.get(file.path)
                    key = (status.st_mtime_ns, status.st_size, status.st_ino)
                    now[file.path] = old if old and old[0] == key else (key, entry(file.path))
        gone = [old[1] for path, old in self.seen.items() if now.get(path) is not old]
        come = [new[1] for path, new in now.items() if self.seen.get(path) is not new]
        self.seen = now
        return gone, come

    def watched(self, step=lambda: None, may_go=None):
        """Takes a step after which no word may be gone but those in `may_go`: all, if there is none."""
        result = step()
        gone, come = self.scan()
        before, after = (set().union(*(each.words for each in some)) for some in (gone, come))
        if may_go is not None and (lost := before - after - may_go):
            raise Failure(f"{self.name} loses {sorted(lost)} of {[each.path for each in gone if each.words & lost]}")
        self.year.written |= after
        self.year.replaced |= before - after
        if marked := [each.path for each in come if MARKER.search(each.text)]:
            raise Failure(f"{marked} have conflict markers")
        return result

    def merging(self, step):
        """Takes a step that takes over what others did: what goes is what somebody took away who saw it."""
        self.watched(step, self.year.replaced)
        for name in ("MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD"):
            if (self.top / ".git" / name).exists():
                raise Failure(f"{self.name} is left with {name}")

    def entries(self):
        return [each for _, each in self.seen.values() if each.id and each.title and each.title != DAILY]

    def some(self, wanted=is_open):
        found = sorted((each for each in self.entries() if wanted(each)), key=lambda each: (each.title, each.id))
        return self.year.random.choice(found) if found else None

    def daily(self):
        """The day for which the daily task stands here, and its id."""
        each = next(each for _, each in self.seen.values() if each.title == DAILY)
        day = r"^(?:SCHEDULED: <|scheduled: \D*)(\d+-\d+-\d+)(?: \w+|T)? ?07:30"
        return datetime.date.fromisoformat(re.search(day, each.text, re.M)[1]), each.id

    def expect_fine(self, verb, but="nothing"):
        lines = [line for line in self.tasks(verb, may_fail=True).splitlines() if line[:1].strip()]
        if wrong := [line for line in lines if not re.match(f"fine |wrong +{but}:", line)]:
            raise Failure(f"{verb} on {self.name}: {wrong}")


class Reminders:
    """An app that speaks CalDAV, with copies that may be old."""

    def __init__(self):
        # What it last heard of each list, its copies, and whether the server may lack versions that it has.
        self.tokens, self.copies, self.is_stale = {}, {}, False

    def sync(self, server):
        body = ('<D:sync-collection xmlns:D="DAV:"><D:sync-token>{}</D:sync-token><D:sync-level>1</D:sync-level>'
                "<D:prop><D:getetag/></D:prop></D:sync-collection>")
        lists = re.findall(r"<D:href>(/dav/lists/[^<]+/)</D:href>", server.ask("PROPFIND", "/dav/lists/", Depth="1")[2])
        for place in lists:
            status, _, text = server.ask("REPORT", place, body.format(self.tokens.get(place, "")))
            if status in (403, 409, 410) and place in self.tokens or set(self.tokens) - set(lists):
                # It begins anew where the server does not know what it last heard, and where a list is gone.
                self.tokens, self.copies = {}, {}
                return self.sync(server)
            if status != 207:
                raise Failure(f"REPORT of {place} answers {status}: {text}")
            self.tokens[place] = re.search(r"<D:sync-token>(.*?)</D:sync-token>", text)[1]
            for path in re.findall(r"<D:response><D:href>([^<]+\.ics)</D:href>", text):
                self.read(server, path)
        self.is_stale = False

    def read(self, server, path):
        status, headers, text = server.ask("GET", path)
        self.copies.pop(path, None)
        if status == 200:
            self.copies[path] = (text.replace("\r\n ", ""), headers["ETag"])

    def known(self):
        """What it may edit, in an order that is the same in each run."""
        found = [(re.search("SUMMARY:.*", text)[0], path) for path, (text, _) in self.copies.items()]
        return [path for title, path in sorted(found) if DAILY not in title]

    def send(self, server, method, path, text, tag):
        """Whether the server has taken it; one that lacks what it had may refuse."""
        headers = {"Content_Type": "text/calendar; charset=utf-8"} | ({"If_Match": tag} if tag else {})
        status, _, said = server.ask(method, path, text if method == "PUT" else None, **headers)
        allowed = {"PUT": [201, 204], "DELETE": [204, 404, 412]}[method] + [412] * self.is_stale
        if status not in allowed:
            raise Failure(f"{method} of {path} answers {status}: {said}; asked {text!r}")
        return status != 412
