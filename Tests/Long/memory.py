"""How much memory the programs have that run for long: the server of the page, and the full screen."""

import base64
import http.client
import os
import pty
import re
import select
import signal
import subprocess
import time

from world import Failure, free_port, main

WEB = os.environ["TASKS_WEB"]


def size(process):
    """The memory of a process, in megabytes."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024


class Server:
    """The server of the page, asked as a page and as a client of CalDAV."""

    def __init__(self, world):
        _, told = world.tasks("web", "token", "add", "phone", at="store")
        self.token = told.split()[-1]
        port = free_port()
        self.process = subprocess.Popen(
            [WEB, "--store", str(world.home / "store"), "--port", str(port), "--no-open"], env=world.environment,
            stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.line = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, method, path, body=None, **headers):
        account = base64.b64encode(f"me:{self.token}".encode()).decode()
        sign = f"Basic {account}" if path.startswith("/dav") else f"Bearer {self.token}"
        self.line.request(method, path, body, {"Authorization": sign, **headers})
        answer = self.line.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise Failure(f"{method} {path}: {answer.status} {text[:300]}")
        return text

    def round(self, number):
        self.ask("GET", "/api/tasks")
        self.ask("PROPFIND", "/dav/lists/", Depth="1")
        self.ask("PUT", "/dav/lists/work/one.ics", "\r\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Long//EN", "BEGIN:VTODO", "UID:one", f"SUMMARY:Round {number}",
            "END:VTODO", "END:VCALENDAR", ""]), **{"Content-Type": "text/calendar"})
        self.ask("GET", "/dav/lists/work/one.ics")


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
    server, screen = Server(world), Screen(world)
    try:
        rounds = growth("tasks web", server.round, server.process.pid, time.time() + (deadline - time.time()) / 2)
        rounds += growth("tasks ui", screen.round, screen.process, deadline)
    finally:
        server.process.terminate()
        os.kill(screen.process, signal.SIGTERM)
    return f"{rounds} rounds"


if __name__ == "__main__":
    main("memory", run)
