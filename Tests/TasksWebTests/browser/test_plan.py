"""A day is planned in the page: dates, lists, tags and steps by pickers, many tasks at once, the agenda, what merges put aside."""

import os
import random
import re
import subprocess
from datetime import date, timedelta

from playwright.sync_api import expect

from world import DESKTOP, PHONE, row, wait_opened, wait_sent

TODAY = date.today()


def _field(page, name):
    return page.locator(f".open [data-field={name}]")


def _opened(world, line, options=DESKTOP):
    [id] = world.add(line)
    page = world.page(f"#order?task={id}", options=options)
    page.wait_for_selector(".open .field-row")
    wait_opened(page)
    return id, page


def a_date_is_picked(world):
    id, page = _opened(world, "Write to Ann")
    _field(page, "date").click()
    page.locator(".picker .quick >> text=Tomorrow").click()
    page.wait_for_selector(".toast:has-text('Due tomorrow: Write to Ann')")
    row(page, "Write to Ann").locator(".chip:has-text('tomorrow')").wait_for()
    wait_sent(page)
    assert world.task(id)["deadline"].startswith(str(TODAY + timedelta(1)))
    _field(page, "date").click()
    page.keyboard.press("Tab")
    page.locator(".picker input[type=time]").fill("14:30")
    page.select_option(".picker select", "1w")
    day = TODAY + timedelta(8)
    page.locator(f".picker [data-day='{day}']").or_(page.locator(".picker [aria-label='Month after']")).first.wait_for()
    if page.locator(f".picker [data-day='{day}']").count() == 0:
        page.click(".picker [aria-label='Month after']")
    page.click(f".picker [data-day='{day}']")
    wait_sent(page)
    task = world.task(id)
    assert task["deadline"].startswith(f"{day}T14:30"), task
    assert "1w" in str(task), task
    _field(page, "date").click()
    page.click(".picker >> text=No date")
    wait_sent(page)
    assert not world.task(id)["deadline"]


def the_calendar_takes_keys(world):
    id, page = _opened(world, "Write to Ann due:2026-03-31")
    _field(page, "date").click()
    page.locator(".calendar [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "PageDown", "ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    wait_sent(page)
    assert world.task(id)["deadline"].startswith("2026-05-07"), world.task(id)


def lists_tags_priority_and_state_are_picked(world):
    world.add("Other list:home +phone")
    id, page = _opened(world, "Write to Ann")
    _field(page, "list").click()
    page.fill(".picker input", "ho")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('In home: Write to Ann')")
    _field(page, "list").click()
    page.fill(".picker input", "garden")
    page.click(".picker >> text=New: garden")
    page.wait_for_selector(".toast:has-text('In garden: Write to Ann, a new list')")
    _field(page, "tag").click()
    page.click(".picker >> text=phone")
    page.fill(".picker input", "very urgent")
    page.click(".picker >> text=New: very urgent")
    page.keyboard.press("Escape")
    _field(page, "priority").click()
    page.click(".picker >> text=Priority B")
    _field(page, "state").click()
    page.click(".picker >> text=Waiting")
    page.wait_for_selector(".field[data-field=state]:has-text('Waiting')")
    wait_sent(page)
    task = world.task(id)
    assert (task["list"], sorted(task["tags"]), task["priority"], task["state"]) == ("garden", ["phone", "very_urgent"], "B", "WAIT"), task


def a_reminder_is_picked(world):
    id, page = _opened(world, "Write to Ann due:tomorrow@14:00")
    _field(page, "reminder").click()
    page.click(".picker >> text=1 hour before")
    wait_sent(page)
    shown = world.tasks("show", id)
    assert "60" in str(shown) or "1h" in str(shown), shown


def steps_are_added_ticked_and_put_in_order(world):
    id, page = _opened(world, "Plan the trip list:travel")
    for line in ("Book the flights due:tomorrow", "Find a hotel", "Renew the passport"):
        page.fill(".add-step input", line)
        page.keyboard.press("Enter")
    step = lambda title: page.locator(".open .task", has_text=title)
    step("Renew the passport").wait_for()
    wait_sent(page)
    page.wait_for_function("() => document.querySelectorAll('.open .task').length === 3 && !document.querySelector('.open').textContent.includes('not sent yet')")
    step("Find a hotel").locator(".box").click()
    page.wait_for_selector(".open h3:has-text('Steps 1 of 3')")
    step("Renew the passport").locator(".grip").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_function("""() => [...document.querySelectorAll('.open .task .title')].map((each) => each.firstChild.textContent).join()
      === 'Renew the passport,Book the flights,Find a hotel'""")
    wait_sent(page)
    children = [task for task in world.tasks("list", "--all") if task.get("parent") == id]
    assert len(children) == 3 and {task["list"] for task in children} == {"travel"}, children
    assert next(task for task in children if task["title"].startswith("Book"))["deadline"], children
    page.click(".open .head-line .box")
    page.click(".toast:has-text('2 steps are open') >> text=Finish them too")
    page.wait_for_selector(".toast:has-text('Done: the steps')")
    wait_sent(page)
    assert world.titles() == [], world.titles()


def many_tasks_are_changed_at_once(world):
    world.add("One", "Two", "Three", "Four")
    page = world.page(options=DESKTOP)
    row(page, "One").locator(".what").focus()
    page.keyboard.press("x")
    row(page, "Three").locator(".title").click(modifiers=["Shift"])
    page.wait_for_selector(".choice:has-text('3 tasks')")
    before = int(subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=world.store, capture_output=True, text=True).stdout)
    page.click(".choice >> text=Date")
    page.click(".picker >> text=Tomorrow")
    page.wait_for_selector(".toast:has-text('Due tomorrow: 3 tasks')")
    page.click(".choice >> text=Tag")
    page.fill(".picker input", "trip")
    page.click(".picker >> text=New: trip")
    page.keyboard.press("Escape")
    wait_sent(page)
    after = int(subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=world.store, capture_output=True, text=True).stdout)
    assert after - before == 2, (before, after)
    tasks = {task["title"]: task for task in world.tasks("list")}
    assert [bool(tasks[title]["deadline"]) for title in ("One", "Two", "Three", "Four")] == [True, True, True, False], tasks
    assert tasks["Two"]["tags"] == ["trip"] and tasks["Four"]["tags"] == []
    page.click(".choice >> text=Done")
    page.click(".toast:has-text('Done: 3 tasks') >> text=Undo")
    wait_sent(page)
    assert len(world.titles()) == 4
    expect(page.locator(".choice")).to_be_hidden()


