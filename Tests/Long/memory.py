"""How much memory the programs have that run for long: the server of the page, and the full screen."""

import os
import pty
import re
import select
import signal
import time

from world import Failure, Server, main


def size(process):
    """The memory of a process, in megabytes."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024


def ask(server, number):
    """What a page and a client of CalDAV ask."""
    task = "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Long//EN", "BEGIN:VTODO", "UID:one", f"SUMMARY:Round {number}",
        "END:VTODO", "END:VCALENDAR", ""])
    for method, path, body, headers in [
            ("GET", "/api/state", None, {}), ("GET", "/api/tasks", None, {}), ("PROPFIND", "/dav/lists/", None, {"Depth": "1"}),
            ("PUT", "/dav/lists/work/one.ics", task, {"Content_Type": "text/calendar"}),
            ("GET", "/dav/lists/work/one.ics", None, {})]:
        status, _, text = server.ask(method, path, body, **headers)
        if status >= 400:
            raise Failure(f"{method} {path}: {status} {text[:300]}")


class Screen:
    """The full screen on a terminal of its own."""

    def __init__(self, world):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(world.home / "store")
            os.execvpe("tasks", ["tasks", "ui"], {**world.environment, "TERM": "xterm-256color"})
        self.read(1)

    def read(self, wait=0.01):
        while select.select([self.terminal], [], [], wait)[0]:
            if not os.read(self.terminal, 65536):
                raise Failure("tasks ui ends")

    def round(self, number):
        for key in "jjk\tG" if number % 50 else "gg?q":
            os.write(self.terminal, key.encode())
            self.read()


def growth(what, round, process, deadline):
    """Rounds until the deadline; the size after a tenth of them and at the end."""
    start, number, sizes = time.time(), 0, []
    while time.time() < deadline or number < 200:
        round(number)
        number += 1
        if number % 20 == 0:
            sizes.append(size(process))
    early, late = max(sizes[: max(len(sizes) // 5, 1)]), sizes[-1]
    print(f"{what}: {number} rounds in {time.time() - start:.0f} s, {early:.1f} MB at first and {late:.1f} MB in the end", flush=True)
    if late > early * 1.2 + 2:
        raise Failure(f"{what} grows")
    return number


def run(world, numbers, deadline):
    world.tasks("init", "store")
    for number in range(50):
        world.tasks("add", f"Task {number}", "list:work", at="store")
    token = world.tasks("web", "token", "add", "phone", at="store")[1].split()[-1]
    server, screen = Server(world, "store", token), Screen(world)
    try:
        rounds = growth("tasks web", lambda number: ask(server, number), server.process.pid, time.time() + (deadline - time.time()) / 2)
        rounds += growth("tasks ui", screen.round, screen.process, deadline)
    finally:
        server.close()
        os.kill(screen.process, signal.SIGTERM)
    return f"{rounds} rounds"


if __name__ == "__main__":
    main("memory", run)
