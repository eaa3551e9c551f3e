import { completing, suggestWord } from "./complete.js"
import { h, settled } from "./dom.js"
import { icon } from "./icons.js"
import { listOf } from "./list.js"
import { ownPlaces, placeLink, placePart, withCounts } from "./menu.js"
import { address, replace, route } from "./router.js"
import { settings } from "./settings.js"

/** Search; titles are searched for here, notes and filters by the server. */
export function searchPage(words, { titled }) {
  const field = h("input", {
    type: "search", id: "search-field", "aria-label": "Search", placeholder: "Words, +tag, list:work, due.before:fri",
    enterkeyhint: "search", autocapitalize: "off", value: words, dir: "auto",
  })
  const below = h("div", {})
  const form = h("form", { class: "add", role: "search", onsubmit: (event) => (event.preventDefault(), look()) }, icon("search"), field)
  let results = null
  let looked = null
  let finished = null

  function showDone(q) {
    if (finished) return
    finished = listOf("done", { q, empty: nothing })
    below.append(h("h2", { class: "part" }, "Finished"), finished.element)
  }

  function look() {
    const q = field.value.trim()
    if (q === looked) return
    looked = q
    results?.stop()
    finished?.stop()
    finished = null
    results = q ? listOf("all", { q, empty: nothing, showDone: () => showDone(q) }) : null
    below.replaceChildren(results?.element ?? h("p", { class: "empty" }, "Search titles, notes and fields."))
    const now = route()
    if (now.page === "search" && now.name !== q) replace(address({ page: "search", name: q, task: now.task }))
  }

  field.addEventListener("input", settled(look, 200))
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    if (!field.value) field.blur()
    field.value = ""
    look()
  })
  titled("Search")
  look()
  return {
    element: h("div", {}, h("div", { class: "searching" }, form, completing(field, suggestWord)), below),
    stop: () => (results?.stop(), finished?.stop()),
    /** Shows other words without a new page. */
    accepts: (to) => {
      if (to.page !== "search") return false
      if (to.name !== field.value.trim()) field.value = to.name
      look()
      return true
    },
    redraw: () => results?.redraw(),
    get list() {
      return results?.list
    },
  }
}

const nothing = () => h("p", { class: "empty" }, "Nothing matches. Try fewer words, or a filter such as +phone or list:work.")

/** All places that have no tab on the phone: lists, views, tags, and what concerns this browser. */
export function placesPage({ titled }) {
  const element = h("div", { class: "browse" })
  const part = (content) => h("section", { class: "places" }, content)
  function show() {
    if (element.contains(document.activeElement)) return
    element.replaceChildren(...ownPlaces().map(([title, links]) => part(placePart(title, links, true))),
      part([h("h2", {}, "Go to"), withCounts(["search", "next", "inbox", "aside", "done", "deleted", "history"]).map((link) => placeLink(link))]), settings())
  }
  titled("Lists")
  show()
  return { element, stop: () => {}, state: show }
}
