"""Faults while the server of the page answers."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

from fault_calls import ERRORS, TRAPS, in_turn, places
from world import Failure, free_port


class Page:
    """The web server of a store; a fault is put into it while it answers a page or an app for reminders."""

    def __init__(self, run):
        self.run, self.world = run, run.world

    def start(self):
        self.run.restore("all")
        self.port = free_port()
        words = "web", "token", "add", "page", "--port", str(self.port)
        self.token = self.world.tasks(*words, at="store")[1].split()[-1]
        with open(self.world.home / "web.log", "ab") as log:
            self.server = subprocess.Popen(
                [os.environ["TASKS_WEB"], "--store", "store", "--port", str(self.port), "--no-open"],
                cwd=self.world.home, env=self.world.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(500):
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", self.port)).close()
            time.sleep(0.02)
        raise Failure("the server does not start")

    def stop(self):
        self.server.terminate()
        self.server.wait()

    def ask(self, method, path, body):
        kind = "application/json" if path.startswith("/api") else "text/calendar"
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", body.encode(), method=method,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": kind})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
        except (OSError, ValueError) as error:
            return 0, repr(error)

    def add(self, word, id):
        return "POST", "/api/do", json.dumps({"do": "add", "id": id, "line": word})

    def acts(self, count):
        """What is written: the word that is then in the store, and the request."""
        words = [f"w65x{count}w", f"w66x{count}w", f"w67x{count}w"]
        event = "\r\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", f"UID:{words[2]}",
            f"SUMMARY:{words[2]}", "DTSTAMP:20261201T100000Z", "END:VTODO", "END:VCALENDAR", ""])
        return list(zip(words, [
            self.add(words[0], f"aaaabbbb{count:08}"),
            ("POST", "/api/do", json.dumps({"do": "modify", "id": "5aa" + "a" * 13, "line": "+" + words[1]})),
            ("PUT", f"/dav/lists/no-list/{words[2]}.ics", event)]))

    def traced(self, request, *options):
        """A request while the server is traced; its answer and the trace."""
        trace = self.world.home / "trace"
        trace.unlink(missing_ok=True)
        strace = subprocess.Popen(["strace", "-f", "-y", "-o", str(trace), *options, "-p", str(self.server.pid)],
                                  stderr=subprocess.PIPE, text=True)
        strace.stderr.readline()
        answer = self.ask(*request)
        strace.send_signal(signal.SIGINT)
        strace.communicate()
        return answer, trace.read_text(errors="replace")

    def plan(self):
        """Each act with a fault in each of the calls that it makes once the server is warm."""
        home, plan = str(self.world.home), []
        for act in range(3):
            for count in (0, 1):
                (code, said), trace = self.traced(self.acts(count)[act][1], "-e", f"trace={','.join(ERRORS)}")
                if not 200 <= code < 300:
                    raise Failure(f"act {act} of the page without a fault: {code} {said}")
            plan += [
                (call, error, f"{number}{more}", act) for call, number in places(trace, lambda _, rest: home in rest)
                for error in ERRORS[call] for more in ("", "+")
                if not more or call in ("pwrite64", "openat", "fsync") and error != "EINTR"]
        return in_turn(self.run.random, plan)

    def each(self, until):
        self.start()
        try:
            plan, tried = self.plan(), 0
            for count, fault in enumerate(plan, 2):
                if time.time() > until:
                    break
                tried += self.attempt(count, *fault)
            print(f"page: {tried} faults hit, {count - 1} of {len(plan)} tried", flush=True)
        finally:
            self.stop()

    def attempt(self, count, call, error, when, act):
        """One fault; whether it was met."""
        run, (word, request) = self.run, self.acts(count)[act]
        moment, failed = f"{request[0]} {act} {call} {when} {error}", sum(run.failures.values())
        before = self.world.words("store")
        (code, said), trace = self.traced(
            request, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}")
        if "INJECTED" not in trace:
            return False
        run.counts["page"] += 1
        run.statuses["page", code] += 1
        with run.failing("page", moment) as fail:
            if self.server.poll() is not None:
                fail(f"the server ends with {self.server.returncode}")
            else:
                is_socket = re.search(r"(socket|TCP|eventpoll|eventfd|pipe|anon_inode).*INJECTED", trace)
                if code == 0 and not is_socket:
                    fail(f"no answer: {said}")
                if code >= 400 and not said.strip():
                    fail(f"{code} and says nothing")
                elif code >= 400:
                    run.check_reason("page", moment, f"{code} {said}")
                if TRAPS.search(said):
                    fail(said[:300])
                self.check(fail, code, word, count, before)
        # What a failure has left is not to be met again.
        if sum(run.failures.values()) > failed or len(self.world.files("store")) > 150:
            self.stop()
            self.start()
        return True

    def check(self, fail, code, word, count, before):
        next_word = f"w68x{count}w"
        again, said = self.ask(*self.add(next_word, f"aaaacccc{count:08}"))
        if again != 200:
            fail(f"the next request has {again}: {re.sub('[0-9]+', 'N', said)[:200]}")
        words = self.world.words("store")
        if 200 <= code < 300 and word not in words:
            fail("it says that it is done, and it is not")
        if lost := before - words:
            fail(f"lost: {sorted(lost)}")
        if again == 200 and next_word not in words:
            fail("the next change is not there")
        self.world.tasks("list", "--all", "--json", at="store")
        shown, seen = self.ask("GET", "/api/tasks?show=order", "")
        if shown != 200 or next_word not in seen:
            fail(f"the page does not show the next change: {shown}")
        if count % 5 == 0:
            self.run.check_order(fail)