def a_merge_that_put_a_value_aside_is_settled(world):
    [id] = world.add("Paint the door")
    run = lambda *words, at: subprocess.run(words, cwd=at, env=world.environment, check=True, capture_output=True)
    bare, other = os.path.join(world.folder, "bare"), os.path.join(world.folder, "other")
    run("git", "clone", "--bare", world.store, bare, at=world.folder)
    run("git", "remote", "add", "origin", bare, at=world.store)
    run(world.program, "--store", world.store, "sync", at=world.folder)
    run(world.program, "clone", bare, other, at=world.folder)
    run(world.program, "--store", other, "modify", id, "title:Paint the red door", at=world.folder)
    run(world.program, "--store", other, "sync", at=world.folder)
    world.tasks("modify", id, "title:Paint the green door")
    run(world.program, "--store", world.store, "sync", at=world.folder)
    page = world.page(options=DESKTOP)
    page.locator(".task .meta:has-text('put aside')").wait_for()
    page.click("nav.rail >> text=Put aside by a merge")
    page.locator(".task .what").click()
    page.wait_for_selector(".aside-value")
    kept = world.task(id)["title"]
    dropped = "Paint the red door" if "green" in kept else "Paint the green door"
    expect(page.locator(".aside-value")).to_contain_text(dropped)
    page.click(".aside-value >> text=Take")
    page.wait_for_selector(".aside-value", state="detached")
    page.wait_for_selector(f".open-title:has-text('{dropped}')")
    wait_sent(page)
    assert world.task(id)["title"] == dropped
    page.wait_for_selector("nav.rail >> text=Put aside by a merge", state="detached")


def the_agenda_is_worked_in(world):
    world.add("Late due:yesterday", "Now due:today@23:50", "Soon due:3d", "Then due:tomorrow@9:00")
    page = world.page("#agenda/week", options={"viewport": {"width": 1280, "height": 1600}})
    page.wait_for_selector(".is-today h3:has-text('Overdue')")
    page.wait_for_selector(".is-today h3:has-text('Soon')")
    entry = lambda title: page.locator(".is-today .entry", has_text=title)
    entry("Now").locator(".box").click()
    page.wait_for_selector(".toast:has-text('Done: Now')")
    wait_sent(page)
    entry("Late").hover()
    entry("Late").locator(".later").click()
    page.click(".picker >> text=Tomorrow")
    tomorrow = str(TODAY + timedelta(1))
    page.wait_for_selector(f"[data-day='{tomorrow}'] .entry:has-text('Late')")
    wait_sent(page)
    later = str(TODAY + timedelta(5))
    page.locator(f"[data-day='{tomorrow}'] .entry", has_text="Then").drag_to(page.locator(f"[data-day='{later}']"))
    page.wait_for_selector(f"[data-day='{later}'] .entry:has-text('Then')")
    wait_sent(page)
    tasks = {task["title"]: task for task in world.tasks("list")}
    assert tasks["Then"]["deadline"].startswith(f"{later}T09:00") and tasks["Late"]["deadline"].startswith(tomorrow), tasks
    assert "Now" not in tasks
    page.click("text=Month")
    page.wait_for_selector(f".month [data-day='{later}'] .cell-entry:has-text('Then'), .month [data-day]")
    # Without the server, too, a task moves at once.
    page.click("text=Week")
    late = lambda day: page.locator(f"[data-day='{day}'] .entry", has_text="Late")
    late(tomorrow).wait_for()
    world.stop()
    late(tomorrow).hover()
    late(tomorrow).locator(".later").click()
    page.click(".picker >> text=Today")
    late(TODAY).wait_for()
    late(tomorrow).wait_for(state="detached")


