"""Random edits of two clients and the shell, each of copies that may be old."""

import os
import random

import icalendar
from caldav.lib.error import NotFoundError

from served import same, seconds, todo


class _Client:
    """A client that keeps copies of two lists and sends what it has changed of them, however old they are."""

    def __init__(self, served, name, condition):
        self.client = served.client(served.token(name))
        self.lists = [each for each in self.client.principal().calendars() if each.get_display_name() in ("work", "home")]
        self.tokens, self.copies, self.condition = {}, {}, condition

    def sync(self):
        for each in self.lists:
            changes = each.get_objects_by_sync_token(self.tokens.get(each.url), disable_fallback=True)
            self.tokens[each.url] = changes.sync_token
            for item in changes:
                try:
                    self.copies[item.url.path] = (item.load(multiget_fallback=False).data, item.etag)
                except NotFoundError:
                    self.copies.pop(item.url.path, None)

    def edit(self, path, name, value):
        text, etag = self.copies[path]
        calendar = icalendar.Calendar.from_ical(text)
        task = calendar.walk("VTODO")[0]
        task.pop(name, None)
        task.add(name, value)
        self.put(path, calendar.to_ical().decode(), etag)
        return str(task["UID"])

    def put(self, path, text, etag=None):
        headers = {"Content-Type": "text/calendar; charset=utf-8"}
        if self.condition and etag:
            headers["If-Match"] = etag
        answer = self.client.put(str(self.lists[0].url.join(path)), text, headers)
        assert answer.status in (201, 204), f"PUT of {path} with {etag}: {answer.status} {answer.raw}"
        # The answer has no ETag, so a client reads what has become of it.
        answer = self.client.request(str(self.lists[0].url.join(path)))
        self.copies.pop(path, None)
        if answer.status == 200:
            self.copies[path] = (answer.raw, answer.headers["ETag"])

    def view(self):
        return {path: text for path, (text, _) in self.copies.items()}


@seconds(8)
def nothing_is_lost(served):
    seed = int(os.environ.get("CALDAV_SEED") or random.SystemRandom().randrange(1_000_000))
    try:
        _play(served, random.Random(seed))
    except AssertionError as error:
        raise AssertionError(f"CALDAV_SEED={seed}: {error}") from None


def _play(served, chance):
    served.add("Stays list:work", "Stays too list:home")
    clients = [_Client(served, "strict", True), _Client(served, "lax", False)]
    fields = ["SUMMARY", "DESCRIPTION"]
    # What each task is to be: who alone writes a field, its last value stands. The history says how it came to be.
    wanted, history = {}, []
    for client in clients:
        client.sync()

    for number in range(60):
        kind = chance.choice(["add", "edit", "edit", "edit", "edit", "tag", "tag", "due", "done", "delete", "move", "new", "drop"])
        who = chance.randrange(2)
        client, field = clients[who], fields[who]
        alive = [id for id, task in wanted.items() if not task["gone"]]
        known = [path for path in client.copies if "Stays" not in client.copies[path][0]]
        history.append(f"{kind}{who}")
        if kind == "add":
            (id,) = served.add(f"t{number} list:{chance.choice(['work', 'home'])}")
            wanted[id] = _new(f"t{number}")
        elif kind == "new":
            id, place = f"u{number}-{chance.randrange(1000)}", chance.choice(client.lists)
            client.put(f"{place.url.path}{id}.ics", todo(id, f"n{number}"))
            wanted[id] = _new(f"n{number}")
        elif kind == "edit" and known:
            path = chance.choice(known)
            id = client.edit(path, field, f"{field.lower()} {number}")
            wanted[id][field] = f"{field.lower()} {number}"
            # An edit of what is in the trash goes there too, unless it names no version: then it is meant anew.
            wanted[id]["gone"] &= client.condition
        elif kind == "drop" and known:
            path = chance.choice(known)
            id = str(icalendar.Calendar.from_ical(client.copies.pop(path)[0]).walk("VTODO")[0]["UID"])
            answer = client.client.delete(str(client.lists[0].url.join(path)))
            # What the shell has moved to the other list is not to be found in this one, and stays.
            assert answer.status in (204, 404), f"DELETE of {path}: {answer.status}"
            wanted[id]["gone"] |= answer.status == 204
        elif alive:
            id = chance.choice(alive)
            if kind == "tag":
                served.shell("modify", id, f"+s{number}")
                wanted[id]["tags"].append(f"s{number}")
            elif kind == "due":
                wanted[id]["due"] = f"2030-05-{number % 28 + 1:02}"
                served.shell("modify", id, "due:" + wanted[id]["due"])
            elif kind == "done" and not wanted[id]["done"]:
                served.shell("done", id)
                wanted[id]["done"] = True
            elif kind == "delete":
                served.shell("delete", id)
                wanted[id]["gone"] = True
            elif kind == "move":
                served.shell("modify", id, "list:" + chance.choice(["work", "home"]))
        for each in clients:
            if chance.random() < 0.3:
                each.sync()
        seen = _seen(served)
        for id, task in wanted.items():
            same(f"{id} after {' '.join(history[-12:])}", seen.get(id), task)
    for each in clients:
        each.sync()
    same("copies of the two clients", clients[0].view(), clients[1].view())
    same("tasks that the clients have", len(clients[0].copies), 2 + sum(not task["gone"] for task in wanted.values()))
    served.shell("verify")


def _new(title):
    return {"SUMMARY": title, "DESCRIPTION": "", "tags": [], "due": None, "gone": False, "done": False}


def _seen(served):
    found = {}
    for words in (["list"], ["list", "--done"], ["trash"]):
        for task in served.tasks(*words):
            found[task["id"]] = {"SUMMARY": task["title"], "DESCRIPTION": (task["notes"] or "").strip(), "tags": task["tags"], "due": task["deadline"],
                                 "gone": words == ["trash"], "done": task["done"]}
    return found
