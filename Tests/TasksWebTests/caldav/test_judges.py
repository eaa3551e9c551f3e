"""Programs that judge servers. What they find is compared with a list of known deviations, each with why it is so."""

import os
import pathlib
import re
import subprocess
import sys

from served import seconds

HERE = pathlib.Path(__file__).parent


def _compare(name, found):
    """Compares verdicts with a file of lines `NAME: VERDICT -- why`."""
    path = HERE / name
    lines = [line.split(" -- ", 1) for line in path.read_text().splitlines() if line and not line.startswith("#")]
    known = dict(lines)
    assert all(len(line) == 2 and line[1] for line in lines), f"{name} has a line that gives no reason"
    if os.environ.get("CALDAV_GOLDEN"):
        heading = [line for line in path.read_text().splitlines() if line.startswith("#")]
        path.write_text("\n".join(heading + [f"{each} -- {known.get(each, '')}" for each in found]) + "\n")
    new, gone = [each for each in found if each not in known], [each for each in known if each not in found]
    assert not new and not gone, f"{name}: new {new}, not seen any more {gone}"


@seconds(9)
def caldav_server_tester_finds_what_is_known(served):
    told = served.run(sys.executable, "-B", str(HERE / "tester.py"), served.address + "dav/", served.password)
    _compare("server-tester.golden", told.splitlines())


def litmus_finds_what_is_known(served):
    """The suite `http` is left out: its one test waits 30 seconds for a 100 Continue, which the server does not send."""
    told = subprocess.run(
        ["litmus", "--keep-going", served.address + "dav/lists/", "anyone", served.password], cwd=served.folder,
        env=served.environment | {"TESTS": "basic copymove props"}, capture_output=True, text=True, errors="replace").stdout
    found, suite, name = [], "", ""
    for line in re.split("[\r\n]+", told):
        if running := re.match("-> running `(\\w+)'", line):
            suite = running[1]
        if started := re.match(r" *\d+\. (\w+)\.+", line):
            name = started[1]
        if verdict := re.search(r"\.\. (FAIL|WARNING)", line):
            found.append(f"{suite} {name}: {verdict[1]}")
    _compare("litmus.golden", list(dict.fromkeys(found)))
