import json

from world import wait_until, wait_worker


def _worker(world):
    page = world.page(worker=True, permissions=["notifications"])
    wait_worker(page)
    session = page.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).active !== null")
    wait_until(page, lambda: found)
    return page, session, found[0]["registrationId"]


def what_is_pushed_is_shown_once(world):
    page, session, registration = _worker(world)
    push = lambda data: session.send("ServiceWorker.deliverPushMessage", {"origin": world.address, "registrationId": registration, "data": json.dumps(data)})
    shows = lambda titles: page.wait_for_function(
        "async (titles) => JSON.stringify((await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title)) === JSON.stringify(titles)", arg=titles)
    push({"id": "one", "task": "a", "title": "Call Bob", "body": "today 9:00"})
    shows(["Call Bob"])
    push({"id": "one", "task": "a", "title": "Call Bob now", "body": "today 9:00"})
    shows(["Call Bob now"])


def an_alert_of_the_open_page_has_the_same_tag(world):
    page, _, _ = _worker(world)
    # The next answer of the server knows no such reminder, so that they are counted before it can come.
    shown = page.evaluate("""async () => {
      const { emit } = await import('/page.js')
      emit('alert', { id: 'one', task: 'a', title: 'Call Bob', body: '' })
      emit('alert', { id: 'one', task: 'a', title: 'Call Bob', body: '' })
      return document.querySelectorAll('.reminder').length
    }""")
    assert shown == 1, shown
    page.wait_for_function("""async () => JSON.stringify((await (await navigator.serviceWorker.ready).getNotifications())
      .map(({ title, tag }) => [title, tag])) === '[["Call Bob","one"]]'""")
