"""The copy of all open tasks: shown first, empty only when known, and enough without the server."""

import signal
import subprocess
import time

from world import DESKTOP, row, wait_order, wait_sent, wait_worker


def _kept(page):
    """Waits until the copy is in the browser's database."""
    page.wait_for_function("async () => (await (await import('/page.js')).recall('copy'))?.data.rows.length > 0")


def nothing_is_called_empty_before_it_is_known(world):
    world.add("One due:today")
    page = world.page("#today", options=DESKTOP)
    row(page, "One").wait_for()
    page.evaluate("async () => (await import('/page.js')).forgetAnswers()")
    held = []
    page.route("**/api/copy*", lambda route: held.append(route))
    page.reload()
    page.wait_for_selector("main .empty:has-text('The server does not answer yet.')")
    assert page.locator("text=Nothing is left").count() == 0
    for route in held:
        route.continue_()
    page.unroute("**/api/copy*")
    row(page, "One").wait_for()


def the_copy_is_shown_before_the_server_answers(world):
    world.add("One", "Two list:work")
    page = world.page(worker=True)
    row(page, "Two").wait_for()
    wait_worker(page)
    _kept(page)
    world.server.send_signal(signal.SIGSTOP)
    try:
        started = time.monotonic()
        page.reload(wait_until="commit")
        row(page, "Two").wait_for()
        assert time.monotonic() - started < 2.5, time.monotonic() - started
        page.wait_for_selector(".sync[data-state=offline]")
        assert time.monotonic() - started < 4
        page.fill("#add-field", "Three")
        page.press("#add-field", "Enter")
        row(page, "Three").locator("text=not sent yet").wait_for()
    finally:
        world.server.send_signal(signal.SIGCONT)
    page.wait_for_selector(".sync[data-state=offline]", state="detached")
    wait_sent(page)
    assert world.titles() == ["One", "Two", "Three"]


def every_list_is_there_without_the_server(world):
    world.add("One list:work due:today", "Two +phone", "Three list:inbox", "Four due:tomorrow")
    world.tasks("view", "save", "calls", "+phone")
    page = world.page(worker=True, options=DESKTOP)
    row(page, "Four").wait_for()
    wait_worker(page)
    _kept(page)
    world.stop()
    page.wait_for_selector(".sync[data-state=offline]")
    places = {"today": ["One"], "list/work": ["One"], "tag/phone": ["Two"], "inbox": ["Three"], "view/calls": ["Two"], "search/fo": ["Four"]}
    for place, titles in places.items():
        page.goto(world.address + "#" + place)
        wait_order(page, titles)
    page.goto(world.address + "#agenda/week")
    page.wait_for_selector(".day .entry:has-text('Four')")
    page.goto(world.address + "#list/garden")
    page.wait_for_selector("text=This list has no open tasks.")
    row_ = lambda: row(page, "Two")
    page.goto(world.address + "#order")
    row_().locator(".what").focus()
    page.keyboard.press("d")
    page.click(".picker >> text=Today")
    page.goto(world.address + "#today")
    wait_order(page, ["One", "Two"])
    page.reload()
    wait_order(page, ["One", "Two"])
    world.start()
    page.wait_for_selector(".sync[data-state=offline]", state="detached")
    wait_sent(page)
    assert [bool(task["deadline"]) for task in world.tasks("list") if task["title"] == "Two"] == [True]


def a_slow_agenda_is_the_server_s_once_it_answers(world):
    world.add("Water due:today every:1d", "One due:tomorrow")
    page = world.page(options=DESKTOP)
    row(page, "One").wait_for()
    held = []
    page.route("**/api/agenda*", lambda route: held.append(route))
    page.goto(world.address + "#agenda/week")
    page.wait_for_selector("text=Without the server")
    page.wait_for_selector(".day .entry:has-text('One')")
    for route in held:
        route.continue_()
    page.unroute("**/api/agenda*")
    page.wait_for_selector("text=Without the server", state="hidden")
    page.wait_for_function("() => document.querySelectorAll('.entry .title').length > 7")
    world.add("Two due:2d")
    page.wait_for_selector(".day .entry:has-text('Two')")
    assert page.locator(".entry", has_text="Water").count() > 6


