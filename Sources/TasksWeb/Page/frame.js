import { reminders, showReminders } from "./alerts.js"
import { h, plural } from "./dom.js"
import { icon } from "./icons.js"
import { ownPlaces, placeLink, places, tabs, withCounts } from "./menu.js"
import { change, flush, queued } from "./queue.js"
import { refusals, showRefused } from "./refused.js"
import { closeTask } from "./router.js"
import { settings } from "./settings.js"
import { recover, world } from "./state.js"
import { toast, toasts } from "./toast.js"

const wide = matchMedia("(min-width: 1200px)")

/** What stands around the pages: the rail, the header with the state of sync, the tabs and the messages. */
export function makeFrame() {
  const rail = h("nav", { class: "rail", "aria-label": "Places" })
  const heading = h("h1", { tabindex: -1 })
  const back = h("button", { type: "button", class: "back", "aria-label": "Back to the list", onclick: closeTask }, icon("back"))
  const sync = h("button", { type: "button", class: "sync", onclick: syncNow }, h("span", { class: "dot" }), h("span", { class: "sync-text" }))
  const main = h("main", {})
  const aside = h("div", { class: "aside", role: "complementary", "aria-label": "Open task" })
  const tabBar = h("nav", { class: "tabs", "aria-label": "Main places" })
  const app = h("div", { class: "app" }, rail, h("header", {}, back, heading, sync),
    h("div", { class: "middle" }, refusals, reminders, main), aside, tabBar)
  const element = [app, toasts, h("div", { id: "say", class: "unseen", "aria-live": "polite" })]

  function update() {
    const shown = JSON.stringify([world.state?.lists, world.state?.views, world.state?.tags, world.state?.counts, location.hash])
    if (rail.shown !== shown) {
      rail.shown = shown
      drawLinks()
    }
    const { state, text } = syncState()
    sync.dataset.state = state
    sync.hidden = text === ""
    sync.querySelector(".sync-text").textContent = text
    sync.title = world.trouble ?? world.state?.sync?.message ?? ""
    showReminders()
    showRefused()
  }

  function drawLinks() {
    const focused = rail.contains(document.activeElement) || tabBar.contains(document.activeElement) ? document.activeElement : null
    const [where, parent] = [focused?.getAttribute("href"), focused?.closest("nav")]
    const own = ownPlaces().filter(([title, links]) => title !== "Tags" || links.length <= 12)
    rail.replaceChildren(h("div", { class: "name" }, world.state?.store ?? "tasks"),
      ...withCounts(places.map(({ page }) => page)).map((place) => placeLink(place)),
      ...own.flatMap(([title, links]) => [h("h2", {}, title), ...links.map((link) => placeLink(link, false))]), settings())
    tabBar.replaceChildren(...withCounts(tabs).map((place) => placeLink({ ...place, count: 0 })))
    if (where) [...parent.querySelectorAll("a")].find((link) => link.getAttribute("href") === where)?.focus({ preventScroll: true })
  }

  /** Where a task is a page of its own, it is the main part. */
  function setMain() {
    aside.setAttribute("role", document.body.hasAttribute("data-task") && !wide.matches ? "main" : "complementary")
  }
  wide.onchange = setMain

  return { element, main, aside, heading, update, setMain }
}

function syncState() {
  const waits = queued().length
  const { remote, waiting = 0, running, message } = world.state?.sync ?? {}
  if (!world.isOnline) return { state: "offline", text: `${world.trouble ? "Store away" : "Offline"}${waits ? ` · ${waits} to send` : ""}` }
  if (waits > 1) return { state: "waiting", text: `Sending ${waits}` }
  if (!remote) return { state: "none", text: "" }
  if (running) return { state: "running", text: "Syncing" }
  if (message) return { state: "failed", text: "Sync failed · Again" }
  return waiting ? { state: "waiting", text: `${waiting} waiting · Sync` } : { state: "synced", text: "Synced" }
}

function syncNow() {
  const { message } = world.state?.sync ?? {}
  if (!world.isOnline) {
    const waits = queued().length ? plural(queued().length, "change waits", "changes wait") : "What you do waits"
    toast(world.trouble ?? `The server cannot be reached. ${waits} here until it is back.`)
    flush()
    return recover()
  }
  if (message) toast(message)
  change({ do: "sync" })
}
