"""What the libraries of two desktops send, as it was seen: they are too heavy to be started here.

Evolution's libecal 3.46.4 sends no If-Match and reads again after a PUT. KDE's akonadi_davgroupware_resource 22.12.3 sends
If-Match, and after a PUT it takes the ETag of a GET and keeps its own text.
"""

from served import fault, same, todo


def _put(calendar, name, text, etag=None):
    headers = {"Content-Type": 'text/calendar; charset="utf-8"'} | ({"If-Match": etag} if etag else {})
    answer = calendar.client.put(f"{calendar.url}{name}.ics", text, headers)
    assert answer.status in (201, 204), f"PUT of {name}: {answer.status}"
    return calendar.client.request(f"{calendar.url}{name}.ics").headers["ETag"]


def _read(calendar, title):
    """The name, the text and the ETag of a task."""
    item = next(each for each in calendar.todos() if each.icalendar_component["SUMMARY"] == title).load()
    return item.url.path.rsplit("/", 1)[1].removesuffix(".ics"), item.data.replace("\r\n", "\n"), item.etag


def _changed(text, *changes):
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is not once in {text!r}"
        text = text.replace(old, new)
    return text.replace("\n", "\r\n")


def evolution_completes_a_repeat(served):
    """It moves the dates and says no more, and takes a time without a zone for one of UTC."""
    served.add("Water list:work due:2030-01-07T18:00 every:1w alert:1h", "Bins list:work due:2030-02-01 every:1m")
    work = served.calendars()["work"]
    evolution = ("PRODID:-//tasks//EN", "PRODID:-//Ximian//NONSGML Evolution Calendar//EN")
    name, text, _ = _read(work, "Bins")
    _put(work, name, _changed(text, evolution, ("DUE;VALUE=DATE:20300201", "DUE;VALUE=DATE:20300301"), ("DTSTART;VALUE=DATE:20300201", "DTSTART;VALUE=DATE:20300301")))
    same("the next day", served.row("Bins")["deadline"], "2030-03-01")
    same("finishes in the log", len(served.row("Bins")["log"]), 1)
    name, text, _ = _read(work, "Water")
    _put(work, name, _changed(text, evolution, ("DUE:20300107T180000", "DUE:20300114T180000Z"), ("DTSTART:20300107T180000", "DTSTART:20300114T180000Z")))
    same("the next time", served.row("Water")["deadline"], "2030-01-14T18:00")


def kde_completes_a_repeat(served):
    """It leaves the dates as they are and says where it is in a line of its own."""
    served.add("Water list:work due:2030-01-07T18:00 every:1w")
    work = served.calendars()["work"]
    name, text, etag = _read(work, "Water")
    place = "X-KDE-LIBKCAL-DTRECURRENCE;VALUE=DATE-TIME;TZID=Europe/Prague:20300114T180000\n"
    _put(work, name, _changed(text, ("PRODID:-//tasks//EN", "PRODID:-//K Desktop Environment//NONSGML libkcal 4.3//EN"), ("STATUS:NEEDS-ACTION\n", place + place)), etag)
    same("the next time", served.row("Water")["deadline"], "2030-01-14T18:00")


def kde_edits_again_what_it_has_made(served):
    """Its text has never been read from the server, but bears the ETag of what was merged there."""
    served.add("Stays list:work")
    work = served.calendars()["work"]
    etag = _put(work, "made", todo("made", "Plan", "DUE;TZID=Europe/Prague:20300601T090000", "CATEGORIES:kde"))
    served.shell("modify", "made", "due:2030-06-03", "+shell")
    etag = _put(work, "made", todo("made", "Plan it", "DUE;TZID=Europe/Prague:20300601T090000", "CATEGORIES:kde"), etag)
    row = served.row("Plan it")
    same("what is merged", (row["deadline"], row["tags"]), ("2030-06-03", ["kde", "shell"]))
    _put(work, "made", todo("made", "Plan it all", "DUE;TZID=Europe/Prague:20300601T090000", "CATEGORIES:kde"), etag)
    row = served.row("Plan it all")
    fault("what the shell had changed", (row["deadline"], row["tags"]), now=("2030-06-01T09:00", ["kde"]), wanted=("2030-06-03", ["kde", "shell"]))