def notes_that_are_too_long_stay_in_their_field(world):
    [id] = world.add("One / short")
    page = world.page(f"#order?task={id}", options=DESKTOP)
    page.click(".open .notes button:has-text('Edit')")
    page.fill("textarea.editing", "日本" * 11_000)
    page.click(".editor >> text=Save")
    page.wait_for_selector("text=too long for the page: 65 KB")
    assert len(page.input_value("textarea.editing")) == 22_000
    assert world.task(id)["notes"].strip() == "short"


def a_revoked_browser_keeps_nothing(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    _kept(page)
    tokens = world.tasks("web", "token", "list")
    for token in tokens if isinstance(tokens, list) else tokens.get("tokens", []):
        world.tasks("web", "token", "revoke", token["name"])
    page.wait_for_selector(".sign-in")
    page.wait_for_function("async () => (await (await import('/page.js')).recall('copy')) === undefined")


def another_machine_s_change_comes_by_itself(world):
    world.add("One")
    run = lambda *words, at: subprocess.run(words, cwd=at, env=world.environment, check=True, capture_output=True)
    bare = world.folder + "/bare"
    run("git", "clone", "--bare", world.store, bare, at=world.folder)
    run("git", "remote", "add", "origin", bare, at=world.store)
    run(world.program, "--store", world.store, "sync", at=world.folder)
    run(world.program, "clone", bare, world.folder + "/other", at=world.folder)
    page = world.page(options=DESKTOP)
    row(page, "One").wait_for()
    run(world.program, "--store", world.folder + "/other", "add", "Two", at=world.folder)
    run(world.program, "--store", world.folder + "/other", "sync", at=world.folder)
    row(page, "One").locator(".box").click()
    row(page, "Two").wait_for()
    page.wait_for_selector(".sync[data-state=synced]:has-text('Synced ')")


def two_thousand_tasks_are_quick(world):
    lines = "\n".join(f"Task {n} of the year list:list{n % 12} +tag{n % 20} due:{n % 90}d" for n in range(2000))
    world.tasks("config", "max-open", "5000")
    subprocess.run([world.program, "--store", world.store, "add", "-"], input=lines, text=True, env=world.environment, check=True, capture_output=True)
    page = world.page(options=DESKTOP, worker=True)
    row(page, "Task 1 ").first.wait_for()
    wait_worker(page)
    _kept(page)
    page.add_init_script("""new MutationObserver((_, observer) => {
      if (!document.querySelector('.task')) return
      observer.disconnect()
      globalThis.shownAt = performance.now()
    }).observe(document, { childList: true, subtree: true })""")
    kept = []
    for _ in range(5):
        page.reload()
        page.wait_for_selector(".task")
        kept.append(page.evaluate("() => shownAt"))
    fresh = []
    for _ in range(3):
        page.evaluate("async () => (await import('/page.js')).forgetAnswers()")
        page.reload()
        page.wait_for_selector(".task")
        fresh.append(page.evaluate("() => shownAt"))
    ticks = [page.evaluate("""async () => {
      const box = document.querySelector('.task[data-state=open] .box')
      const row = box.closest('.task')
      const started = performance.now()
      box.click()
      while (row.dataset.state !== 'done') await new Promise(requestAnimationFrame)
      return performance.now() - started
    }""") for _ in range(3)]
    print(f"   from the copy {sorted(kept)[2]:.0f} ms, without it {sorted(fresh)[1]:.0f} ms, a tick {sorted(ticks)[1]:.0f} ms", flush=True)
    # The bounds are 100, 400 and 50 ms on a quiet machine; other tests run beside this one.
    assert sorted(kept)[2] < 400 and sorted(fresh)[1] < 1600 and sorted(ticks)[1] < 200, (kept, fresh, ticks)


def the_page_is_small(world):
    page = world.page(options=DESKTOP)
    total = page.evaluate("""async () => {
      const links = [...document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet], script[src]')].map((each) => each.href ?? each.src)
      const texts = await Promise.all([...new Set(links)].map(async (url) => (await fetch(url)).text()))
      const packed = new Blob(texts).stream().pipeThrough(new CompressionStream('gzip'))
      return (await new Response(packed).arrayBuffer()).byteLength
    }""")
    print(f"   {total / 1024:.1f} KB", flush=True)
    assert 10_000 < total <= 60 * 1024, total