def habits_are_a_row_of_days(world):
    world.add("Stretch sched:today every:.+1d/2d")
    page = world.page("#agenda/day", options=DESKTOP)
    page.wait_for_selector(".habits .habit[data-today]")
    page.locator(".habits .box").click()
    page.wait_for_selector(".toast:has-text('Done, again')")
    wait_sent(page)
    # A second press takes it back.
    page.locator(".habits .box").click()
    page.wait_for_selector(".toast:has-text('Undone')")
    wait_sent(page)
    assert world.tasks("list")[0]["scheduled"].startswith(str(TODAY)), world.tasks("list")


def words_that_look_like_a_date_are_offered(world):
    page = world.page(options=DESKTOP)
    page.locator("#add-field").press_sequentially("call mum tomorrow")
    page.locator(".chip.offer:has-text('due:tomorrow')").wait_for()
    page.keyboard.press("Tab")
    expect(page.locator("#add-field")).to_have_value(re.compile("^call mum due:tomorrow ?$"))
    page.wait_for_selector(".read .chip.due")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('Added')")
    wait_sent(page)
    [task] = world.tasks("list")
    assert task["title"] == "call mum" and task["deadline"], task
    page.fill("#add-field", "nothing to do tomorrow")
    page.wait_for_selector(".chip.offer")
    page.keyboard.press("Enter")
    row(page, "nothing to do tomorrow").wait_for()


def a_new_list_is_said(world):
    world.add("One list:work")
    page = world.page(options=DESKTOP)
    page.locator("#add-field").press_sequentially("Two list:wor")
    page.wait_for_selector(".read .chip:has-text('new list: wor')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('a new list')")
    expect(page.locator(".options").first).to_be_hidden()


def a_parent_asks_about_its_steps(world):
    [parent] = world.add("Parent")
    world.add(f"Child parent:{parent}")
    page = world.page(options=DESKTOP)
    row(page, "Parent").first.locator(".box").click()
    page.wait_for_selector(".toast:has-text('1 step is open')")


def a_refused_change_never_says_it_succeeded(world):
    world.tasks("config", "max-open", "1")
    world.add("One")
    page = world.page(options=DESKTOP)
    said = page.evaluate_handle("""() => {
      const said = []
      new MutationObserver(() => said.push(document.querySelector('.toasts').textContent)).observe(document.querySelector('.toasts'), { childList: true, subtree: true })
      return said
    }""")
    page.fill("#add-field", "Two")
    page.press("#add-field", "Enter")
    page.wait_for_selector(".refusal")
    assert not any("Added" in text for text in said.json_value()), said.json_value()
    assert page.input_value(".refusal textarea") == "Two"


def history_speaks_and_goes_back(world):
    [id] = world.add("Write to Ann / first")
    world.tasks("modify", id, "due:tomorrow", "pri:A")
    world.tasks("done", id)
    page = world.page(f"#order?task={id}", options=DESKTOP)
    page.wait_for_selector(".open .change")
    text = page.locator(".open .history").inner_text()
    assert "rank" not in text and "→ nothing" not in text, text
    page.locator(".open .change", has_text="deadline").locator("text=As it was").click()
    page.wait_for_selector(".past h2:has-text('Write to Ann')")
    page.click(".past >> text=Close")
    page.locator(".open .change").first.locator("text=Undo").click()
    wait_sent(page)
    page.wait_for_function("() => document.querySelector('.open .head-line').dataset.state === 'open'")
    assert world.titles() == ["Write to Ann"]


