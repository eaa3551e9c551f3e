from world import wait_worker


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
