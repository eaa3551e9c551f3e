import { completing, suggestWord } from "./complete.js"
import { h, settled } from "./dom.js"
import { icon } from "./icons.js"
import { listOf } from "./list.js"
import { ownPlaces, placeLink, withCounts } from "./menu.js"
import { address, replace, route } from "./router.js"
import { settings } from "./settings.js"

/** Search; and while nothing is searched for, all places that have no tab on the phone. */
export function searchPage(words, { titled }) {
  const field = h("input", {
    type: "search", id: "search-field", "aria-label": "Search", placeholder: "Words, +tag, list:work, due.before:fri",
    enterkeyhint: "search", autocapitalize: "off", value: words,
  })
  const below = h("div", {})
  const form = h("form", { class: "add", role: "search", onsubmit: (event) => (event.preventDefault(), look()) }, icon("search"), field)
  let results = null
  let looked = null

  function look() {
    const q = field.value.trim()
    if (q === looked) return
    looked = q
    results?.stop()
    results = q ? listOf("all", { q, empty: nothing }) : null
    below.replaceChildren(results ? results.element : browse())
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
    stop: () => results?.stop(),
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
    state: () => results || below.contains(document.activeElement) || below.replaceChildren(browse()),
  }
}

const nothing = () => h("p", { class: "empty" }, "Nothing matches. Try fewer words, or a filter such as +phone or list:work.")

function browse() {
  const part = (title, links, withIcon) => h("section", { class: "places" }, h("h2", {}, title), links.map((link) => placeLink(link, withIcon)))
  return h("div", { class: "browse" }, part("Go to", withCounts(["inbox", "done", "deleted", "history"]), true),
    ownPlaces().map(([title, links]) => part(title, links, true)), settings())
}
