import re

from playwright.sync_api import expect

from world import DESKTOP, PHONE, Held, focused, row, wait_opened, wait_sent


def _open(world, page, title):
    row(page, title).locator(".what").click()
    wait_opened(page)


def the_phone_shows_a_task_on_a_page_of_its_own(world):
    world.add("One", "Two")
    page = world.page(options=PHONE)
    _open(world, page, "Two")
    expect(page.locator("main")).to_be_hidden()
    page.click("[aria-label='Back to the list']")
    page.wait_for_selector(".task")
    focused(page, "Two")
    _open(world, page, "One")
    page.go_back()
    page.wait_for_selector(".task >> visible=true")


def a_link_to_a_task_is_kept(world):
    [id] = world.add("One / about it")
    page = world.page(f"#order?task={id}", options=DESKTOP)
    page.wait_for_selector(".open .notes:has-text('about it')")
    expect(page.locator("main .task")).to_be_visible()
    expect(page).to_have_title("One · todo")
    page.keyboard.press("Escape")
    page.wait_for_selector(".open", state="detached")
    expect(page).to_have_title("In order · todo")


def the_title_is_edited_in_place(world):
    [id] = world.add("One")
    page = world.page(options=DESKTOP)
    row(page, "One").locator(".what").focus()
    page.keyboard.press("e")
    page.locator("textarea.in-place").fill("One and a half")
    page.keyboard.press("Enter")
    row(page, "One and a half").wait_for()
    wait_sent(page)
    assert world.task(id)["title"] == "One and a half"


def fields_are_edited_as_a_line(world):
    [id] = world.add("One +phone list:work due:tomorrow")
    page = world.page(options=DESKTOP)
    _open(world, page, "One")
    page.click(".field[data-field=line]")
    field = page.locator(".fields-form input")
    for word in ("+phone", "list:work"):
        expect(field).to_have_value(re.compile(re.escape(word)))
    field.fill("list:home @office pri:B")
    page.wait_for_selector(".fields-form .read .chip")
    field.press("Enter")
    page.wait_for_selector(".field-row:has-text('@office')")
    wait_sent(page)
    task = world.task(id)
    assert (task["list"], task["tags"], task["priority"], task["deadline"]) == ("home", ["@office"], "B", None), task


def what_is_to_be_edited_is_once_it_is_there(world):
    [id] = world.add("One +phone")
    page = world.page(options=DESKTOP)
    row(page, "One").wait_for()
    held = Held(page, re.compile(r"/api/task\?"))
    row(page, "One").locator(".what").click()
    page.wait_for_selector(".open .notes:has-text('come when the server is back')")
    page.click(".field[data-field=line]")
    held.let_go()
    expect(page.locator(".fields-form input")).to_have_value("+phone ")


def fields_of_ones_own_are_typed_and_shown(world):
    for field, kind in (("area", "one of low high"), ("points", "number"), ("when", "date")):
        world.tasks("config", f"field.{field}", kind)
    [id] = world.add("One")
    page = world.page(options=DESKTOP)
    _open(world, page, "One")
    page.click(".field[data-field=line]")
    field = page.locator(".fields-form input")
    field.fill("")
    field.press_sequentially("are")
    page.locator(".options li:has-text('area:')").click()
    page.locator(".options li:has-text('high')").click()
    field.press_sequentially("points:2.5 when:to")
    page.locator(".options li:has-text('tomorrow')").click()
    page.wait_for_selector(".fields-form .read .chip:has-text('points 2.5')")
    field.press("Enter")
    page.wait_for_selector(".open dl:has-text('high')")
    row(page, "One").locator(".meta:has-text('points 2.5')").wait_for()
    wait_sent(page)
    properties = world.task(id)["properties"]
    assert (properties["area"], properties["points"]) == ("high", "2.5") and "when" in properties, properties
    page.click(".field[data-field=line]")
    field = page.locator(".fields-form input")
    expect(field).to_have_value(re.compile("area:high points:2.5 when:"))
    field.fill("area:low points:x")
    page.wait_for_selector("text=is not a value of points")
    field.fill("area:low")
    field.press("Enter")
    page.wait_for_selector(".open dl:has-text('low')")
    wait_sent(page)
    assert world.task(id)["properties"] == {"area": "low"}, world.task(id)


def what_show_has_is_in_the_pane(world):
    world.add("One at:Office important:yes")
    page = world.page(options=DESKTOP)
    _open(world, page, "One")
    page.wait_for_selector(".open dl:has-text('placeOffice')")
    expect(page.locator(".open dt")).to_have_text(["important", "place"])


def boxes_tick(world):
    [id] = world.add("One / - [ ] first")
    page = world.page(options=DESKTOP)
    _open(world, page, "One")
    page.locator(".open .notes input[type=checkbox]").click()
    wait_sent(page)
    assert "[X]" in world.task(id)["notes"].upper()