def a_swipe_finishes_or_postpones(world):
    world.add("One", "Two")
    page = world.page(options=PHONE)
    touch = page.context.new_cdp_session(page)

    def swipe(element, by):
        box = element.locator(".title").bounding_box()
        x, y = 200, box["y"] + 10
        send = lambda kind, points: touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        send("touchStart", [{"x": x, "y": y}])
        for n in range(1, 9):
            send("touchMove", [{"x": x + by * n / 8, "y": y}])
        send("touchEnd", [])

    row(page, "Two").wait_for()
    swipe(row(page, "One"), 150)
    page.wait_for_selector(".task[data-state=done]:has-text('One')")
    swipe(row(page, "Two"), -150)
    page.click(".picker >> text=Today")
    wait_sent(page)
    assert world.titles() == ["Two"] and world.tasks("list")[0]["deadline"]
    page.click("nav.tabs >> text=Agenda")
    entry = page.locator(".entry", has_text="Two")
    entry.wait_for()
    swipe(entry, -150)
    page.click(".picker >> text=Tomorrow")
    wait_sent(page)
    assert world.tasks("list")[0]["deadline"].startswith(str(TODAY + timedelta(1)))


def the_plus_of_the_phone_adds_from_anywhere(world):
    page = world.page("#today", options=PHONE)
    page.click("[aria-label='Add a task'] >> nth=-1")
    page.fill("#sheet-field", "Buy milk")
    page.keyboard.press("Enter")
    row(page, "Buy milk").wait_for()
    wait_sent(page)
    assert world.tasks("list")[0]["scheduled"].startswith(str(TODAY))


def the_palette_goes_everywhere(world):
    world.add("One list:work/clients", "Two +phone")
    page = world.page(options=DESKTOP)
    row(page, "One").wait_for()
    for typed, heading in (("clients", "work/clients"), ("phone", "+phone"), ("agenda", "Agenda")):
        page.keyboard.press("Control+k")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"h1:has-text('{heading}')")
    page.keyboard.press("Control+k")
    page.keyboard.type("One")
    page.locator(".palette li", has_text="One").last.click()
    page.wait_for_selector(".open-title:has-text('One')")


def tags_and_lists_are_pressed_in_rows(world):
    world.add("One list:work +phone", "Two")
    page = world.page(options=DESKTOP)
    row(page, "One").locator(".meta >> text=+phone").click()
    page.wait_for_selector("h1:has-text('+phone')")
    row(page, "One").locator(".meta >> text=work").click()
    page.wait_for_selector("h1:has-text('work')")


def search_shows_where_the_words_are(world):
    [one, two] = world.add("Call the agency / They want the landlord to sign", "Ask the landlord")
    world.tasks("done", two)
    page = world.page("#search/landlord", options=DESKTOP)
    page.wait_for_selector(".snippet:has-text('landlord to sign')")
    page.wait_for_selector("text=1 finished task matches as well.")
    page.wait_for_selector(".snippet mark:has-text('landlord')")
    page.click("text=Show >> visible=true")
    page.wait_for_selector(".task[data-state=done] mark:has-text('landlord')")


def the_copy_shows_what_the_server_would(world):
    seed = 20261128
    choose = random.Random(seed)
    lines = []
    for n in range(60):
        words = [f"Task {n}", choose.choice(["", "", "due:today", "due:yesterday", "due:3d", "due:today@0:01", "sched:yesterday", "sched:tomorrow"]),
                 choose.choice(["", "+phone", "@office", "+area_sub"]), choose.choice(["", "list:work", "list:work/a", "list:inbox", "list:Work", "list:workshop"]),
                 choose.choice(["", "", "", "wait:tomorrow", "+ARCHIVE"]), choose.choice(["", "pri:A"])]
        lines.append(" ".join(words))
    subprocess.run([world.program, "--store", world.store, "add", "-"], input="\n".join(lines), text=True, env=world.environment, check=True, capture_output=True)
    world.tasks("done", *[task["id"] for task in choose.sample(world.tasks("list"), 8)])
    world.tasks("view", "save", "urgent", "pri:A")
    world.tasks("view", "save", "mixed", "+phone", "or", "list:work")
    page = world.page(options=DESKTOP)
    row(page, "Task").first.wait_for()
    for show in ["today", "order", "inbox", "next", "list:work", "list:work/a", "list:Work", "tag:phone", "tag:@office", "view:urgent", "view:mixed"]:
        found = page.evaluate("""async (show) => {
          const { ask, groupsOf, storeNow } = await import('/page.js')
          const ids = (groups) => groups.filter(({ rows }) => rows.length).map(({ name, rows }) => [name ?? null, rows.map(({ id }) => id)])
          const groups = (await ask('tasks?show=' + encodeURIComponent(show))).groups
          return [ids(groups), ids(groupsOf(await ask('copy'), show, '', storeNow()))]
        }""", show)
        assert found[0] == found[1], (seed, show, found)
