"""Each page is free of what axe finds, in both schemes, and drawn at the width of a phone and of a desk."""

import os
import pathlib

import axe_core_python

from world import DESKTOP, PHONE, row, wait_worker

AXE = pathlib.Path(axe_core_python.__file__).parent / "axe.min.js"
PLACES = {
    "today": ".task", "agenda/week": ".day .entry", "agenda/month": ".month .cell-entry", "places": ".browse .places", "search": ".add",
    "search/landlord": ".task", "deleted": ".task", "done": ".task", "history": ".change", "inbox": ".empty",
}
NOTES = """He has the [[https://example.org/][contract]] of 12 May.

- [X] find the number
- [X] read the last mail
- [ ] ask for the date of delivery
- [ ] *send* the minutes

The offer holds until /Friday/; see ~invoice-42.pdf~.

| item  | price |
|-------+-------|
| paper |    12 |

#+begin_src sh
tasks list +phone
#+end_src"""


def _fill(world):
    ids = world.add(
        "Pay the rent due:yesterday list:home pri:A", "Call Bob about invoice 42 due:today@23:00 list:work @office +phone pri:A",
        "Water the plants due:today every:3d", "Start the report sched:tomorrow list:work effort:2h", "Buy stamps",
        "Ask the landlord whether the boiler in the cellar is covered by the service contract of last spring list:home",
        "Prune the apple tree list:garden", "Renew the passport due:22d list:home pri:B", "Write to Grandma +letters",
        "Book the train to Hamburg due:2d +travel list:home", "Order firewood", "An old idea")
    world.tasks("note", ids[1], NOTES)
    world.tasks("done", ids[10])
    world.tasks("delete", ids[11])
    return ids


def _check(page, name, scheme):
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE.read_text())
    # By night a page differs by its colours alone.
    rules = {} if scheme == "light" else {"runOnly": ["color-contrast", "link-in-text-block"]}
    read, wrong = page.evaluate("""async (rules) => {
      const { passes, violations } = await axe.run({ ...rules, preload: false, selectors: false })
      return [passes.find(({ id }) => id === 'color-contrast')?.nodes.length ?? 0, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])]
    }""", rules)
    # A rule that cannot read the colours would find nothing wrong.
    assert read > 3, name
    if folder := os.environ.get("WEB_PICTURES"):
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}-{scheme}.png", animations="disabled")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return [(name, each) for each in wrong] + ([(name, f"{wide} pixels too wide")] if wide > 0 else [])


def _go(page, place, selector):
    """Goes to a place, and waits until the page has left the one before, which may have the same."""
    page.evaluate("""async (place) => {
      if (location.hash === '#' + place) return
      const left = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
      location.hash = place
      await left
    }""", place)
    page.locator(selector).locator("visible=true").first.wait_for()


def _visit(world, options, scheme, all=False):
    ids = _fill(world)
    page = world.page(options=options, color_scheme=scheme, reduced_motion="reduce")
    page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
    page.reload()
    row(page, "Buy stamps").wait_for()
    found = _check(page, "order", scheme)
    page.locator("#add-field").press_sequentially("Send the offer to Jane due:fri +")
    page.wait_for_selector(".options li:has-text('phone')")
    page.wait_for_selector(".read .chip.due")
    found += _check(page, "add", scheme)
    page.locator("#add-field").fill("")
    row(page, "Buy stamps").locator(".box").click()
    page.wait_for_selector(".toast")
    found += _check(page, "toast", scheme)
    for place in PLACES if all else ["agenda/week"]:
        _go(page, place, f"main {PLACES[place]}")
        found += _check(page, place.replace("/", "-"), scheme)
    page.goto(world.address + f"#order?task={ids[1]}")
    page.wait_for_selector(".open .notes li")
    page.wait_for_selector(".open .change")
    found += _check(page, "task", scheme)
    if all:
        page.click(".open .notes button:has-text('Edit')")
        page.wait_for_selector(".preview li")
        found += _check(page, "editor", scheme)
        page.keyboard.press("Escape")
        page.click(".field[data-field=line]")
        found += _check(page, "fields", scheme)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.wait_for_selector("dialog.keys")
        found += _check(page, "keys", scheme)
    assert not found, found


def the_phone_is_accessible_by_day(world):
    _visit(world, PHONE, "light", all=True)


def the_phone_is_accessible_at_night(world):
    _visit(world, PHONE, "dark")


def the_desk_is_accessible_by_day(world):
    _visit(world, DESKTOP, "light", all=True)


def the_desk_is_accessible_at_night(world):
    _visit(world, DESKTOP, "dark", all=True)


def signing_in_is_accessible(world):
    page = world.page(signs_in=False)
    page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
    page.reload()
    page.wait_for_selector("#token")
    assert not (found := _check(page, "sign-in", "light")), found


def targets_are_large_enough_for_a_finger(world):
    _fill(world)
    page = world.page()
    row(page, "Buy stamps").wait_for()
    small = page.evaluate("""() => [...document.querySelectorAll('a, button, input, select')].filter((each) => each.checkVisibility())
      .map((each) => [each.getBoundingClientRect(), each.getAttribute('aria-label') ?? each.textContent])
      .filter(([box]) => box.width > 0 && (box.height < 44 || box.width < 44)).map(([, name]) => name)""")
    assert small == [], small


def all_files_are_kept(world):
    page = world.page(worker=True)
    wait_worker(page)
    kept = page.evaluate("async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => new URL(url).pathname.slice(1))")
    assert set(kept) == {"", "page.js", "page.css", "manifest.webmanifest", "icon.svg", "icon-180.png", "icon-192.png", "icon-512.png"}, kept


def the_page_can_be_installed(world):
    page = world.page(worker=True)
    wait_worker(page)
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browser of a test is always a private one.
    assert [each["errorId"] for each in found] == ["in-incognito"], found


def every_size_fits(world):
    ids = _fill(world)
    page = world.page(options=DESKTOP)
    for place in ("order", "agenda/week", "agenda/month", "places", f"order?task={ids[1]}"):
        _go(page, place, ".open h2, main :is(.task, .entry, .cell-entry, .places)")
        for width, height in ((320, 640), (640, 400), (844, 390), (820, 1180), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("(width) => innerWidth === width", arg=width)
            wide = page.evaluate("""() => ['16px', '32px'].map((font) => {
              document.documentElement.style.fontSize = font
              return document.documentElement.scrollWidth - innerWidth
            })""")
            assert max(wide) <= 0, (width, height, place, wide)
