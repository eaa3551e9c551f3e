"""The library caldav of PyPI, which scripts, Home Assistant's CalDAV lists, Errands and calendar-cli use."""

import datetime
import time
import zoneinfo

from caldav.elements import dav
from caldav.lib.error import NotFoundError

from served import same, todo

PRAGUE = zoneinfo.ZoneInfo("Europe/Prague")
DAY = datetime.date(2030, 5, 6)
EVENING = datetime.datetime(2030, 5, 6, 18, 30, tzinfo=PRAGUE)


def _named(calendar, title):
    """The task of a list that bears a title."""
    found = [each for each in calendar.todos(include_completed=True) if each.icalendar_component["SUMMARY"] == title]
    assert len(found) == 1, f"{title}: {len(found)} in {calendar.url}"
    return found[0]


def _open(calendar, title):
    return next(each for each in calendar.todos() if each.icalendar_component["SUMMARY"] == title)


def _titles(calendar, **more):
    return sorted(str(each.icalendar_component["SUMMARY"]) for each in calendar.todos(**more))


def a_client_finds_the_lists(served):
    served.add("Call Bob list:work", "Water list:Blumen/Garten_ä", "Alone")
    for path in ("", "dav", "dav/", "principals/", "dav/me/"):
        same(f"lists found from /{path}", set(served.calendars(path=path)), {"work", "Blumen/Garten_ä", "No list"})
    for name, title in (("work", "Call Bob"), ("Blumen/Garten_ä", "Water"), ("No list", "Alone")):
        same(f"tasks of {name}", _titles(served.calendars()[name]), [title])


def a_task_lives_its_life(served):
    served.add("First list:work")
    work = served.calendars()["work"]
    made = work.add_todo(
        summary="Buy milk", description="two\nlitres", due=EVENING, priority=1, categories=["shop", "two words"],
        alarm_trigger=datetime.timedelta(minutes=-15), alarm_action="DISPLAY", location="Corner")
    row = served.row("Buy milk")
    same("the due date in the shell", row["deadline"], "2030-05-06T18:30")
    same("alerts in the shell", row["alerts"], [15])
    same("priority in the shell", row["priority"], "A")
    same("tags in the shell", row["tags"], ["shop", "two_words"])
    same("notes in the shell", row["notes"].strip(), "two\nlitres")
    same("place in the shell", row["location"]["name"] if isinstance(row["location"], dict) else row["location"], "Corner")

    made.load()
    made.icalendar_component["SUMMARY"] = "Buy oat milk"
    made.save()
    row = served.row("Buy oat milk")
    same("the due date after an edit", row["deadline"], "2030-05-06T18:30")
    same("alerts after an edit", row["alerts"], [15])

    child = work.add_todo(summary="Find a bag", parent=[str(made.icalendar_component["UID"])])
    same("the parent in the shell", served.row("Find a bag")["parent"], row["id"])
    same("the parent at the client", [str(each) for each in _named(work, "Find a bag").get_relatives(fetch_objects=False)["PARENT"]], [row["id"]])

    served.shell("modify", row["id"], "due:2030-05-07", "+shell", "prio:C")
    seen = _named(work, "Buy oat milk").icalendar_component
    same("the due date at the client", seen["DUE"].dt, datetime.date(2030, 5, 7))
    same("tags at the client", [str(each) for each in seen["CATEGORIES"].cats], ["shop", "two_words", "shell"])
    same("priority at the client", int(seen["PRIORITY"]), 9)
    same("alarms at the client", len(seen.walk("VALARM")), 1)

    child.load()
    child.complete()
    same("what is open after complete()", [each["title"] for each in served.tasks("list")], ["First", "Buy oat milk"])
    same("what is done after complete()", [each["title"] for each in served.tasks("list", "--done")], ["Find a bag"])
    child.load()
    child.uncomplete()
    assert served.row("Find a bag"), "uncomplete() left the task done"
    made.delete()
    same("what is left after delete()", _titles(work), ["Find a bag", "First"])
    same("the trash", [each["title"] for each in served.tasks("trash")], ["Buy oat milk"])
    served.shell("restore", row["id"])
    same("what is there after restore", _titles(work), ["Buy oat milk", "Find a bag", "First"])


