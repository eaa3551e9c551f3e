/** Keeps the page and the last answers for the time without a server, and shows what is pushed. */

const files = [
  "/", "app.css", "parts.css", "manifest.webmanifest", "icon.svg", "icon-192.png",
  "main.js", "act.js", "add.js", "agenda.js", "alerts.js", "api.js", "complete.js", "dom.js", "drag.js",
  "editor.js", "fields.js", "frame.js", "history.js", "icons.js", "in-place.js", "keys.js", "list.js", "menu.js",
  "notes.js", "overlay.js", "queue.js", "refused.js", "router.js", "row.js", "search.js", "settings.js",
  "sign-in.js", "state.js", "task.js", "toast.js",
]
const keptAnswers = ["state", "tasks", "task", "agenda", "history"]

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open("page").then((cache) => cache.addAll(files)).then(() => self.skipWaiting()))
})

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request
  const { origin, pathname, searchParams } = new URL(url)
  if (method !== "GET" || origin !== self.location.origin) return
  if (!pathname.startsWith("/api/")) event.respondWith(newestFile(event.request))
  else if (keptAnswers.includes(pathname.slice(5)) && !searchParams.get("q")) event.respondWith(newestAnswer(event.request))
})

async function newestFile(request) {
  const cache = await caches.open("page")
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(5000) })
    if (response.ok && response.status === 200) cache.put(request, response.clone())
    return response
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? Response.error()
  }
}

async function newestAnswer(request) {
  const cache = await caches.open("answers")
  let response
  try {
    response = await fetch(request)
  } catch {}
  if (response?.ok) await keep(cache, request, response.clone())
  if (response?.status === 401) await caches.delete("answers")
  if (response && response.status < 500) return response
  const kept = await cache.match(request)
  if (!kept) return response ?? Response.error()
  const why = response ? (await response.json().catch(() => null))?.message : ""
  const headers = new Headers(kept.headers)
  headers.set("Tasks-Kept", encodeURIComponent(why ?? ""))
  return new Response(kept.body, { headers })
}

async function keep(cache, request, response) {
  await cache.put(request, response)
  const requests = await cache.keys()
  if (requests.length > 300) await cache.delete(requests.find(({ url }) => url.includes("/api/task?")) ?? requests[0])
}

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
