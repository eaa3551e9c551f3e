import { countsHere } from "./copy.js"
import { h } from "./dom.js"
import { icon } from "./icons.js"
import { byName } from "./lists.js"
import { address, route } from "./router.js"
import { world } from "./state.js"

/** All that can be shown, for the rail and for the page of places. @type {Place[]} */
export const places = [
  { page: "today", title: "Today", count: "today" },
  { page: "next", title: "Next", sign: "urgent" },
  { page: "order", title: "In order", count: "open" },
  { page: "agenda", title: "Agenda" },
  { page: "inbox", title: "Inbox", count: "inbox" },
  { page: "search", title: "Search" },
  { page: "aside", title: "Put aside by a merge", count: "aside" },
  { page: "done", title: "Done" },
  { page: "deleted", title: "Recently deleted" },
  { page: "history", title: "History" },
]

/** The places of the phone's bar. */
export const tabs = ["today", "order", "agenda", "places"]

/** So many tags are in the rail; the others are folded. */
const FOLD = 12

/**
 * @typedef {{page: string, name?: string, title?: string, count?: any, depth?: number, sign?: string}} Place
 * @param {Place} place
 */
export function placeLink({ page, name, title, count, depth, sign = page }, withIcon = true) {
  const now = route()
  const isHere = now.page === page && (page === "agenda" || page === "search" || now.name === (name ?? ""))
  return h("a", { href: address({ page, name }), "aria-current": isHere && "page", "data-depth": depth > 0 && Math.min(depth, 4), title: title ?? name },
    withIcon && icon(sign), h("span", { dir: "auto" }, title ?? name), count ? h("span", { class: "n" }, count) : "")
}

/** The places with how many tasks they have; what merges put aside is a place while there is some. */
export function withCounts(pages = places.map(({ page }) => page)) {
  const counts = { ...world.state?.counts, ...countsHere() }
  return places.filter(({ page }) => pages.includes(page) && (page !== "aside" || counts.aside)).map((place) => ({ ...place, count: counts[place.count] }))
}

/** The store's own lists, views and tags, as people count. @returns {[string, Place[]][]} */
export function ownPlaces() {
  const { lists = [], views = [], tags = [] } = world.state ?? {}
  /** @type {[string, Place[]][]} */
  const parts = [
    ["Lists", byName(lists).filter(({ name }) => name !== "inbox").map(listPlace)],
    ["Views", byName(views).map(({ name }) => ({ page: "view", name }))],
    ["Tags", byName(tags).map(({ name, open }) => ({ page: "tag", name, count: open }))],
  ]
  return parts.filter(([, links]) => links.length > 0)
}

/** A part of the places under its title. Long ones are folded, and stay as they were folded. */
export function placePart(title, links, withIcon, tag = "h2") {
  const here = route()
  const link = (each) => placeLink(each, withIcon)
  if (links.length <= FOLD) return [h(tag, {}, title), links.map(link)]
  const key = "unfolded:" + title
  const rest = links.slice(FOLD)
  const isOpen = sessionStorage.getItem(key) !== null || rest.some(({ page, name }) => here.page === page && here.name === name)
  const more = h("details", { open: isOpen, ontoggle: () => (more.open ? sessionStorage.setItem(key, "") : sessionStorage.removeItem(key)) },
    h("summary", {}, `All ${links.length}`), rest.map(link))
  return [h(tag, {}, title), links.slice(0, FOLD).map(link), more]
}

/** A list below its parent by the last of its levels. */
function listPlace({ name, open }) {
  const levels = name.split("/")
  return { page: "list", name, title: levels.at(-1) || name, depth: levels.length - 1, count: open }
}
