"""A store, its server and a browser for a test."""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from playwright.sync_api import expect

# How long a story waits for something before it fails, in milliseconds: no promise, as machines differ and are shared.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 820}}


def free_port():
    """A port below those that the system gives to connections, which could take it while the server is stopped."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as each:
            try:
                each.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def alone(story):
    """Marks a story that run.py runs after all others, with nothing of its own beside it."""
    story.alone = True
    return story


class World:
    """A store of its own, with a server that can be stopped and started again."""

    def __init__(self, browser, program, server):
        self.browser, self.program, self.server_program = browser, program, server
        self.folder = tempfile.mkdtemp(prefix="tasks-web-")
        self.store = os.path.join(self.folder, "todo")
        self.environment = {
            "HOME": self.folder, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": os.environ.get("TZ", "UTC"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
            "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
        }
        for name in ("TASKS_PAGE", "REAL_WEB"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        subprocess.run([program, "init", self.store], env=self.environment, check=True, capture_output=True)
        self.port = free_port()
        self.server = None
        self.state = None
        self.contexts = []
        self.problems = []
        self.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        self.server = subprocess.Popen(
            [self.server_program, "--store", self.store, "--port", str(self.port), "--no-open"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.server.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+/#\S+", line):
                self.link = found[0]
                return
        raise AssertionError("the server ended without a link")

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGTERM)
            try:
                self.server.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
                self.problems.append("the server went on after SIGTERM")
            self.server.stdout.close()
            self.server = None

    def tasks(self, *words):
        """Runs the program on the store, as somebody does in a shell."""
        done = subprocess.run([self.program, "--store", self.store, "--json", *words], env=self.environment, check=True, capture_output=True, text=True)
        answer = json.loads(done.stdout) if done.stdout.strip().startswith("{") else {}
        return answer.get(answer.get("kind"), answer)

    def add(self, *lines):
        """Adds tasks and returns their ids."""
        return [self.tasks("add", line)[0]["id"] for line in lines]

    def titles(self):
        return [task["title"] for task in self.tasks("list")]

    def task(self, id):
        return next(task for task in self.tasks("list", "--all") if task["id"] == id)

    def page(self, hash="#order", options=PHONE, signs_in=True, worker=False, before=None, **more):
        """Opens a page in a browser of its own, signed in; with a service worker if the test needs it.

        `before` is given the page before it asks for anything.
        """
        context = self.browser.new_context(
            **options, **more, storage_state=self.state if signs_in else None, service_workers="allow" if worker else "block")
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        self.watch(page)
        if before:
            before(page)
        if signs_in and not self.state:
            page.goto(self.link)
            page.wait_for_selector("header h1")
            self.state = context.storage_state()
        page.goto(self.address + hash)
        if signs_in:
            page.wait_for_selector("header h1")
        return page

    def watch(self, page):
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self.problems.append(line.text) if "Content Security" in line.text or "TrustedS" in line.text else None)

    def end(self):
        for context in self.contexts:
            context.close()
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        assert not self.problems, self.problems


def row(page, title):
    return page.locator(".task", has=page.locator(".title", has_text=title))


def focused(page, title):
    """Waits until the row of a task has the focus."""
    page.wait_for_function("title => document.activeElement.closest('.task')?.row.title === title", arg=title)


def wait_until(page, condition):
    """Waits for something that the page does not show, such as a request of it."""
    end = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < end, "it never came"
        page.wait_for_timeout(20)


def wait_opened(page):
    """Waits until the open task is there as the server has it: of a slow server the page shows the row first."""
    page.locator(".open .open-title").wait_for()
    expect(page.locator(".open")).not_to_contain_text("come when the server is back")


class Held:
    """The requests of a page that match a pattern, held back until they are let go; those that come later go on at once."""

    def __init__(self, page, pattern):
        self.routes, self.holds = [], True
        page.route(pattern, self.take)

    def take(self, route):
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self):
        self.holds = False
        for route in self.routes:
            route.continue_()


def wait_order(page, titles):
    """Waits until the rows stand in an order."""
    page.wait_for_function(
        "titles => JSON.stringify([...document.querySelectorAll('.task')].map((each) => each.row?.title)) === JSON.stringify(titles)",
        arg=titles)


def wait_sent(page):
    """Waits until the server has answered all changes of the page."""
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('command:'))")


def wait_worker(page):
    """Waits until the service worker answers for the page."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
