import os
import re
import subprocess

from playwright.sync_api import expect

from world import DESKTOP, Held, row, wait_order, wait_sent, wait_until, wait_worker


def a_change_in_the_shell_shows(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    world.add("Two")
    wait_order(page, ["One", "Two"])


def a_pull_shows(world):
    world.add("One")
    run = lambda *words, at: subprocess.run(["git", *words], cwd=at, env=world.environment, check=True, capture_output=True)
    bare, other = os.path.join(world.folder, "bare"), os.path.join(world.folder, "other")
    run("clone", "--bare", world.store, bare, at=world.folder)
    run("remote", "add", "origin", bare, at=world.store)
    run("fetch", at=world.store)
    run("branch", "-u", "origin/" + run("branch", "--show-current", at=world.store).stdout.decode().strip(), at=world.store)
    run("clone", bare, other, at=world.folder)
    page = world.page()
    row(page, "One").wait_for()
    # The server has synced by itself, which it does once when a page is opened, and not when a shell changes something.
    expect(page.locator(".sync")).to_have_text(re.compile(r"Synced \d"))
    subprocess.run([world.program, "--store", other, "add", "Two"], env=world.environment, check=True, capture_output=True)
    run("push", at=other)
    run("pull", at=world.store)
    wait_order(page, ["One", "Two"])
    world.add("Three")
    page.wait_for_selector(".sync:has-text('1 to sync')")
    page.click(".sync")
    page.wait_for_selector("dialog:has-text('1 change of this store waits to go to origin, since ')")
    page.click("text=Sync now")
    page.wait_for_selector(".sync:has-text('Synced')")


def two_tabs_follow_each_other(world):
    world.add("One", "Two")
    first = world.page()
    second = first.context.new_page()
    world.watch(second)
    second.goto(world.address + "#order")
    row(second, "Two").wait_for()
    row(first, "One").locator(".box").click()
    wait_order(second, ["Two"])
    second.fill("#add-field", "Three")
    second.press("#add-field", "Enter")
    wait_order(first, ["One", "Two", "Three"])


def offline_and_back(world):
    [one, two] = world.add("One", "Two")
    page = world.page(worker=True)
    row(page, "Two").wait_for()
    wait_worker(page)
    page.reload()
    row(page, "Two").wait_for()
    world.stop()
    page.wait_for_selector(".sync:has-text('Offline')")
    page.fill("#add-field", "Three")
    page.press("#add-field", "Enter")
    row(page, "One").locator(".box").click()
    row(page, "Three").locator("text=not sent yet").wait_for()
    page.reload()
    page.wait_for_selector(".sync:has-text('Offline · 2 to send')")
    row(page, "Three").wait_for()
    expect(row(page, "One")).to_have_count(0)
    world.start()
    page.wait_for_selector(".sync:has-text('Offline')", state="detached")
    wait_sent(page)
    assert world.titles() == ["Two", "Three"], world.titles()


def an_undo_of_what_was_not_sent_sends_nothing(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    world.stop()
    row(page, "One").locator(".box").click()
    page.click(".toast button:has-text('Undo')")
    page.wait_for_selector(".task[data-state=open]:has-text('One')")
    world.start()
    page.wait_for_selector(".sync[data-state=offline]", state="detached")
    wait_sent(page)
    assert world.titles() == ["One"]


def a_change_that_waits_says_so_and_what_became_of_it(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    held = [Held(page, "**/api/do"), Held(page, "**/api/state")]
    row(page, "One").locator(".box").click()
    page.wait_for_selector(".toast:has-text('This waits here until the server is back.')")
    for each in held:
        each.let_go()
    page.wait_for_selector(".toast:has-text('Done: One')")
    wait_sent(page)
    assert world.titles() == []


def a_command_that_is_sent_twice_is_done_once(world):
    page = world.page()
    page.evaluate("""async () => {
      const { tell, newID } = await import('/page.js')
      const add = { do: 'add', id: newID(), line: 'Once' }
      await tell('do', add)
      await tell('do', add)
    }""")
    assert world.titles() == ["Once"]


def a_store_that_goes_away_and_comes_back(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    os.rename(world.store, world.store + "-away")
    page.fill("#add-field", "Two")
    page.press("#add-field", "Enter")
    page.wait_for_selector(".sync[data-state=offline]")
    expect(row(page, "One")).to_be_visible()
    os.rename(world.store + "-away", world.store)
    page.wait_for_selector(".sync[data-state=offline]", state="detached")
    wait_sent(page)
    assert world.titles() == ["One", "Two"]


def changes_for_another_store_wait(world):
    world.add("One")
    page = world.page()
    page.evaluate("""() => localStorage.setItem('command:000000000000001-00000-aaaa',
      JSON.stringify({ store: 'another', body: { do: 'add', id: 'a'.repeat(16), line: 'Not here' }, about: '' }))""")
    page.reload()
    row(page, "One").wait_for()
    page.fill("#add-field", "Two")
    page.press("#add-field", "Enter")
    page.wait_for_function("() => document.querySelectorAll('.task').length === 2")
    page.wait_for_function("() => Object.keys(localStorage).filter((key) => key.startsWith('command:')).length === 1")
    assert world.titles() == ["One", "Two"]


def a_line_that_has_waited_means_the_days_after_it_was_typed(world):
    page = world.page()
    page.wait_for_selector("#add-field")
    world.stop()
    page.fill("#add-field", "Late due:tomorrow")
    page.press("#add-field", "Enter")
    row(page, "Late").locator("text=not sent yet").wait_for()
    due = page.evaluate("""() => {
      const key = Object.keys(localStorage).find((key) => key.startsWith('command:'))
      const made = Date.now() - 5 * 86_400_000
      localStorage.setItem('command:' + String(made).padStart(15, '0') + '-00000-aaaa', localStorage.getItem(key))
      localStorage.removeItem(key)
      const date = new Date(made + 86_400_000)
      return [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-')
    }""")
    world.start()
    page.wait_for_selector(".sync[data-state=offline]", state="detached")
    wait_sent(page)
    [task] = world.tasks("list")
    assert task["deadline"].startswith(due), (task, due)


def an_undo_of_what_the_server_took_without_an_answer_is_made(world):
    world.add("Water due:today every:1d")
    page = world.page()
    row(page, "Water").wait_for()
    before = world.tasks("list")[0]["deadline"]
    # The answer to the first request is lost; the next wait until the page is told to undo.
    taken = []

    def lose(route):
        if not taken:
            taken.append(route.fetch())
        route.abort()

    page.route("**/api/do", lose)
    row(page, "Water").locator(".box").click()
    wait_until(page, lambda: taken)
    assert world.tasks("list")[0]["deadline"] != before
    page.keyboard.press("u")
    page.unroute("**/api/do")
    wait_sent(page)
    assert world.tasks("list")[0]["deadline"] == before, world.tasks("list")


def what_is_not_the_server_decides_nothing(world):
    [id] = world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    sent = []

    def portal(route):
        if route.request.method == "POST":
            sent.append(route)
        route.fulfill(json={"ok": True})

    page.route("**/api/**", portal)
    row(page, "One").locator(".box").click()
    page.wait_for_selector(".sync[data-state=offline]")
    before = len(sent)
    page.reload()
    wait_until(page, lambda: len(sent) > before)
    page.unroute("**/api/**")
    page.wait_for_selector(".sync[data-state=offline]", state="detached")
    wait_sent(page)
    assert world.task(id)["state"] == "DONE"


def changes_never_go_to_another_store(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    world.stop()
    page.fill("#add-field", "Secret")
    page.press("#add-field", "Enter")
    row(page, "Secret").wait_for()
    own = world.store
    world.store = own + "-other"
    subprocess.run([world.program, "init", world.store], env=world.environment, check=True, capture_output=True)
    world.start()
    # The other store does not know this browser.
    page.fill("#token", world.link)
    page.keyboard.press("Enter")
    page.wait_for_function("(name) => document.title.endsWith(name)", arg=os.path.basename(world.store))
    # Nothing may come, which nothing tells.
    page.wait_for_timeout(1500)
    assert world.titles() == [], world.titles()
    world.stop()
    world.store = own
    world.start()
    page.goto(world.link)
    page.reload()
    wait_sent(page)
    assert world.titles() == ["One", "Secret"], world.titles()
