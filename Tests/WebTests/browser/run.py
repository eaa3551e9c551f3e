#!/usr/bin/env python3
"""Runs the tests of the page in Chromium: run.py [WORD ...] runs those whose names have one of the words.

TASKS_PROGRAM and TASKS_WEB name the programs, CHROMIUM the browser. It prints a line for each test, and ends with 1 if
one failed. With WEB_PICTURES the pictures of the pages go to that folder.
"""

import importlib
import os
import pathlib
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from world import World


def main():
    words = sys.argv[1:]
    folder = pathlib.Path(__file__).parent
    names = sorted(path.stem for path in folder.glob("test_*.py"))
    tests = [
        (f"{name[5:]}: {key.replace('_', ' ')}", value)
        for name in names
        for key, value in vars(importlib.import_module(name)).items()
        if callable(value) and getattr(value, "__module__", "") == name and not key.startswith("_")
    ]
    tests = [(name, test) for name, test in tests if not words or any(word in name for word in words)]
    failures = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox", "--headless=new"])
        for name, test in tests:
            start = time.monotonic()
            world = None
            try:
                world = World(browser, os.environ["TASKS_PROGRAM"], os.environ["TASKS_WEB"])
                test(world)
                ended, world = world, None
                ended.end()
                print(f"ok {name} ({time.monotonic() - start:.1f} s)", flush=True)
            except Exception:
                failures += 1
                print(f"FAILED {name}", flush=True)
                traceback.print_exc()
                _end(world)
        browser.close()
    print(f"{len(tests) - failures} of {len(tests)} passed", flush=True)
    return 1 if failures or not tests else 0


def _end(world):
    """Ends a world whose test failed already."""
    try:
        if world:
            world.end()
    except Exception:
        traceback.print_exc()


if __name__ == "__main__":
    sys.exit(main())
