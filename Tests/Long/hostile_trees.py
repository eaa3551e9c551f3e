"""What a store from others may bring: settings, files and trees that git itself would not make."""

import re
import subprocess

# Settings of a person: a store that has them is not heard.
OWN = """columns theme glyphs opener dashboard agenda.span agenda.week-start agenda.calendars capture.place-command
crypt.passphrase-command mobile.password-command mobile.encrypt refile.levels remind.notifier remind.popup remind.snooze
remind.sound-command remind.push-service remind.push-text remind.push-token remind.push-url remind.push-user ui.border
ui.cursor ui.key ui.mouse ui.sync ui.view web.sync web.url color.overdue""".split()
# What others use for such things.
OTHERS = """editor pager browser tasks.editor tasks.pager core.editor core.pager core.hooksPath core.sshCommand
core.fsmonitor gpg.program crypt.program crypt.gpg credential.helper hooks.on-add hooks.post-commit hook.command
sequence.editor diff.external filter.evil.smudge filter.evil.clean filter.evil.process diff.evil.textconv
merge.evil.driver alias.list include.path remote.origin.url remote.origin.uploadpack url.x.insteadOf http.proxy
tasks.hooks tasks.sync sync.command remind.command notify.command push.url ntfy.url ntfy.token web.token web.opener
mobile.folder""".split()
INCLUDED = "[remind]\n\tnotifier = pwned\n"
# A word of what is beside the store.
OUTSIDE = "zqoutsideqz"
HOOK = "#!/bin/sh\npwned hook\n"

VERBS = """
list|list --all|show -rf.org|add New|add Now due:today list:../../outside/y|modify links +x|
note links hello|done optiona|edit optionb|undo|redo|inbox|nearby|next|ready|agenda|forecast|dashboard|
timeline|status|where|log -n 3|diff|stats|tags|lists|conflicts|doctor|doctor --fix|config|convert links|
refile links work|export json|export ics|verify|phone status|devices|remind list|remind check|remind push|
remind snooze|remind badge|clock in links|check links 1|encrypt links|mobile push|delete optionc|
purge --yes optionc|trash|squash --yes|share links|habits|list ui.view|sync|import|adopt ../outside|
config crypt.recipients --output=../outside/z|encrypt links|config new.path ../../outside/{title}.md|
add Elsewhere|config inbox.file ../outside/inbox.org|completions bash|sync --dry-run|list links --json|
duplicate links|open links""".replace("\n", "").split("|")

PATHS = ["/", "/api/state", "/api/tasks?show=order", "/../../outside/secret.org",
         "/%2e%2e/%2e%2e/outside/secret.org", "/dav/lists/no-list/",
         "/dav/lists/no-list/..%2f..%2foutside%2fsecret.ics", "/api/task?id=../outside/secret"]


def task(title):
    return f"* TODO {title}\n:PROPERTIES:\n:ID: {title}xxxxxxxxxxx\n:END:\n"


GOOD = [("100644", ".tasks/config", "[tasks]\n\tversion = 1\n"), ("100644", "a.org", task("good"))]
# Trees that git refuses to check out, and links that lead out of the store.
TREES = {
    "a hook": [("100755", ".git/hooks/post-commit", HOOK), ("100755", ".git/hooks/post-merge", HOOK)],
    "a config": [("100644", ".git/config", "[core]\n\tfsmonitor = pwned\n")],
    "another case": [("100755", ".GIT/hooks/post-commit", HOOK)],
    "a short name": [("100755", "git~1/hooks/post-commit", HOOK)],
    "a blank": [("100755", ".git /hooks/post-commit", HOOK)],
    "an unseen character": [("100755", ".g\u200cit/hooks/post-commit", HOOK)],
    "a folder above": [("100644", "../outside/new.org", task("above"))],
    "a deep folder above": [("100644", "x/../../outside/new.org", task("above"))],
    "a known file above": [("100644", "x/../../outside/included", INCLUDED)],
    "a dot": [("100644", "./b.org", task("dot"))],
    "no name": [("100644", "/outside/new.org", task("empty"))],
    "a link": [("120000", "dir", "../outside"), ("120000", "b.org", "../outside/secret.org")],
    "a link and a file": [("120000", "dir", "../outside"), ("100644", "dir/new.org", task("through"))],
    "a link to hooks and a hook": [("120000", "dir", ".git/hooks"), ("100755", "dir/post-commit", HOOK)],
    "a file and a folder": [("100644", "dir", "text\n"), ("100644", "dir/new.org", task("within"))],
    "a file twice": [("100644", "b.org", task("once")), ("100644", "b.org", task("twice"))],
    "a link of settings": [("120000", ".gitattributes", "../outside/included")],
    "a link of modules": [("120000", ".gitmodules", "../outside/included")],
    "a link of the store": [("120000", ".tasks", "../outside")],
    "a module": [("160000", "x", "pwned")],
    "git in a folder": [("100755", "sub/.git/hooks/post-commit", HOOK),
                        ("100644", "sub/.git/config", "[core]\n\tfsmonitor = pwned\n"),
                        ("100644", "sub/.git/HEAD", "ref: refs/heads/main\n")],
}
# Names that a sync must not make in a store.
FORBIDDEN = {".git", ".git ", "git~1", ".g\u200cit"}


