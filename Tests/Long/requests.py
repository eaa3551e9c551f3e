"""Odd bytes in place of HTTP requests: the server of the page answers, or ends the connection, and goes on."""

import re
import socket
import time

from memory import size
from world import Failure, Server, main

MOST_MEGABYTES = 200
LONGEST = 5
TODO = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Long//EN", "BEGIN:VTODO", "UID:one", "SUMMARY:One",
                    "END:VTODO", "END:VCALENDAR", ""])
QUERY = ('<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/>'
         '</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>'
         '</C:calendar-query>')
SYNC = '<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:sync-level>1</D:sync-level><D:prop/></D:sync-collection>'
FIND = '<D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>'
JSON = "Content-Type: application/json\r\n"
# Method, path, headers, body.
REQUESTS = [
    ("GET", "/", "", ""),
    ("GET", "/api/tasks?q=due.any:", "", ""),
    ("GET", "/api/agenda?days=7", "", ""),
    ("GET", "/api/read?line=Call%20Bob%20due:fri", "", ""),
    ("GET", "/api/task?id=one&at=%40%7B1%7D", "", ""),
    ("GET", "/api/history?before=2", "", ""),
    ("POST", "/api/do", JSON, '{"do":"add","line":"Call Bob due:fri +phone"}'),
    ("POST", "/api/do", JSON, '{"do":"state","id":"one","to":"done"}'),
    ("POST", "/api/do", JSON, '{"do":"edit","id":"one","fields":{"title":"Two","due":"2026-12-01"}}'),
    ("POST", "/api/render", JSON, '{"blocks":["list"],"text":"a *b* [[c]]"}'),
    ("PROPFIND", "/dav/lists/work/", "Depth: 1\r\n", FIND),
    ("REPORT", "/dav/lists/work/", "Depth: 1\r\n", QUERY),
    ("REPORT", "/dav/lists/work/", "Depth: 0\r\n", SYNC),
    ("PUT", "/dav/lists/work/one.ics", "Content-Type: text/calendar\r\nIf-Match: *\r\n", TODO),
    ("DELETE", "/dav/lists/work/two.ics", "", ""),
    ("MOVE", "/dav/lists/work/one.ics", "Destination: /dav/lists/home/one.ics\r\n", ""),
    ("MKCALENDAR", "/dav/lists/new/", "", ""),
]
PIECES = [b"\r\n", b"\r\n\r\n", b"\0", b"%00", b"%2e%2e/", b"../", b"//", b"?", b"#", b"<!DOCTYPE a>", b"&a;", b"\xff\xfe",
          b"Content-Length: 9\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999999999999\r\n",
          b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", b"Expect: 100-continue\r\n", b"HTTP/9.9", b"<" * 500,
          b"A" * 9000, b"\xe2\x80\xae", b"-9223372036854775809", b"9" * 40, b"2026-02-30", b"{" * 200, b"[" * 200]


def request(random, sign):
    method, path, headers, body = random.choice(REQUESTS)
    head = (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: {sign(path)}\r\n"
            f"{headers}")
    content = mutated(random, body.encode()) if random.random() < 0.5 else body.encode()
    whole = head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content
    return mutated(random, whole) if random.random() < 0.5 else whole


def mutated(random, text):
    for _ in range(random.randrange(1, 5)):
        place, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
        roll = random.randrange(5)
        if roll == 0:
            text = text[:place] + random.choice(PIECES) + text[place:]
        elif roll == 1:
            text = text[:place] + random.choice(PIECES) + text[end:]
        elif roll == 2:
            text = text[:place] + bytes(random.randrange(256) for _ in range(random.randrange(8))) + text[place:]
        elif roll == 3:
            text = text[:place] + text[place:end] * random.randrange(3) + text[end:]
        else:
            text = text[:place]
    return text


def send(port, text):
    """Returns the status of the answer; none if the connection ends without one, or the server waits for more."""
    with socket.create_connection(("127.0.0.1", port), timeout=LONGEST) as line:
        answer = b""
        try:
            line.sendall(text)
            line.shutdown(socket.SHUT_WR)
            while piece := line.recv(1 << 16):
                answer += piece
        except OSError:
            pass
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else None


def run(world, random, deadline):
    world.tasks("init", "store")
    world.tasks("add", "One", "list:work", at="store")
    server = Server(world, "store", world.tasks("web", "token", "add", "phone", at="store")[1].split()[-1])
    statuses = {}

    def sign(path):
        return (server.of_dav if path.startswith("/dav") else server.of_page)["Authorization"]

    port, largest = server.line.port, 0
    try:
        while time.time() < deadline:
            text = request(random, sign)
            status = send(port, text)
            statuses[status] = statuses.get(status, 0) + 1
            if status in (500, 502):
                raise Failure(f"the server answers {status} to {text!r}")
            if server.process.poll() is not None:
                raise Failure(f"the server ended with {server.process.returncode} after {text!r}")
            if sum(statuses.values()) % 100 == 0:
                start = time.time()
                server.ask("GET", "/api/tasks")
                if time.time() - start > LONGEST:
                    raise Failure(f"the server is slow after {text!r}")
                largest = max(largest, size(server.process.pid))
                if largest > MOST_MEGABYTES:
                    raise Failure(f"the server has {largest:.0f} MB")
    finally:
        server.close()
    world.expect_no_marker("store")
    world.tasks("list", "--all", at="store")
    return f"{sum(statuses.values())} requests, {largest:.0f} MB, {statuses}"


if __name__ == "__main__":
    main("requests", run)
