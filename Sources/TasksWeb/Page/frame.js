import { reminders, showReminders } from "./alerts.js"
import { addSheet } from "./add.js"
import { bar } from "./choose.js"
import { watchCopy } from "./copy.js"
import { h } from "./dom.js"
import { icon } from "./icons.js"
import { ownPlaces, placeLink, placePart, tabs, withCounts } from "./menu.js"
import { refusals, showRefused } from "./refused.js"
import { address, closeTask, route } from "./router.js"
import { settings } from "./settings.js"
import { world } from "./state.js"
import { syncSheet, syncState } from "./sync.js"
import { toasts } from "./toast.js"

const wide = matchMedia("(min-width: 1200px)")

/** What stands around the pages: the rail, the header with the state of sync, the tabs and the messages. */
export function makeFrame() {
  const rail = h("nav", { class: "rail", "aria-label": "Places" })
  const heading = h("h1", { tabindex: -1 })
  const back = h("button", { type: "button", class: "back", "aria-label": "Back to the list", onclick: closeTask }, icon("back"))
  const sync = h("button", { type: "button", class: "sync", onclick: syncSheet }, h("span", { class: "dot" }), h("span", { class: "sync-text" }))
  const main = h("main", { id: "main", tabindex: -1 })
  const aside = h("div", { class: "aside", role: "complementary", "aria-label": "Open task" })
  const tabBar = h("nav", { class: "tabs", "aria-label": "Main places" })
  const app = h("div", { class: "app" }, rail, h("header", {}, back, heading, sync),
    h("div", { class: "middle" }, h("div", { class: "notices" }, refusals, reminders), main), aside, tabBar)
  const skip = h("a", { class: "skip", href: "#main", onclick: (event) => (event.preventDefault(), focusFirst(main)) }, "To the tasks")
  const element = [skip, app, bar, toasts, h("div", { id: "say", class: "unseen", "aria-live": "polite" })]
  const counting = watchCopy(() => update())

  function update() {
    const { lists, views, tags, store } = world.state ?? {}
    const shown = JSON.stringify([store, lists, views, tags, withCounts(), location.hash])
    if (rail.shown !== shown) {
      rail.shown = shown
      drawLinks()
    }
    const { state, text } = syncState()
    sync.dataset.state = state
    sync.hidden = text === ""
    sync.querySelector(".sync-text").textContent = text
    sync.setAttribute("aria-label", text)
    showReminders()
    showRefused()
  }

  function drawLinks() {
    const focused = rail.contains(document.activeElement) || tabBar.contains(document.activeElement) ? document.activeElement : null
    const [where, parent] = [focused?.getAttribute("href"), focused?.closest("nav")]
    const tab = (page) => (page === "places" ? placeLink({ page, title: "Lists", sign: "list" }) : placeLink({ ...withCounts([page])[0], count: 0 }))
    rail.replaceChildren(h("div", { class: "name" }, world.state?.store ?? "tasks"), ...withCounts().map((place) => placeLink(place)), tab("places"),
      ...ownPlaces().flatMap(([title, links]) => h("div", { class: "own" }, placePart(title, links, false))), settings())
    const add = h("a", { class: "tab-add", href: address({ page: route().page }) , "aria-label": "Add a task", onclick: (event) => (event.preventDefault(), addSheet()) }, icon("add"))
    tabBar.replaceChildren(tab(tabs[0]), tab(tabs[1]), add, tab(tabs[2]), tab(tabs[3]))
    if (where) [...parent.querySelectorAll("a")].find((link) => link.getAttribute("href") === where)?.focus({ preventScroll: true })
  }

  /** Where a task is a page of its own, it is the main part. */
  function setMain() {
    aside.setAttribute("role", document.body.hasAttribute("data-task") && !wide.matches ? "main" : "complementary")
  }
  wide.onchange = setMain

  return { element, main, aside, heading, update, setMain, stop: counting.stop }
}

/** Focuses the first task of the main part, past all places. */
function focusFirst(main) {
  const first = main.querySelector(".task .what, .entry .what") ?? main.querySelector("input, a, button")
  first?.focus()
}
