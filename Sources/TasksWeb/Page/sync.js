import { words } from "./dates.js"
import { h, plural, sheet } from "./dom.js"
import { change, flush, queued } from "./queue.js"
import { recover, storeNow, today, world } from "./state.js"
import { toast } from "./toast.js"

/** How the store stands to its remote and the page to its server, for the pill in the header. */
export function syncState() {
  const waits = queued().length
  const { remote, waiting = 0, running, message, at } = world.state?.sync ?? {}
  if (!world.isOnline) return { state: "offline", text: `${world.trouble ? "Store away" : "Offline"}${waits ? ` · ${waits} to send` : age()}` }
  if (waits > 1) return { state: "waiting", text: `Sending ${waits}` }
  if (!remote) return { state: "none", text: "" }
  if (running) return { state: "running", text: "Syncing" }
  if (message) return { state: "failed", text: "Sync failed" }
  if (waiting) return { state: "waiting", text: `${waiting} to sync` }
  return { state: "synced", text: at ? `Synced ${clock(at)}` : "Synced" }
}

/** How old what is shown is, once it is older than a minute. */
function age() {
  const minutes = Math.floor((Date.now() - world.stateAt) / 60_000)
  if (!world.stateAt || minutes < 1) return ""
  return ` · ${minutes < 60 ? `${minutes} min` : minutes < 1440 ? `${Math.floor(minutes / 60)} h` : plural(Math.floor(minutes / 1440), "day")} old`
}

const clock = (at) => (at.slice(0, 10) === today() ? at.slice(11, 16) : words(at, storeNow()))

/** Says in a sentence what waits, since when, and why; and syncs. */
export function syncSheet() {
  const { remote, waiting = 0, running, message, at } = world.state?.sync ?? {}
  const waits = queued().length
  const [reason, ...details] = (message ?? "").split("\n")
  const sentences = [
    !world.isOnline && (world.trouble ?? "The server cannot be reached. What is shown is a copy in this browser, and what you do waits here until it is back."),
    waits > 0 && `${plural(waits, "change")} of this browser ${waits === 1 ? "is" : "are"} not sent yet.`,
    running && "A sync runs.",
    !running && message && `The last sync failed: ${reason}`,
    remote && (waiting ? `${plural(waiting, "change")} of this store ${waiting === 1 ? "waits" : "wait"} to go to ${remote}${at ? `, since ${words(at, storeNow())}` : ""}.` : `Nothing waits to go to ${remote}.`),
    remote && at && !waiting && `The last sync that succeeded was ${words(at, storeNow())}.`,
    !remote && world.isOnline && "This store has no remote. tasks sync --help says how to add one.",
  ].filter(Boolean)
  sheet({ class: "sheet", "aria-labelledby": "sync-title" }, () => [h("h2", { id: "sync-title" }, "Sync"),
    sentences.map((sentence) => h("p", {}, sentence)),
    details.filter(Boolean).length > 0 && h("details", {}, h("summary", {}, "Details"), h("pre", {}, details.join("\n"))),
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong", value: "sync" }, world.isOnline ? (remote ? "Sync now" : "OK") : "Try again"),
      h("button", { class: "soft", value: "" }, "Close"))], (choice) => choice === "sync" && syncNow())
}

export function syncNow() {
  if (!world.isOnline) {
    flush()
    return recover()
  }
  if (world.state?.sync?.remote) change({ do: "sync" })
  else toast("This store has no remote.")
}
