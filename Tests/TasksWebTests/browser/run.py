#!/usr/bin/env python3
"""Runs the tests of the page in Chromium: run.py [WORD ...] runs those whose names have one of the words.

TASKS_PROGRAM and TASKS_WEB name the programs, CHROMIUM the browser, WEB_BROWSERS says how many run at a time. It prints a
line for each test and at the end those that failed, and ends with 1 if there are any. With WEB_PICTURES the pictures of
the pages go to that folder.
"""

import importlib
import multiprocessing
import os
import pathlib
import signal
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from world import World


# How long a test may take, in seconds: what hangs is to end, and what is slow for a shared machine is not.
PATIENCE = 300

# Windows of Chromium have completions of their own, pages in two processes for each, which took more time than the tests
# did. The last list counts; so the others are those that Playwright turns off.
OFF = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
       "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
       "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "OptimizationHints",
       "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"]


def tests(words):
    """The name and the place of each test: a function in a file test_*.py."""
    for path in sorted(pathlib.Path(__file__).parent.glob("test_*.py")):
        for key, value in vars(importlib.import_module(path.stem)).items():
            name = f"{path.stem[5:]}: {key.replace('_', ' ')}"
            if getattr(value, "__module__", "") == path.stem and callable(value) and not key.startswith("_"):
                if not words or any(word in name for word in words):
                    yield name, path.stem, key, getattr(value, "alone", False)


def run(waiting, results):
    """Runs tests in a browser of its own until none waits."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--headless=new", "--disable-features=" + ",".join(OFF)])
        while test := waiting.get():
            name, module, key, _ = test
            start = time.monotonic()
            trouble = attempt(browser, getattr(importlib.import_module(module), key))
            results.put((name, time.monotonic() - start, trouble))
        browser.close()


def hung(*_):
    raise TimeoutError(f"the test took longer than {PATIENCE} s")


def attempt(browser, test):
    """Returns what went wrong; None if nothing did."""
    world = None
    signal.signal(signal.SIGALRM, hung)
    signal.alarm(PATIENCE)
    try:
        world = World(browser, os.environ["TASKS_PROGRAM"], os.environ["TASKS_WEB"])
        test(world)
    except Exception:
        trouble = traceback.format_exc()
    else:
        trouble = None
    finally:
        signal.alarm(0)
    try:
        signal.alarm(PATIENCE)
        if world:
            world.end()
    except Exception:
        trouble = trouble or traceback.format_exc()
    finally:
        signal.alarm(0)
    return trouble


def together(chosen, count):
    """Runs tests in so many browsers, prints a line for each, and returns what went wrong by their names."""
    waiting, results = multiprocessing.Queue(), multiprocessing.Queue()
    count = min(len(chosen), count)
    for test in [*chosen, *[None] * count]:
        waiting.put(test)
    browsers = [multiprocessing.Process(target=run, args=(waiting, results), daemon=True) for _ in range(count)]
    for each in browsers:
        each.start()
    failed = {}
    for _ in chosen:
        name, seconds, trouble = results.get(timeout=4 * PATIENCE)
        if trouble:
            failed[name] = trouble
        print(f"{'FAILED' if trouble else 'ok'} {name} ({seconds:.1f} s)", flush=True)
    for each in browsers:
        each.join()
    return failed


def set_clock():
    """Lets all live where it is about ten in the morning: no test is to meet midnight, nor the end of today's hours."""
    zone = f"Etc/GMT{(time.gmtime().tm_hour - 10 + 12) % 24 - 12:+d}"
    if pathlib.Path("/usr/share/zoneinfo", zone).exists():
        os.environ["TZ"] = zone
        time.tzset()


def main():
    set_clock()
    chosen = list(tests(sys.argv[1:]))
    failed = together([test for test in chosen if not test[3]], int(os.environ.get("WEB_BROWSERS", "3")))
    failed |= together([test for test in chosen if test[3]], 1)
    # The last lines are those that are read first.
    for name, trouble in failed.items():
        print(f"\nFAILED {name}\n{trouble}", flush=True)
    print(f"{len(chosen) - len(failed)} of {len(chosen)} passed", flush=True)
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
