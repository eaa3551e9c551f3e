"""Watches what `tasks` prints, which programs it starts with which arguments, and which files it makes."""

import collections
import os
import re

from world import TASKS

# Each secret is a word of its own.
TITLE, NOTE, TAG, SEARCH, LINE, HIDDEN = TASK_WORDS = [
    "zqtitleqz", "zqnoteqz", "zqtagqz", "zqsearchqz", "zqlineqz", "zqhiddenqz"]
PASSWORD, PUSH, TOPIC, PHRASE = TOKENS = ["zqpasswordqz", "zqpushqz", "zqtopicqz", "zqphraseqz"]
# What programs are told on purpose, as tasks(1) says: (the command and the arguments of the program, the secrets).
ALLOWED = [
    # The link that signs in one browser, once, within ten minutes.
    (r"web: xdg-open http://127\.0\.0\.1:\d+/#\S+", ["the link"]),
    # The words of an MCP call, which a child of the server of agents carries out.
    (rf"mcp: {re.escape(os.path.realpath(TASKS))} (add|list|note|modify|done|show) --json .*", TASK_WORDS),
    # A person's own program shows a reminder, and gets the title and the text of it.
    (r'remind \w+: (/bin/sh -c ring "\$@" )?ring .*', [TITLE]),
    # A person's own editor gets a file, whose name has words of the title.
    (r"edit \w+: true \S+", [TITLE, LINE, TAG]),
    # An address that is given to git as it was typed.
    (r"(clone|sync add) .*: git (clone|remote add) -- .*", [PASSWORD]),
    # What git tells its own helper of an address.
    (r".*: \S*git(-| )remote-https .*", [PASSWORD]),
]
CALLS = "execve,openat,open,creat,mkdir,mkdirat,chmod,fchmod,fchmodat,rename,renameat,renameat2,link,symlink,unlink"
STRACE = ["strace", "-f", "-qq", "-v", "-s", "8192", "-e", f"trace={CALLS}", "-o"]


def words_of(text):
    """The words of an argument list as strace prints it."""
    return [word.replace('\\"', '"') for word in re.findall(r'"((?:[^"\\]|\\.)*)"', text)]


class Watch:
    def __init__(self, world):
        # Secrets that came with the run, as TOKENS are.
        self.world, self.shown = world, []
        self.count, self.failures = collections.Counter(), []

    def fail(self, said):
        said = said.replace(str(self.world.home), "~")
        if said not in self.failures:
            self.failures.append(said)
            print("  " + said[:600], flush=True)

    def call(self, *words, at="store", text="", more=None, fails=False, shows=()):
        """Runs `tasks` and looks at what it prints, the programs that it starts and the files that it makes."""
        trace, name = self.world.home / "trace", " ".join(words)[:60]
        code, output, errors = self.world.tell(*STRACE, str(trace), "tasks", *words, at=at, text=text, more=more)
        self.count["commands"] += 1
        lines = trace.read_text(errors="replace").splitlines()
        trace.unlink()
        if code < 0 or code > 7 or (code and not fails):
            self.fail(f"{name} exits with {code}: {output[-300:]}{errors[-300:]}")
        for token in set(TOKENS) - set(shows):
            if token in output + errors:
                self.fail(f"{name} prints {token}: {(output + errors).strip()[:300]}")
        self.look(name, lines)
        return output + errors

    def look(self, name, lines, link=None):
        made, is_first = {}, True
        for line in lines:
            if not (found := re.match(r"\d+\s+(\w+)\((.*)", line)):
                continue
            call, rest = found.groups()
            if call == "execve":
                if not is_first:
                    self.look_at_program(name, rest, link)
                is_first = False
            elif call.startswith("mkdir") and (found := re.search(r'"([^"]*)", 0(\d+)\) += 0', rest)):
                made[found[1]] = int(found[2], 8)
            elif "O_CREAT" in rest and "= -1" not in rest and (found := re.search(r'"([^"]*)", \S+, 0(\d+)', rest)):
                self.look_at_file(name, found[1], int(found[2], 8), made)

    def look_at_program(self, name, rest, link):
        self.count["programs"] += 1
        said = " ".join(words_of(re.match(r'"[^"]*", \[(.*?)\], (\[|0x)', rest)[1]))
        found = [secret for secret in TASK_WORDS + TOKENS + self.shown if secret.lower() in said.lower()]
        if link and link in said:
            found.append("the link")
        for secret in found:
            if not any(re.fullmatch(what, f"{name}: {said}", re.S) and secret in of for what, of in ALLOWED):
                self.fail(f"'tasks {name}' gives {secret} to a program: {re.sub('[0-9]{3,}', 'N', said[:200])}")

    def look_at_file(self, name, path, mode, made):
        self.count["files"] += 1
        home = str(self.world.home)
        # A store has the permissions of its folder; git's credential-store has its own.
        known = tuple(f"{home}/{part}" for part in (
            "store", "hostile", ".local", "hubs", "elsewhere", "rung", "PWNED", ".gnupg", ".git-credentials.lock"))
        if not path.startswith("/") or path.startswith((*known, "/dev/null", "/dev/tty", "/proc")):
            return
        if mode & 0o077 and not any(path.startswith(f"{folder}/") and not of & 0o077 for folder, of in made.items()):
            self.fail(f"'tasks {name}' makes {re.sub('[0-9]{3,}', 'N', path)} with mode {mode:o}")
