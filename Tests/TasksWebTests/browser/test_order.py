from playwright.sync_api import expect

from world import DESKTOP, row, wait_order, wait_sent


def _middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def a_row_is_dragged_by_mouse(world):
    world.add("One", "Two", "Three", "Four")
    page = world.page(options=DESKTOP)
    row(page, "One").hover()
    x, y = _middle(row(page, "One").locator(".grip"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, _middle(row(page, "Three"))[1] + 10, steps=8)
    page.wait_for_selector(".task.lifted")
    page.mouse.up()
    wait_order(page, ["Two", "Three", "One", "Four"])
    wait_sent(page)
    assert world.titles() == ["Two", "Three", "One", "Four"]
    expect(page.locator("#say")).to_have_text("One: 3 of 4")


def a_row_is_dragged_by_touch(world):
    world.add("One", "Two", "Three")
    page = world.page()
    x, y = _middle(row(page, "Three").locator(".grip"))
    to = _middle(row(page, "One"))[1] - 10
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 9):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + (to - y) * n / 8}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_order(page, ["Three", "One", "Two"])
    wait_sent(page)
    assert world.titles() == ["Three", "One", "Two"]


def the_row_itself_does_not_drag(world):
    world.add("One", "Two", "Three")
    page = world.page(options=DESKTOP)
    x, y = _middle(row(page, "One").locator(".title"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 120, steps=4)
    assert page.locator(".task.lifted").count() == 0
    page.mouse.up()
    wait_order(page, ["One", "Two", "Three"])


def escape_ends_a_drag(world):
    world.add("One", "Two", "Three")
    page = world.page(options=DESKTOP)
    row(page, "One").hover()
    x, y = _middle(row(page, "One").locator(".grip"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 110, steps=4)
    page.wait_for_selector(".task.lifted")
    page.keyboard.press("Escape")
    page.mouse.up()
    wait_order(page, ["One", "Two", "Three"])


def arrow_keys_on_the_grip_move_and_keep_the_focus(world):
    world.add("One", "Two", "Three")
    page = world.page(options=DESKTOP)
    row(page, "One").locator(".grip").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    wait_order(page, ["Two", "Three", "One"])
    wait_sent(page)
    assert world.titles() == ["Two", "Three", "One"]
    expect(row(page, "One").locator(".grip")).to_be_focused()
    expect(page.locator("#say")).to_have_text("One: 3 of 3")
