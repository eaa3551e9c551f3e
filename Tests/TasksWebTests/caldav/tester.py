"""Runs caldav-server-tester, which asks most of what it asks with events, on a server that keeps tasks alone.

tester.py ADDRESS PASSWORD prints the features that are not there in full, and to standard error what was seen. Between it and
the server an event is a task with the line X-WAS, which the server keeps as it keeps all lines that it does not know.
"""

import logging
import re
import sys
import time

import caldav
from caldav_server_tester.checker import ServerQuirkChecker

MARK = "X-WAS:EVENT"


def sent(text):
    """A request of the tester, with tasks where it has events."""
    def event(found):
        return re.sub("^DTEND", "DUE", found[0].replace("VEVENT", "VTODO", 1), flags=re.M).replace(
            "END:VEVENT", f"{MARK}\r\nEND:VTODO")

    def query(found):
        kind, end = found[2], found[3]
        mark = '<C:prop-filter name="X-WAS"/>' if kind == "VEVENT" else '<C:prop-filter name="X-WAS"><C:is-not-defined/></C:prop-filter>'
        return f'{found[1]}"VTODO">{mark}' + ("</C:comp-filter>" if end else "")

    text = re.sub("BEGIN:VEVENT.*?END:VEVENT", event, text, flags=re.S)
    text = re.sub(r'(<C:comp-filter name=)"(VEVENT|VTODO)"(/?)>', query, text)
    return text.replace('name="VEVENT"', 'name="VTODO"').replace('name="DTEND"', 'name="DUE"')


def answered(text):
    """An answer of the server, with events where the tester has sent them."""
    def task(found):
        if MARK not in found[0]:
            return found[0]
        return re.sub("^DUE", "DTEND", found[0], flags=re.M).replace("VTODO", "VEVENT").replace(MARK, "X-WAS:TASK")

    return re.sub("BEGIN:VTODO.*?END:VTODO", task, text, flags=re.S)


# It waits for servers that do later what they answer for now.
time.sleep = lambda _: None
logging.disable()
with caldav.DAVClient(sys.argv[1], username="anyone", password=sys.argv[2]) as client:
    plain = client.session.request

    def request(method, url, data=None, **more):
        text = data.decode() if isinstance(data, bytes) else data
        response = plain(method, url, data=text and sent(text).encode(), **more)
        response._content = answered(response.content.decode()).encode()
        return response

    client.session.request = request
    checker = ServerQuirkChecker(client)
    checker.check_all()
    checker.cleanup(force=True)
    found = checker.features_checked.dotted_feature_set_list()
for name, verdict in sorted(found.items()):
    if verdict.get("support", "full") != "full":
        print(f"{name}: {verdict['support']}")
        print(f"{name}: {verdict.get('behaviour') or verdict.get('description') or ''}", file=sys.stderr)
