#!/usr/bin/env python3
"""Runs real CalDAV clients against `tasks web`: run.py [WORD ...] runs the stories whose names have one of the words.

TASKS_PROGRAM and TASKS_WEB name the programs. It prints a line for each story that says what failed, and ends with 1 if
one did. CALDAV_SEED sets the seed of the random edits; CALDAV_GOLDEN=1 writes the lists of deviations anew.
"""

import concurrent.futures
import importlib
import os
import pathlib
import signal
import sys
import time
import traceback

# Stories ask for dates of their own, and a zone with two clocks is the one that shows what is taken for another.
os.environ["TZ"] = "Europe/Prague"
time.tzset()

from served import Served  # noqa: E402

# How long a story may take, in seconds: what hangs is to end, and what is slow for a shared machine is not.
PATIENCE = 300


def stories(words):
    """The file and the name of each story: a function in a file test_*.py, the slow ones first."""
    found = []
    for path in sorted(pathlib.Path(__file__).parent.glob("test_*.py")):
        for name, value in vars(importlib.import_module(path.stem)).items():
            if getattr(value, "__module__", "") == path.stem and callable(value) and not name.startswith("_"):
                if not words or any(word in title(path.stem, name) for word in words):
                    found.append((path.stem, name, getattr(value, "seconds", 1)))
    return [each[:2] for each in sorted(found, key=lambda each: -each[2])]


def title(module, name):
    return f"{module[5:]}: {name.replace('_', ' ')}"


def hung(*_):
    raise TimeoutError(f"the story took longer than {PATIENCE} s")


def tell(module, name):
    """Returns what went wrong in a line and how long it took."""
    start, served, trouble = time.monotonic(), None, None
    signal.signal(signal.SIGALRM, hung)
    signal.alarm(PATIENCE)
    try:
        served = Served()
        getattr(importlib.import_module(module), name)(served)
    except Exception as error:
        place = [each for each in traceback.extract_tb(error.__traceback__) if each.name == name][-1:]
        trouble = f"{place[0].filename}:{place[0].lineno}: " if place else ""
        trouble += f"{'' if isinstance(error, AssertionError) else type(error).__name__ + ': '}{error}".replace("\n", " / ")
    finally:
        signal.alarm(0)
        if served:
            served.end()
    return trouble, time.monotonic() - start


def main():
    chosen, failed = stories(sys.argv[1:]), 0
    with concurrent.futures.ProcessPoolExecutor(4) as pool:
        for each, future in [(each, pool.submit(tell, *each)) for each in chosen]:
            trouble, seconds = future.result()
            failed += trouble is not None
            print(f"{'FAILED' if trouble else 'ok'} {title(*each)} ({seconds:.1f} s){': ' + trouble if trouble else ''}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} passed", flush=True)
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
