import { tell } from "./api.js"
import { notificationState, turnOn, unsubscribe } from "./alerts.js"
import { h, plural } from "./dom.js"
import { icon } from "./icons.js"
import { showKeys } from "./keys.js"
import { forgetAll, queued, queuedElsewhere } from "./queue.js"
import { forgetAnswers } from "./kept.js"
import { failed, world } from "./state.js"
import { toast } from "./toast.js"

/** How much room a row has, as this browser keeps it: `dense` or `roomy`; by the width of the window if nothing is kept. */
export function setDensity(density) {
  localStorage.setItem("density", density)
  showDensity()
}

export function showDensity() {
  document.documentElement.dataset.density = localStorage.getItem("density") ?? (innerWidth < 900 ? "roomy" : "dense")
}

/** What concerns this browser alone. */
export function settings() {
  const { device } = world.state ?? {}
  const button = (shape, name, run, note) => h("button", { type: "button", onclick: run },
    icon(shape), h("span", {}, name), note && h("span", { class: "n" }, note))
  const notifications = notificationState()
  const elsewhere = queuedElsewhere().length
  return h("section", { class: "places" }, h("h2", {}, "This browser"),
    button("bell", "Notifications", turnOn, notifications),
    button("keys", "Keys", showKeys, "?"),
    button("view", "Rows", () => setDensity(document.documentElement.dataset.density === "dense" ? "roomy" : "dense"), "dense or roomy"),
    button("leave", "Sign out", signOut, device),
    elsewhere > 0 && h("p", { class: "quiet" }, `${plural(elsewhere, "change")} for another store at this address will be sent when it is back.`))
}

async function signOut() {
  const waits = queued().length + queuedElsewhere().length
  if (waits && !confirm(`${waits} of your changes ${waits === 1 ? "has" : "have"} not reached the server and would be lost. Sign out?`)) return
  try {
    await unsubscribe()
    await tell("sign-out", {})
  } catch (error) {
    toast(`Not signed out: ${error.message}`)
    return failed(error)
  }
  forgetAll()
  await forgetAnswers()
  location.replace("/")
  location.reload()
}
