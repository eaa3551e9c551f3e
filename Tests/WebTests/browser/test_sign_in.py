from world import row, wait_order, wait_sent, wait_worker


def the_link_signs_in_and_leaves_the_address(world):
    page = world.page(signs_in=False, hash=world.link.split("/")[-1])
    page.wait_for_selector("header h1")
    assert "#" not in page.url, page.url
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
    assert page.url == world.address, page.url


def signing_out_forgets_what_was_kept(world):
    world.add("Buy stamps")
    page = world.page("#search", worker=True)
    wait_worker(page)
    page.click("main >> text=Sign out")
    page.wait_for_selector(".sign-in")
    assert page.evaluate("() => caches.has('answers')") is False


def what_is_done_while_signed_out_is_sent_after_signing_in(world):
    world.add("One")
    page = world.page()
    row(page, "One").wait_for()
    page.fill("#add-field", "Two")
    page.wait_for_selector(".read .chip")
    page.context.clear_cookies()
    page.press("#add-field", "Enter")
    page.wait_for_selector("text=This browser is no longer signed in.")
    world.stop()
    world.start()
    page.fill("#token", world.link)
    page.keyboard.press("Enter")
    wait_order(page, ["One", "Two"])
    wait_sent(page)
    assert world.titles() == ["One", "Two"]


def what_is_typed_while_signed_out_is_there_after_signing_in(world):
    page = world.page()
    page.wait_for_selector("#add-field")
    page.context.clear_cookies()
    page.fill("#add-field", "Two")
    page.wait_for_selector("text=This browser is no longer signed in.")
    world.stop()
    world.start()
    page.fill("#token", world.link)
    page.keyboard.press("Enter")
    page.wait_for_selector("#add-field")
    assert page.input_value("#add-field") == "Two"
