"""vdirsyncer and todoman on the one side, a clone that pulls and pushes on the other, and the store that is served between them."""

import json
import os
import pathlib

import icalendar

from served import same, seconds


class _Loop:
    """A folder of vdirsyncer, where todoman lives too, and a clone of the store."""

    def __init__(self, served):
        self.served, self.clone = served, os.path.join(served.folder, "clone")
        self.files = pathlib.Path(served.folder, "calendars")
        self.settings = os.path.join(served.folder, "vdirsyncer")
        hub = os.path.join(served.folder, "hub.git")
        served.run("git", "init", "-q", "--bare", hub)
        served.git("remote", "add", "origin", hub)
        served.git("push", "-qu", "origin", "HEAD")
        served.run(served.program, "clone", hub, self.clone)
        self.files.mkdir()
        # Of two that changed the file of the client is sent: the server merges it, since it says which version it was.
        pathlib.Path(self.settings).write_text(f"""
[general]
status_path = "{served.folder}/status/"
[pair both]
a = "files"
b = "server"
collections = ["from a", "from b"]
conflict_resolution = "a wins"
[storage files]
type = "filesystem"
path = "{self.files}"
fileext = ".ics"
[storage server]
type = "caldav"
url = "{served.address}"
username = "anyone"
password = "{served.password}"
item_types = ["VTODO"]
""")
        config = pathlib.Path(served.folder, ".config/todoman/config.py")
        config.parent.mkdir(parents=True)
        config.write_text(f"""
path = "{self.files}/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
cache_path = "{served.folder}/todoman.db"
""")

    def discover(self):
        self.served.run("vdirsyncer", "-c", self.settings, "discover", "both", input="y\n" * 20)

    def sync(self):
        self.served.run("vdirsyncer", "-c", self.settings, "sync")

    def all_sync(self):
        """Until what each has told has come to the others: a push, a pull, and the texts that the server has made of uploads."""
        for _ in range(2):
            self.in_clone("sync")
            self.served.shell("sync")
            self.sync()
        self.served.shell("sync")
        self.in_clone("sync")

    def in_clone(self, *words):
        return self.served.shell(*words, store=self.clone)

    def todoman(self, *words):
        self.served.run("todoman", *words)

    def id(self, title):
        """The number that todoman has for a task."""
        told = self.served.run("todoman", "--porcelain", "list", "--status", "ANY")
        return str(next(each["id"] for each in json.loads(told) if each["summary"] == title and not each["completed"]))

    def file(self, title):
        return next(path for path in self.files.rglob("*.ics") if f"SUMMARY:{title}\r\n" in path.read_bytes().decode())

    def edit(self, title, *changes):
        """Replaces text in the file of a task, as a program does that keeps what it does not know."""
        path = self.file(title)
        text = path.read_bytes().decode()
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} is not once in {text}"
            text = text.replace(old, new)
        path.write_bytes(text.encode())

    def seen_by_clients(self):
        found = []
        for path in self.files.rglob("*.ics"):
            (task,) = icalendar.Calendar.from_ical(path.read_bytes().decode()).walk("VTODO")
            due = task.get("DUE") and task["DUE"].dt.strftime("%Y-%m-%dT%H:%M" if hasattr(task["DUE"].dt, "hour") else "%Y-%m-%d")
            tags = [str(each) for each in task["CATEGORIES"].cats] if "CATEGORIES" in task else []
            found.append((path.parent.name, str(task["SUMMARY"]), str(task["STATUS"]) == "COMPLETED", due, str(task.get("DESCRIPTION", "")),
                          tags, len(task.walk("VALARM")), "RRULE" in task))
        return sorted(found, key=str)

    def seen_by(self, store):
        found = []
        for words in (("list",), ("list", "--done")):
            found += [(task["list"], task["title"], task["done"], task["deadline"], (task["notes"] or "").strip("\n"), task["tags"],
                       len(task["alerts"]), bool(task["repeat"])) for task in self.listed(store, *words)]
        return sorted(found, key=str)

    def listed(self, store, *words):
        answer = json.loads(self.served.run(self.served.program, "--store", store, "--json", *words))
        return answer[answer["kind"]]

    def all_say_the_same(self, when):
        wanted = self.seen_by(self.served.store)
        for who, seen in (("the clone", self.seen_by(self.clone)), ("the files", self.seen_by_clients())):
            missing, more = [each for each in wanted if each not in seen], [each for each in seen if each not in wanted]
            assert not missing and not more, f"{when}, {who}: missing {missing}, more {more}"
        head = self.served.head()
        self.sync()
        self.served.shell("sync")
        self.in_clone("sync")
        same(f"{when}, commits of another sync", self.served.git("log", "--format=%s", f"{head.strip()}..HEAD"), "")