def the_editor_helps(world):
    [_, id] = world.add("Call Bob", "One +phone")
    page = world.page(f"#order?task={id}", options=DESKTOP)
    page.click("text=Add notes")
    area = page.locator("textarea.editing")
    area.press_sequentially("- [ ] first")
    area.press("Enter")
    area.press_sequentially("bold")
    area.press("Shift+Home")
    for _ in range(6):
        area.press("Shift+ArrowRight")
    area.press("Control+b")
    expect(area).to_have_value("- [ ] first\n- [ ] *bold*")
    area.press("End")
    area.press("Enter")
    area.press("Enter")
    area.press_sequentially("see [[Call")
    page.wait_for_selector(".editor .options li:has-text('Call Bob')")
    area.press("Tab")
    area.press_sequentially(" #ph")
    page.wait_for_selector(".editor .options li:has-text('phone')")
    area.press("Tab")
    expect(area).to_have_value(re.compile(re.escape("][Call Bob]] #phone ") + "$"))
    page.wait_for_selector(".preview a:has-text('Call Bob')")
    area.press("Control+Enter")
    page.wait_for_selector(".open .notes a:has-text('Call Bob')")
    wait_sent(page)
    assert "first" in world.task(id)["notes"]


def a_task_changed_in_the_shell_while_it_is_edited_loses_nothing(world):
    [id] = world.add("One / first line")
    page = world.page(f"#order?task={id}", options=DESKTOP)
    page.click(".open .notes button:has-text('Edit')")
    area = page.locator("textarea.editing")
    area.fill("first line\n\nfrom the page")
    world.tasks("note", id, "from the shell")
    page.wait_for_selector("text=changed elsewhere meanwhile")
    assert area.input_value() == "first line\n\nfrom the page"
    page.click(".editor >> text=Save")
    wait_sent(page)
    notes = world.task(id)["notes"]
    assert "from the page" in notes and "from the shell" in notes, notes


def typed_notes_survive_a_reload(world):
    [id] = world.add("One / first line")
    page = world.page(f"#order?task={id}", options=DESKTOP)
    page.click(".open .notes button:has-text('Edit')")
    page.locator("textarea.editing").fill("typed and not saved")
    page.reload()
    page.wait_for_selector("textarea.editing")
    expect(page.locator("textarea.editing")).to_have_value("typed and not saved")


def a_task_that_is_gone_says_so(world):
    page = world.page("#order?task=k7mk7mk7mk7mk7mk", options=DESKTOP)
    page.wait_for_selector("text=This task is gone.")


def what_is_refused_is_kept(world):
    [id] = world.add("One")
    page = world.page(options=DESKTOP)
    page.evaluate("""async (id) => {
      const { change } = await import('/page.js')
      await change({ do: 'modify', id, line: 'due:someday' }, 'due:someday').answer
    }""", id)
    page.wait_for_selector(".refusal")
    expect(page.locator(".refusal textarea")).to_have_value("due:someday")
    page.fill(".refusal textarea", "due:tomorrow")
    page.click(".refusal >> text=Try again")
    page.wait_for_selector(".refusal", state="detached")
    wait_sent(page)
    assert world.task(id)["deadline"]


def a_title_changed_elsewhere_is_decided_by_hand(world):
    [id] = world.add("One")
    page = world.page(options=DESKTOP)
    refuses = lambda route: route.fulfill(status=409, json={"schema": 1, "kind": "error", "error": "conflict", "message": "the title is 'Uno' by now"})
    page.route("**/api/do", refuses)
    row(page, "One").locator(".what").focus()
    page.keyboard.press("e")
    page.locator("textarea.in-place").fill("Eins")
    page.keyboard.press("Enter")
    page.wait_for_selector(".refusal:has-text(\"The title is 'Uno' by now.\")")
    page.unroute("**/api/do")
    page.click(".refusal >> text=Use mine")
    row(page, "Eins").wait_for()
    wait_sent(page)
    assert world.task(id)["title"] == "Eins"


def a_title_changed_while_the_open_task_is_edited_is_not_lost(world):
    [id] = world.add("One")
    page = world.page(options=DESKTOP)
    _open(world, page, "One")
    page.click(".open-title button")
    page.locator("textarea.in-place").fill("Eins")
    world.tasks("modify", id, "title:Uno")
    row(page, "Uno").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_selector(".refusal:has-text('The title was changed meanwhile to: Uno.')")
    assert world.task(id)["title"] == "Uno"


def a_repeating_task_goes_on(world):
    [id] = world.add("Water the plants due:today every:3d")
    page = world.page(options=DESKTOP)
    row(page, "Water").locator(".box").click()
    page.wait_for_selector(".toast:has-text('Done, again')")
    wait_sent(page)
    page.wait_for_selector(".task[data-state=open]:has-text('Water the plants') .chip.due")
    page.click(".toast button")
    page.wait_for_selector(".task[data-state=open]:has-text('Water the plants') .chip.today")
