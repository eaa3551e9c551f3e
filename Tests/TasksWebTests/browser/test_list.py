from playwright.sync_api import expect

from world import DESKTOP, row, wait_order, wait_sent


def an_empty_store_says_what_to_do(world):
    page = world.page()
    page.wait_for_selector("text=Type the first one above")


def a_task_is_added_with_completions(world):
    world.add("Call Bob +phone list:work")
    page = world.page()
    field = page.locator("#add-field")
    field.press_sequentially("Send the offer +ph")
    page.wait_for_selector(".options li:has-text('phone')")
    expect(field).to_have_attribute("aria-expanded", "true")
    field.press("Tab")
    expect(field).to_have_value("Send the offer +phone ")
    field.press_sequentially("list:")
    page.wait_for_selector(".options li:has-text('work')")
    field.press("ArrowDown")
    page.wait_for_selector("#add-field[aria-activedescendant]")
    field.press("Enter")
    expect(field).to_have_value("Send the offer +phone list:work ")
    field.press_sequentially("due:tom")
    page.wait_for_selector(".options li:has-text('tomorrow')")
    field.press("Escape")
    page.wait_for_selector(".options", state="hidden")
    field.press_sequentially("orrow")
    page.wait_for_selector(".read .chip.due")
    expect(page.locator(".read .chip").filter(has_text="Send the offer")).to_have_text("Send the offer")
    field.press("Escape")
    field.press("Enter")
    row(page, "Send the offer").wait_for()
    wait_sent(page)
    [task] = [task for task in world.tasks("list") if task["title"] == "Send the offer"]
    assert (task["tags"], task["list"]) == (["phone"], "work"), task
    assert task["deadline"]


def a_line_that_is_wrong_is_not_sent(world):
    page = world.page()
    page.fill("#add-field", "Call due:someday")
    page.wait_for_selector(".read .wrong")
    page.press("#add-field", "Enter")
    assert page.input_value("#add-field") == "Call due:someday"
    wait_sent(page)
    assert world.titles() == []


def done_stays_in_place_until_the_list_is_left(world):
    world.add("One", "Two", "Three")
    page = world.page()
    row(page, "Two").locator(".box").click()
    page.wait_for_selector(".toast:has-text('Done: Two')")
    wait_sent(page)
    assert world.titles() == ["One", "Three"]
    world.add("Four")
    wait_order(page, ["One", "Two", "Three", "Four"])
    expect(row(page, "Two")).to_have_attribute("data-state", "done")
    page.goto(world.address + "#inbox")
    page.wait_for_selector("h1:has-text('Inbox')")
    page.goto(world.address + "#order")
    wait_order(page, ["One", "Three", "Four"])


def undo_takes_back(world):
    world.add("One", "Two")
    page = world.page()
    row(page, "Two").locator(".box").click()
    page.click(".toast button:has-text('Undo')")
    page.wait_for_selector(".task[data-state=open]:has-text('Two')")
    wait_sent(page)
    page.wait_for_function("() => document.querySelectorAll('.task[data-state=open]').length === 2")
    assert world.titles() == ["One", "Two"]


def deleted_is_restored(world):
    world.add("One", "Two")
    page = world.page(options=DESKTOP)
    row(page, "One").locator(".what").focus()
    page.keyboard.press("Delete")
    wait_order(page, ["Two"])
    page.goto(world.address + "#deleted")
    row(page, "One").locator(".restore").click()
    page.wait_for_selector("text=Nothing was deleted lately.")
    page.goto(world.address + "#order")
    wait_order(page, ["One", "Two"])


def ten_thousand_rows_are_drawn_in_pieces(world):
    page = world.page()
    page.route("**/api/copy*", lambda route: route.fulfill(json={
        "schema": 1, "kind": "copy", "copy": {"mark": "1", "places": {}, "rows": [
            {"id": f"a{n:015}", "short": "a", "title": f"Task {n}", "state": "TODO"} for n in range(10_000)]}}))
    page.reload()
    page.wait_for_selector("text=Task 7")
    expect(page.locator(".groups h2 .n")).to_have_text("10000")
    drawn = page.locator(".task").count()
    assert drawn < 1000, drawn
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function(f"() => document.querySelectorAll('.task').length > {drawn}")


def what_is_typed_is_text(world):
    world.add("<img src=x onerror=alert(1)> & <b>bold</b>")
    page = world.page()
    row(page, "<b>bold</b>").wait_for()
    assert page.locator(".task img").count() == 0


def lists_below_a_list_are_indented(world):
    world.add("One list:work/clients/acme", "Two list:work", "Three list:work-old")
    page = world.page(options=DESKTOP)
    links = page.locator(".rail a[href^='#list']")
    expect(links).to_have_text(["work2", "clients1", "acme1", "work-old1"])
    assert [link.get_attribute("data-depth") for link in links.all()] == [None, "1", "2", None]
    page.locator(".rail a[data-depth='1']").click()
    expect(page.locator("header h1")).to_have_text("work/clients")
    row(page, "One").wait_for()