@seconds(10)
def all_say_the_same(served):
    loop = _Loop(served)
    served.add(
        "Call Bob list:work due:2030-05-06T10:00 alert:15m", "Plan list:work", "Water list:home due:2030-01-07T18:00 every:1w alert:1h",
        "Bins list:home due:2030-01-08T07:00 every:1w", "Old list:home", "Sort list:home",
        "Stays list:work")
    plan = served.row("Plan")["id"]
    served.shell("note", plan, "one\ntwo\nthree\nfour\nfive")
    loop.discover()
    loop.all_sync()
    loop.all_say_the_same("at first")

    # Each of the three changes something of its own, and of two tasks all change something.
    loop.todoman("new", "-l", "work", "-d", "2030-06-01 12:00", "From todoman")
    loop.todoman("done", loop.id("Sort"))
    loop.todoman("edit", "-d", "2030-05-07 11:00", loop.id("Call Bob"))
    loop.edit("Call Bob", ("STATUS:", "X-MINE;A=b:kept\r\nCOMMENT:said\\, once\r\nSTATUS:"))
    loop.edit("Plan", ("SUMMARY:Plan", "SUMMARY:Plan it"), ("one\\n", "ONE\\n"))
    served.shell("modify", served.row("Call Bob")["id"], "+shell", "prio:A")
    served.shell("modify", plan, "due:2030-07-01")
    served.run("env", "EDITOR=sed -i s/^five$/FIVE/", served.program, "--store", served.store, "edit", plan)
    served.shell("done", served.row("Bins")["id"])
    loop.in_clone("modify", served.row("Call Bob")["id"], "title:Call Bob and Ann", "alert:60m")
    loop.in_clone("modify", plan, "+clone")
    loop.in_clone("delete", served.row("Old")["id"])
    loop.in_clone("add", "From the clone list:home")
    loop.all_sync()
    loop.all_say_the_same("after edits everywhere")
    rows = {task["title"]: task for task in served.tasks("list")}
    same("open tasks", sorted(rows), ["Bins", "Call Bob and Ann", "From the clone", "From todoman", "Plan it", "Stays", "Water"])
    same("notes that two changed", rows["Plan it"]["notes"].strip(), "ONE\ntwo\nthree\nfour\nFIVE")
    same("what three changed", [rows["Plan it"][key] for key in ("deadline", "tags")], ["2030-07-01", ["clone"]])
    call = rows["Call Bob and Ann"]
    same("what three changed", [call[key] for key in ("deadline", "priority", "tags", "alerts")], ["2030-05-07T11:00", "A", ["shell"], [60]])
    text = loop.file("Call Bob and Ann").read_bytes().decode()
    for line in ("X-MINE;A=b:kept", "COMMENT:said\\, once"):
        same(f"{line} in the file", text.count(line), 1)
    same("the repeat that the shell did", rows["Bins"]["deadline"], "2030-01-15T07:00")
    same("what is done", [task["title"] for task in served.tasks("list", "--done")], ["Sort"])

    # todoman makes another task of the next date of one that repeats. What is edited there and deleted here is sent as new.
    loop.todoman("done", loop.id("Water"))
    loop.todoman("move", "-l", "home", loop.id("From todoman"))
    loop.file("From the clone").unlink()
    loop.edit("Plan it", ("SUMMARY:Plan it", "SUMMARY:Plan it all"))
    served.shell("delete", plan)
    loop.in_clone("modify", call["id"], "list:home")
    loop.all_sync()
    loop.all_say_the_same("after deletions and moves")
    rows = {task["title"]: task for task in served.tasks("list")}
    same("open tasks", sorted(rows), ["Bins", "Call Bob and Ann", "From todoman", "Plan it all", "Stays", "Water"])
    same("the next date", rows["Water"]["deadline"], "2030-01-14T18:00")
    same("lists of what moved", [rows[title]["list"] for title in ("From todoman", "Call Bob and Ann")], ["home", "home"])
    same("the trash", sorted(task["title"] for task in served.tasks("trash")), ["From the clone", "Old"])
    served.shell("verify")