def a_repeat_completed_comes_back(served):
    served.add("Water list:home due:2030-01-07T18:00 every:1w alert:30m", "Bins list:home due:2030-02-01 every:1m")
    home = served.calendars()["home"]
    for title, due in (("Water", "2030-01-14T18:00"), ("Bins", "2030-03-01")):
        _named(home, title).complete()
        row = served.row(title)
        assert row, f"{title} is gone"
        same(f"the next date of {title}", row["deadline"], due)
        same(f"the log of {title}", len(row["log"]), 1)
        seen = _named(home, title).icalendar_component
        same(f"the state of {title} at the client", str(seen.get("STATUS")), "NEEDS-ACTION")
        same(f"alarms of {title}", len(seen.walk("VALARM")), len(row["alerts"]))
    made = home.add_todo(summary="Pills", due=DAY, dtstart=DAY, rrule={"FREQ": "DAILY", "INTERVAL": 2})
    same("the rule in the shell", served.row("Pills")["repeat"]["deadline"][-2:], "2d")
    served.shell("done", served.row("Pills")["id"])
    same("the date after done in the shell", _named(home, "Pills").icalendar_component["DUE"].dt, datetime.date(2030, 5, 8))
    # The library's own way makes a task of its own for what is done and moves the dates of the other.
    made.load()
    made.complete(handle_rrule=True)
    due = _open(home, "Pills").icalendar_component["DUE"].dt
    same("the date after the library's own way", served.row("Pills")["deadline"], due.strftime("%Y-%m-%dT%H:%M"))
    same("what the library's own way has done", [each["title"] for each in served.tasks("list", "--done")], ["Pills"])


def a_task_moves_to_another_list(served):
    served.add("Put and delete list:work +kept alert:15m due:2030-05-06T10:00", "Delete and put list:work +kept", "Other list:home", "Stays list:work")
    lists = served.calendars()
    first, second = _named(lists["work"], "Put and delete"), _named(lists["work"], "Delete and put")
    lists["home"].save_object(type(first), first.data)
    first.delete()
    second.delete()
    lists["home"].save_object(type(second), second.data)
    same("the list it left", _titles(lists["work"]), ["Stays"])
    same("the list it came to", _titles(lists["home"]), ["Delete and put", "Other", "Put and delete"])
    for title in ("Put and delete", "Delete and put"):
        row = served.row(title)
        same(f"list and tags of {title}", (row["list"], row["tags"]), ("home", ["kept"]))
    same("the trash", served.tasks("trash"), [])
    served.shell("modify", served.row("Other")["id"], "list:work")
    same("the list after the shell moved one", _titles(lists["work"]), ["Other", "Stays"])


def a_token_tells_what_changed(served):
    served.add("One list:work", "Two list:work", "Three list:work", "Elsewhere list:home")
    work = served.calendars()["work"]
    token = work.get_objects_by_sync_token(disable_fallback=True)
    same("all at first", len(list(token)), 3)

    def changed():
        """What is new or changed, and what is gone. What left another list may be named as gone, though it never was here."""
        nonlocal token
        token = work.get_objects_by_sync_token(token.sync_token, disable_fallback=True)
        here, gone = [], []
        for each in token:
            try:
                each.load(multiget_fallback=False)
                here.append(each.icalendar_component["UID"])
            except NotFoundError:
                gone.append(each.url.path.rsplit("/", 1)[1].removesuffix(".ics"))
        return sorted(here), sorted(gone)

    ids = {each["title"]: each["id"] for each in served.tasks("list")}
    same("nothing new", changed(), ([], []))
    served.shell("modify", ids["One"], "+shell")
    same("after an edit", changed(), ([ids["One"]], []))
    served.shell("modify", ids["Elsewhere"], "+shell")
    same("after an edit of another list", changed()[0], [])
    served.shell("delete", ids["Two"])
    served.shell("modify", ids["Elsewhere"], "list:work")
    same("after a deletion and a move", changed(), ([ids["Elsewhere"]], [ids["Two"]]))
    served.git("commit", "--allow-empty", "-m", "nothing")
    same("after a commit beside the tasks", changed(), ([], []))
    path = served.git("ls-files", "*" + ids["Three"] + "*").strip()
    with open(f"{served.store}/{path}", "a") as file:
        file.write("By hand\n")
    # What is edited in place is noticed within two seconds.
    end = time.monotonic() + 20
    while (seen := changed()) == ([], []) and time.monotonic() < end:
        time.sleep(0.2)
    same("after an edit by hand", seen, ([ids["Three"]], []))


