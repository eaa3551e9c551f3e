import { ask, tell } from "./api.js"
import { h, keyed } from "./dom.js"
import { change } from "./queue.js"
import { openTask } from "./router.js"
import { on, world } from "./state.js"
import { toast } from "./toast.js"

/** The reminders that have rung and still stand. */
export const reminders = h("section", { class: "reminders", "aria-label": "Reminders", hidden: true })

export function showReminders() {
  const alerts = world.state?.alerts ?? []
  reminders.hidden = alerts.length === 0
  keyed(reminders, alerts, (alert) => alert.id, reminder, () => {})
  navigator.setAppBadge?.(world.state?.counts?.today ?? 0).catch(() => {})
}

function reminder({ id, task, title, body }) {
  const answer = (body) => {
    world.state.alerts = world.state.alerts.filter((alert) => alert.id !== id)
    showReminders()
    change(body)
  }
  return h("div", { class: "reminder" },
    h("a", { href: `#order?task=${task}`, onclick: (event) => (event.preventDefault(), openTask(task)) },
      h("span", { class: "title" }, title), body && h("span", { class: "meta" }, body)),
    h("button", { type: "button", class: "soft", onclick: () => answer({ do: "snooze", alert: id, minutes: 10 }) }, "10 minutes later"),
    h("button", { type: "button", class: "soft", onclick: () => answer({ do: "dismiss", alert: id }) }, "Dismiss"))
}

/** Shows a reminder through the service worker. The tag is its id, so that Web Push and other tabs do not double it. */
on("alert", async ({ id, task, title, body, important }) => {
  if (world.state && !world.state.alerts?.some((alert) => alert.id === id)) {
    world.state.alerts = [...(world.state.alerts ?? []), { id, task, title, body }]
    showReminders()
  }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker?.active && globalThis.Notification?.permission === "granted") {
    await worker.showNotification(title, {
      body, tag: id, data: { task }, icon: "/icon-192.png", requireInteraction: important === true,
      actions: [{ action: "done", title: "Done" }, { action: "snooze", title: "10 minutes later" }],
    })
  } else if (reminders.getBoundingClientRect().bottom <= 0) toast(title, { name: "Open", run: () => openTask(task) })
})

/** @returns {"on" | "off" | "blocked" | "not here"} */
export function notificationState() {
  if (!globalThis.Notification || !navigator.serviceWorker) return "not here"
  return { granted: "on", denied: "blocked" }[Notification.permission] ?? "off"
}

/** Asks for the permission, and subscribes to Web Push if the server has a key. */
export async function turnOn() {
  if (notificationState() === "not here") return toast("This browser shows notifications only over https or on this machine.")
  if ((await Notification.requestPermission()) !== "granted") return toast("Notifications are blocked. Allow them in the settings of the browser.")
  toast("Reminders are shown as notifications.")
  await subscribe()
}

/** Subscribes to Web Push where notifications are allowed and the server does not know this browser (any more). */
export async function subscribeAgain() {
  if (notificationState() === "on" && world.state?.pushes === false) await subscribe()
}

async function subscribe() {
  try {
    const { key } = await ask("push-key")
    const worker = await navigator.serviceWorker.ready
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint, keys } = subscription.toJSON()
    change({ do: "subscribe", endpoint, p256dh: keys.p256dh, auth: keys.auth })
  } catch {
    // Without Web Push reminders come while the page is open.
  }
}

/** Ends Web Push for this browser. */
export async function unsubscribe() {
  const worker = await navigator.serviceWorker?.getRegistration()
  const subscription = await worker?.pushManager?.getSubscription()
  if (!subscription) return
  await tell("do", { do: "unsubscribe", endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}
