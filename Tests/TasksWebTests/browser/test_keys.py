from world import DESKTOP, PHONE, row, wait_order, wait_sent


def the_keys_do_all(world):
    world.add("One", "Two", "Three")
    page = world.page(options=DESKTOP)
    row(page, "Three").wait_for()
    focused = lambda: page.evaluate("() => document.activeElement.closest('.task')?.row.title ?? null")
    page.keyboard.press("j")
    assert focused() == "One"
    page.keyboard.press("ArrowDown")
    assert focused() == "Two"
    page.keyboard.press("k")
    page.keyboard.press("Alt+ArrowDown")
    wait_order(page, ["Two", "One", "Three"])
    assert focused() == "One"
    page.keyboard.press(" ")
    page.wait_for_selector(".task[data-state=done]:has-text('One')")
    page.keyboard.press("u")
    page.wait_for_selector(".task[data-state=open]:has-text('One')")
    page.keyboard.press("u")
    wait_order(page, ["One", "Two", "Three"])
    page.keyboard.press("Enter")
    page.wait_for_selector(".open .open-title:has-text('One')")
    page.keyboard.press("j")
    page.wait_for_selector(".open .open-title:has-text('Two')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".open", state="detached")
    page.keyboard.press("n")
    page.wait_for_function("() => document.activeElement.id === 'add-field'")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("a")
    page.wait_for_selector("h1:has-text('Agenda')")
    page.keyboard.press("/")
    page.wait_for_function("() => document.activeElement.id === 'search-field'")
    page.keyboard.type("thr")
    wait_order(page, ["Three"])
    assert page.url.endswith("#search/thr"), page.url
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.keys", state="detached")
    wait_sent(page)
    assert sorted(world.titles()) == ["One", "Three", "Two"]


def the_keys_reach_the_open_task_of_the_phone(world):
    world.add("One", "Two")
    page = world.page(options=PHONE)
    row(page, "Two").locator(".what").click()
    page.wait_for_selector(".open .open-title:has-text('Two')")
    page.keyboard.press("j")
    page.keyboard.press("Control+k")
    page.keyboard.type("done, or")
    page.keyboard.press("Enter")
    page.wait_for_selector(".open [data-state=done]")
    wait_sent(page)
    assert world.titles() == ["One"]


def back_leads_to_what_was_shown(world):
    world.add("One list:home")
    page = world.page(options=DESKTOP)
    page.click("nav.rail >> text=home")
    page.wait_for_selector("h1:has-text('home')")
    page.click("nav.rail >> text=Agenda")
    page.wait_for_selector("h1:has-text('Agenda')")
    page.go_back()
    page.wait_for_selector("h1:has-text('home')")
    wait_order(page, ["One"])