def a_client_makes_renames_and_deletes_a_list(served):
    principal = served.client().principal()
    made = principal.make_calendar(name="Zahrada ž", supported_calendar_component_set=["VTODO"])
    assert "Zahrada ž" in served.calendars(), "a new list is not shown before it has a task"
    made.add_todo(summary="Dig")
    made.add_todo(summary="Rake")
    same("the list in the shell", {each["list"] for each in served.tasks("list")}, {"Zahrada ž"})
    made.set_properties([dav.DisplayName("Garden")])
    same("the name in the shell", {each["list"] for each in served.tasks("list")}, {"Garden"})
    assert "Garden" in served.calendars(), "the new name is not at the client"
    same("its tasks at the old address", _titles(made), ["Dig", "Rake"])
    served.add("Sow list:Garden")
    same("its tasks after one of the shell", _titles(served.calendars()["Garden"]), ["Dig", "Rake", "Sow"])
    made.delete()
    assert "Garden" not in served.calendars(), "a deleted list is still shown"
    same("what is left", served.tasks("list"), [])
    served.shell("undo", "--yes", "--op", served.head().strip())
    same("what undo brings back", sorted(each["title"] for each in served.tasks("list")), ["Dig", "Rake", "Sow"])


def a_list_that_a_client_made_stays_without_tasks(served):
    made = served.client().principal().make_calendar(name="Groceries", supported_calendar_component_set=["VTODO"])
    made.add_todo(summary="Milk").delete()
    made.add_todo(summary="Bread")
    same("tasks of a list that was empty", _titles(served.calendars()["Groceries"]), ["Bread"])


def a_list_of_the_shell_stays_without_tasks(served):
    served.add("Milk list:Groceries")
    groceries = served.calendars()["Groceries"]
    _named(groceries, "Milk").delete()
    answer = groceries.client.put(f"{groceries.url}new.ics", todo("new", "new"), {"Content-Type": "text/calendar"})
    same("a new task where the last one is deleted", answer.status, 201)


def a_subtask_may_come_before_its_parent(served):
    work = served.client().principal().make_calendar(name="work", supported_calendar_component_set=["VTODO"])
    work.client.put(f"{work.url}child.ics", todo("child", "child", "RELATED-TO;RELTYPE=PARENT:parent"), {"Content-Type": "text/calendar"})
    child = _named(work, "child")
    work.client.put(f"{work.url}parent.ics", todo("parent", "parent"), {"Content-Type": "text/calendar"})
    same("the parent in the shell", served.row("child")["parent"], "parent")
    child.icalendar_component["LOCATION"] = "Here"
    child.save()
    same("the parent after an edit of the text that was read before", served.row("child")["parent"], "parent")


