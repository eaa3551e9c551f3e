/**
 * Keeps the page for the time without a server, and shows what is pushed. The server puts two lines before this: `version`,
 * which differs with every file of the page, and `files`, their names.
 */

const name = "page-" + version

self.addEventListener("install", (event) => {
  // Browsers that can take modules and styles from the cache without waking this worker.
  event.addRoutes?.({ condition: { or: [{ requestDestination: "script" }, { requestDestination: "style" }] }, source: { cacheName: name } })
  const fresh = files.map((file) => new Request(file, { cache: "reload" }))
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()))
})

self.addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((each) => each !== name).map((each) => caches.delete(each)))
  event.waitUntil(old().then(() => self.clients.claim()))
})

/** The files come from the cache alone; a new version is fetched as a whole when the browser looks for one. */
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return
  event.respondWith(caches.match(event.request, { ignoreSearch: true, cacheName: name }).then((kept) => kept ?? fetch(event.request)))
})

self.addEventListener("push", (event) => event.waitUntil(pushed(event.data.json())))

async function pushed({ id, task, title, body, important }) {
  await self.registration.showNotification(title, {
    body,
    tag: id,
    data: { task },
    icon: "/icon-192.png",
    requireInteraction: important === true,
    actions: [{ action: "done", title: "Done" }, { action: "snooze", title: "10 minutes later" }],
  })
}

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event
  notification.close()
  event.waitUntil(clicked(action, notification).catch(() => showAgain(notification)))
})

/** What could not be done is still to be done. */
function showAgain({ title, body, tag, data, icon, requireInteraction, actions }) {
  const message = "Not done, since the server cannot be reached. " + (body ?? "").replace(/^Not done.*?reached\. /, "")
  return self.registration.showNotification(title, { body: message, tag, data, icon, requireInteraction, actions })
}

async function clicked(action, { tag: alert, data }) {
  const task = data?.task
  if (action === "snooze") return tell({ do: "snooze", alert, minutes: 10 })
  if (action === "done") {
    const answer = await fetch("/api/task?id=" + encodeURIComponent(task)).then((response) => response.json())
    const { state, dates = [] } = answer.task
    return tell({ do: "state", id: task, to: "done", was: { state, at: dates.map((date) => date.at) } })
  }
  const [page] = await self.clients.matchAll({ type: "window" })
  if (!page) return self.clients.openWindow("/#order?task=" + encodeURIComponent(task))
  await page.focus()
  page.postMessage({ task })
}

async function tell(body) {
  const headers = { "Content-Type": "application/json" }
  const response = await fetch("/api/do", { method: "POST", headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(response.statusText)
}