def settings(address):
    """Every setting, with a program or an address as its value."""
    lines = ["[tasks]\n\tversion = 1\n"]
    for key in OWN + OTHERS:
        *sections, name = key.split(".")
        section = sections[0] if sections else "tasks"
        middle = f' "{".".join(sections[1:])}"' if len(sections) > 1 else ""
        value = {"remind.push-url": f"{address}/stolen", "include.path": "../../outside/included"}.get(key, "pwned")
        lines.append(f"[{section}{middle}]\n\t{name} = {value}\n")
    return "".join(lines)


def store(address):
    """The files of a store that git checks out, and that want to have programs run or files written."""
    text = lambda title, rest="": (
        f"* TODO {title}\nDEADLINE: <2026-12-01 Tue 09:00>\n:PROPERTIES:\n"
        f":ID: {re.sub('[^a-z]', '', title)[:6]}xxxxxxx\n:END:\n{rest}\n")
    return [
        ("100644", ".tasks/config", settings(address)),
        ("100644", ".gitattributes", "* filter=evil diff=evil merge=evil\n*.org merge=tasks\n"),
        ("100644", ".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = ../x\n\tupdate = !pwned\n'),
        *(("100755", path, f"#!/bin/sh\npwned {path}\n") for path in (
            ".tasks/hooks/on-add", ".tasks/hooks/post-commit", "hooks/post-commit", "git", "tasks", "gpg")),
        ("100644", "--upload-pack=pwned.org", text("optiona")), ("100644", "-rf.org", text("optionb")),
        ("100644", "2026-11/--exec=pwned x.org", text("optionc")),
        ("100644", "shell.org", text(
            "links", rest="[[shell:pwned]] [[elisp:(shell-command \"pwned\")]] file+sys:pwned\n"
            "#+begin_src sh :eval yes\npwned\n#+end_src\n"
            "# Local Variables:\n# eval: (shell-command \"pwned\")\n# End:")),
        ("100644", "escape.org", text("esc \x1b]0;pwned\x07\x1b[2J", rest="\x1b]52;c;cHduZWQ=\x07")),
        ("100644", "path.org", text("paths").replace(":ID: paths", ":ID: ../../outside/")),
        ("100644", "category.org", text("cats").replace(":END:", ":CATEGORY: ../../outside/x\n:END:")),
        ("120000", "link.org", "../outside/secret.org"), ("120000", "inbox.org", "../outside/inbox.org"),
        ("120000", "2027-01", "../outside"), ("120000", "2026-12", "../outside"), ("120000", "attach", "/etc"),
        ("100644", "crypt.org", text(
            "crypted", rest="-----BEGIN PGP MESSAGE-----\n\npwned\n-----END PGP MESSAGE-----").replace(
                "crypted\n", "crypted :crypt:\n").replace(":END:", ":CRYPTKEY: --output=../outside/x\n:END:")),
    ]


class Repository:
    """A bare repository that takes any tree."""

    def __init__(self, world, at):
        self.world, self.at = world, at
        world.run("rm", "-rf", at)
        world.git("init", "-q", "--bare", at)

    def commit(self, files):
        """A commit of files as (mode, path, content) after what is there."""
        status, last = self.world.run("git", "rev-parse", "-q", "--verify", "main", at=self.at, may_fail=True)
        parent = [] if status else ["-p", last.strip()]
        commit = self.world.git("commit-tree", self.tree(files), "-m", "hostile", *parent, at=self.at).strip()
        self.world.git("update-ref", "refs/heads/main", commit, at=self.at)

    def tree(self, files):
        """A tree, which has a link and a folder of one name if the files have."""
        leaves, folders = [], {}
        for mode, path, content in files:
            name, slash, rest = path.partition("/")
            if slash:
                folders.setdefault(name, []).append((mode, rest, content))
            else:
                leaves.append((name, mode, self.object("blob", content.encode())))
        entries = sorted(leaves + [(name + "/", "40000", self.tree(of)) for name, of in folders.items()])
        return self.object("tree", b"".join(
            f"{mode} {name.removesuffix('/')}".encode() + b"\0" + bytes.fromhex(id) for name, mode, id in entries))

    def object(self, kind, data):
        return subprocess.run(
            ["git", "hash-object", "-t", kind, "-w", "--stdin", "--literally"], input=data, capture_output=True,
            check=True, cwd=self.world.home / self.at, env=self.world.environment).stdout.decode().strip()