def two_edits_without_reading_between(served):
    """vdirsyncer does so where a file is edited before each of two syncs, the library unless it is told to load()."""
    served.add("Plan list:work", "Check list:work")
    work = served.calendars()["work"]
    item = _named(work, "Plan")
    text = item.data

    def put(*lines):
        body = text.replace("SUMMARY:Plan", "\n".join(["SUMMARY:Plan", *lines]))
        assert work.client.put(str(item.url), body, {"Content-Type": "text/calendar"}).status == 204

    put("DESCRIPTION:Ask Ann")
    put("DESCRIPTION:Ask Bob")
    same("the notes", served.row("Plan")["notes"].strip(), "Ask Bob")
    put("DUE;VALUE=DATE:20300506")
    put()
    same("a date that is set and taken away", served.row("Plan")["deadline"], None)
    check = _named(work, "Check")
    check.complete()
    check.uncomplete()
    same("what is done after uncomplete()", [each["title"] for each in served.tasks("list", "--done")], [])


def a_search_finds_what_matches(served):
    """Searches as RFC 4791 has them, which the library sends as they are asked."""
    search = served.client().principal().make_calendar(name="search", supported_calendar_component_set=["VTODO"])
    at = datetime.datetime
    search.add_todo(summary="Alpha, beta", due=at(2030, 5, 10, 9, tzinfo=PRAGUE), categories=["Foo", "bar"])
    search.add_todo(summary="gamma", due=datetime.date(2030, 5, 12), description="Some text; with ALPHA")
    search.add_todo(summary="delta", dtstart=at(2030, 5, 1, 9, tzinfo=PRAGUE), due=at(2030, 5, 20, 9, tzinfo=PRAGUE),
                    alarm_trigger=datetime.timedelta(minutes=-15), alarm_action="DISPLAY")
    search.add_todo(summary="Ünicode ALPHA", class_="PRIVATE")
    search.add_todo(summary="weekly", dtstart=datetime.date(2030, 4, 2), due=datetime.date(2030, 4, 2), rrule={"FREQ": "WEEKLY"})
    search.add_todo(summary="done").complete()
    titles = {str(each.icalendar_component["UID"]): str(each.icalendar_component["SUMMARY"]) for each in search.todos(include_completed=True)}
    same("all", len(titles), 6)

    def days(first, last):
        return {"start": at(2030, 5, first, tzinfo=PRAGUE), "end": at(2030, 5, last, tzinfo=PRAGUE)}

    def found(question):
        answer = search.search(todo=True, include_completed=True, post_filter=False, **question)
        return {titles[str(each.icalendar_component["UID"])] for each in answer}

    everything = set(titles.values())
    undated = {"Ünicode ALPHA"}  # created before any range that ends later
    for question, wanted in (
        ({"summary": "alpha"}, set()),
        ({"summary": "lph"}, {"Alpha, beta"}),
        ({"category": "foo"}, set()),
        ({"category": "Foo"}, {"Alpha, beta"}),
        ({"no_due": True}, {"Ünicode ALPHA", "done"}),
        ({"no_category": True}, everything - {"Alpha, beta"}),
        ({"no_class": True}, everything - {"Ünicode ALPHA"}),
        ({"no_description": True}, everything - {"gamma"}),
        ({"description": "text"}, {"gamma"}),
        (days(10, 11), undated | {"Alpha, beta", "delta"}),
        (days(12, 13), undated | {"gamma", "delta"}),
        (days(7, 8), undated | {"delta", "weekly"}),
        (days(20, 21), undated | {"delta"}),
        (days(21, 22), undated | {"weekly"}),
        ({"start": at(2030, 5, 15, tzinfo=PRAGUE)}, undated | {"delta", "weekly"}),
        ({"end": at(2030, 4, 10, tzinfo=PRAGUE)}, undated | {"done", "weekly"}),
        (days(10, 11) | {"category": "Foo"}, {"Alpha, beta"}),
        (days(12, 13) | {"category": "Foo"}, set()),
    ):
        same(f"search for {question}", found(question), wanted)
    # The library sends what it searches for with the backslashes of a file.
    same("a search for a text with a comma", found({"summary": "Alpha, beta"}), {"Alpha, beta"})
