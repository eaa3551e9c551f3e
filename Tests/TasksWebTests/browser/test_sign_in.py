from world import row, wait_order, wait_sent, wait_until


def the_link_signs_in_and_leaves_the_address(world):
    page = world.page(signs_in=False, hash=world.link.split("/")[-1])
    page.wait_for_selector("header h1")
    assert page.evaluate("() => location.hash") == ""
    page.reload()
    page.wait_for_selector("header h1")


def a_wrong_token_is_told(world):
    page = world.page(signs_in=False, hash="#order")
    page.fill("#token", "x" * 43)
    page.click("text=Sign in >> nth=-1")
    page.wait_for_function("() => document.querySelector('#why').textContent.length > 10")
    page.fill("#token", world.link)
    page.keyboard.press("Enter")
    page.wait_for_selector("header h1")


def a_link_of_another_store_is_refused(world):
    page = world.page(signs_in=False, hash="#" + "y" * 40)
    page.wait_for_function("() => document.querySelector('#why')?.textContent.length > 10")
    assert page.evaluate("() => location.href") == world.address


def signing_out_forgets_what_was_kept(world):
    world.add("Buy stamps")
    page = world.page("#places")
    page.click("main >> text=Sign out")
    page.wait_for_selector(".sign-in")
    page.wait_for_function("async () => (await (await import('/page.js')).recall('copy')) === undefined")


def what_is_done_while_signed_out_is_sent_after_signing_in(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    _sign_out_with_a_change(page)
    _sign_in_again(page, world)
    wait_order(page, ["One", "Two"])
    wait_sent(page)
    assert world.titles() == ["One", "Two"]


def an_answer_from_before_signing_in_signs_nobody_out(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    held = []
    page.route("**/api/state", lambda route: route.continue_() if held else held.append(route))
    page.evaluate("() => dispatchEvent(new Event('visibilitychange'))")
    wait_until(page, lambda: held)
    _sign_out_with_a_change(page)
    _sign_in_again(page, world)
    wait_order(page, ["One", "Two"])
    for route in held:
        route.fulfill(status=401, json={"schema": 1, "kind": "error", "error": {"message": "Sign in."}})
    page.fill("#add-field", "Three")
    page.press("#add-field", "Enter")
    wait_order(page, ["One", "Two", "Three"])
    wait_sent(page)


def what_is_typed_while_signed_out_is_there_after_signing_in(world):
    page = world.page()
    page.wait_for_selector("#add-field")
    # Any request would tell the page that it is signed out, also before the text is typed.
    page.context.set_offline(True)
    page.context.clear_cookies()
    page.fill("#add-field", "Two")
    page.context.set_offline(False)
    page.wait_for_selector("text=This browser is no longer signed in.")
    _sign_in_again(page, world)
    page.wait_for_selector("#add-field")
    assert page.input_value("#add-field") == "Two"


def _sign_out_with_a_change(page):
    """Takes the page its cookie while a change waits, which no request can come before."""
    page.context.set_offline(True)
    page.fill("#add-field", "Two")
    page.press("#add-field", "Enter")
    row(page, "Two").wait_for()
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.wait_for_selector("text=This browser is no longer signed in.")


def _sign_in_again(page, world):
    world.stop()
    world.start()
    page.fill("#token", world.link)
    page.keyboard.press("Enter")
